/** Short messages above the tabs, read out as they come. */
import { words } from "../state/preferences.ts";
import { dismiss, toasts } from "../state/toast.ts";
import { Icon } from "./icon.tsx";

/** The place where they appear; always there, so that screen readers listen to it. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div key={toast.id} class={`toast toast--${toast.tone}`}>
          <span class="toast__text">
            <bdi>{toast.text}</bdi>
          </span>
          <button
            type="button"
            class="round toast__close"
            aria-label={words.value.common.close}
            onClick={() => dismiss(toast.id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
