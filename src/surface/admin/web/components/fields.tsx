/** Fields of a form, each with its name, a hint and its own complaint. */
import { useId, useState } from "preact/hooks";
import { words } from "../state/preferences.ts";
import { Icon } from "./icon.tsx";

interface FieldProps {
  readonly value: string;
  readonly autoComplete: "username" | "current-password" | "new-password";
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly problem?: string;
}

/** A line of text. */
export function TextField({ label, ...props }: FieldProps & { readonly label: string }) {
  const id = useId();
  return (
    <div class="labeled">
      <label class="labeled__name" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="field"
        type="text"
        maxLength={64}
        autoComplete={props.autoComplete}
        autoCapitalize="off"
        spellcheck={false}
        placeholder={props.placeholder ?? ""}
        aria-describedby={`${id}-note`}
        aria-invalid={(props.problem ?? "") !== ""}
        value={props.value}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
      <FieldNote id={`${id}-note`} hint={props.hint} problem={props.problem} />
    </div>
  );
}

/** A password, hidden until somebody asks to see it. */
export function PasswordField(props: FieldProps) {
  const t = words.value.setup;
  const id = useId();
  const [shown, setShown] = useState(false);
  const field = {
    id,
    class: "field",
    maxLength: 200,
    autoComplete: props.autoComplete,
    autoCapitalize: "off",
    spellcheck: false,
    "aria-describedby": `${id}-note`,
    "aria-invalid": (props.problem ?? "") !== "",
    value: props.value,
    onInput: (event: { currentTarget: { value: string } }) =>
      props.onChange(event.currentTarget.value),
  } as const;
  return (
    <div class="labeled">
      <label class="labeled__name" for={id}>
        {t.password}
      </label>
      <div class="labeled__box">
        {shown ? <input {...field} type="text" /> : <input {...field} type="password" />}
        <button
          type="button"
          class="round labeled__eye"
          aria-label={shown ? t.hide : t.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eyeOff" : "eye"} />
        </button>
      </div>
      <FieldNote id={`${id}-note`} hint={props.hint} problem={props.problem} />
    </div>
  );
}

/** The complaint, or else the hint, under a field. */
export function FieldNote(props: {
  id: string;
  hint: string | undefined;
  problem: string | undefined;
}) {
  const bad = (props.problem ?? "") !== "";
  return (
    <p
      id={props.id}
      class={bad ? "labeled__note labeled__note--bad" : "labeled__note"}
      role={bad ? "alert" : undefined}
    >
      {bad ? props.problem : props.hint}
    </p>
  );
}
