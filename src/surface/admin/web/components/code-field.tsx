/** The set-up code: one field for keyboards, pasting and screen readers, drawn as eight boxes. */
import { useId } from "preact/hooks";
import { words } from "../state/preferences.ts";
import { FieldNote } from "./fields.tsx";

/** The field. */
export function CodeField(props: {
  length: number;
  value: string;
  problem: string;
  onChange: (value: string) => void;
}) {
  const t = words.value.setup;
  const id = useId();
  const bad = props.problem !== "";
  return (
    <div class="labeled">
      <label class="labeled__name" for={id}>
        {t.code}
      </label>
      <div class={`code${bad ? " code--bad" : ""}`}>
        <input
          id={id}
          class="code__field"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-describedby={`${id}-note`}
          aria-invalid={bad}
          value={props.value}
          onInput={(event) => {
            const field = event.currentTarget;
            const digits = field.value.replaceAll(/\D/g, "").slice(0, props.length);
            field.value = digits;
            props.onChange(digits);
          }}
        />
        <span class="code__boxes" aria-hidden="true">
          {Array.from({ length: props.length }, (_, index) => (
            <span key={index} class="code__box" data-next={index === props.value.length}>
              {props.value[index] ?? ""}
            </span>
          ))}
        </span>
      </div>
      <FieldNote id={`${id}-note`} hint={t.codeHint} problem={props.problem} />
    </div>
  );
}
