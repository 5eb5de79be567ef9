/** The sheet from below on a phone, the second pane on a tablet: one frame for both. */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../state/preferences.ts";
import { Icon } from "./icon.tsx";

/** What a sheet needs. */
interface SheetProps {
  /** Changes with what is shown, so that the focus goes to the new heading. */
  readonly name: string;
  readonly modal: boolean;
  readonly closing?: boolean;
  /** Null where there is nothing to go back to: the pane's resting content. */
  readonly onClose: (() => void) | null;
  readonly children: ComponentChildren;
}

/** Draws the frame; the first heading inside is its name. */
export function Sheet({ name, modal, closing, onClose, children }: SheetProps) {
  const frame = useRef<HTMLElement>(null);
  useFocus(frame, name, modal, onClose !== null);
  const drag = useDrag(frame, onClose);
  // A sheet that was dragged away and is opened again before it is gone comes back.
  useEffect(() => {
    if (closing !== true) frame.current?.style.removeProperty("transform");
  }, [name, closing]);
  const body = (
    <>
      {modal && (
        <div class="sheet__grab" {...drag} aria-hidden="true">
          <span />
        </div>
      )}
      {onClose && (
        <button
          type="button"
          class="round sheet__close"
          aria-label={words.value.common.close}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      )}
      <div class="sheet__body">{children}</div>
    </>
  );
  if (!modal) {
    return (
      <section class="pane" ref={frame} aria-labelledby="sheet-title">
        {body}
      </section>
    );
  }
  return (
    <div class={`overlay${closing === true ? " overlay--closing" : ""}`}>
      <div class="overlay__scrim" onClick={onClose ?? undefined} aria-hidden="true" />
      <section
        class="sheet"
        ref={frame}
        role="dialog"
        aria-modal="true"
        aria-labelledby="sheet-title"
        data-sheet={name}
      >
        {body}
      </section>
    </div>
  );
}

/** A sheet's heading, with a line under it. */
export function SheetTitle({ title, lead }: { title: string; lead?: string }) {
  return (
    <div class="sheet__head">
      <h2 class="sheet__title" id="sheet-title" tabIndex={-1}>
        <bdi>{title}</bdi>
      </h2>
      {lead !== undefined && lead !== "" && (
        <p class="sheet__lead">
          <bdi>{lead}</bdi>
        </p>
      )}
    </div>
  );
}

/** The heading takes the focus; what had it before gets it back. */
function useFocus(
  frame: RefObject<HTMLElement | null>,
  name: string,
  modal: boolean,
  opened: boolean,
): void {
  const opener = useRef<Element | null>(null);
  // Taken while rendering: once the page behind is inert, the browser has dropped its focus.
  if (opened) opener.current ??= document.activeElement;
  useEffect(() => {
    if (!opened) return undefined;
    return () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) {
        opener.current.focus({ preventScroll: true });
      }
      opener.current = null;
    };
  }, [opened]);
  useEffect(() => {
    if (!opened) return;
    frame.current?.querySelector<HTMLElement>("#sheet-title")?.focus({ preventScroll: true });
  }, [name, modal, opened]);
}

const CLOSE_BEYOND_PX = 110;
const CLOSE_SPEED_PX_MS = 0.6;

/** Follows the finger on the sheet's upper edge; far or fast enough closes it. */
function useDrag(frame: RefObject<HTMLElement | null>, onClose: (() => void) | null) {
  const from = useRef<{ readonly y: number; readonly at: number } | null>(null);
  const shift = (px: number | null) => {
    const element = frame.current;
    if (!element) return;
    element.style.setProperty("transition", px === null ? "" : "none");
    element.style.setProperty("transform", px === null ? "" : `translateY(${Math.max(0, px)}px)`);
  };
  return {
    onPointerDown(event: PointerEvent) {
      from.current = { y: event.clientY, at: event.timeStamp };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (from.current) shift(event.clientY - from.current.y);
    },
    onPointerUp(event: PointerEvent) {
      const start = from.current;
      from.current = null;
      if (!start) return;
      const moved = event.clientY - start.y;
      const speed = moved / Math.max(1, event.timeStamp - start.at);
      const far = moved > CLOSE_BEYOND_PX || (moved > 24 && speed > CLOSE_SPEED_PX_MS);
      if (!far || !onClose) return shift(null);
      frame.current?.style.setProperty("transition", "");
      frame.current?.style.setProperty("transform", "translateY(102%)");
      onClose();
    },
    onPointerCancel() {
      from.current = null;
      shift(null);
    },
  };
}
