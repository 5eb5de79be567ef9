/** Where people write to the hub: Enter sends, unless an input method still composes. */
import { useRef } from "preact/hooks";
import { activity, draft, speak, stop } from "../state/chat.ts";
import { words } from "../state/preferences.ts";
import { canAct } from "../state/session.ts";
import { toast } from "../state/toast.ts";
import { Icon } from "./icon.tsx";

/** As many characters as the hub takes in one sentence. */
const TEXT_MAX = 20_000;
/** Safari ends a composition before the Enter that chose its word; that Enter must not send. */
const AFTER_COMPOSITION_MS = 60;

/** The writing line with its one button: send, or stop while an answer is under way. */
export function ChatInput() {
  const t = words.value.chat;
  const field = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  const composedAt = useRef(0);
  const running = activity.value !== "idle";

  const submit = () => {
    const text = draft.value;
    if (running || text.trim() === "") return;
    if (text.length > TEXT_MAX) return toast(t.tooLong, "bad");
    draft.value = "";
    void speak(text);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    const chosen = event.timeStamp - composedAt.current < AFTER_COMPOSITION_MS;
    if (composing.current || event.isComposing || event.keyCode === 229 || chosen) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      class="say"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div class="say__grow" data-text={draft.value === "" ? t.input : draft.value}>
        <textarea
          ref={field}
          class="say__field"
          rows={1}
          enterkeyhint="send"
          autoComplete="off"
          aria-label={t.input}
          placeholder={t.input}
          value={draft.value}
          disabled={!canAct.value}
          onInput={(event) => {
            draft.value = event.currentTarget.value;
          }}
          onKeyDown={onKeyDown}
          onCompositionStart={() => {
            composing.current = true;
          }}
          onCompositionEnd={(event) => {
            composing.current = false;
            composedAt.current = event.timeStamp;
          }}
        />
      </div>
      {running ? (
        <button
          type="button"
          class="say__button say__button--stop"
          aria-label={activity.value === "stopping" ? t.stopping : t.stop}
          disabled={activity.value === "stopping"}
          onClick={() => void stop()}
        >
          <Icon name="stop" />
        </button>
      ) : (
        <button
          type="submit"
          class="say__button"
          aria-label={t.send}
          disabled={draft.value.trim() === "" || !canAct.value}
        >
          <Icon name="send" />
        </button>
      )}
    </form>
  );
}
