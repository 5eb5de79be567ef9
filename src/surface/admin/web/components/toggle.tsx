/** A switch: a button that says which side it is on. */

/** What a switch needs. */
interface ToggleProps {
  readonly label: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly tone?: "lamp" | "accent";
  readonly onToggle: () => void;
}

/** Draws a switch with a full-size target around its small picture. */
export function Toggle({ label, on, disabled, busy, tone = "lamp", onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      class={`toggle toggle--${tone}`}
      aria-checked={on}
      aria-label={label}
      aria-busy={busy === true}
      disabled={disabled === true}
      onClick={onToggle}
    >
      <span class="toggle__track">
        <span class="toggle__knob" />
      </span>
    </button>
  );
}
