/** The doors of the page: first set-up, login, and the word that the hub is away. */
import { useEffect, useId, useState } from "preact/hooks";
import { type ApiError, asApiError } from "../api/http.ts";
import { problemText } from "../model/problem.ts";
import { countdownText } from "../model/time.ts";
import { words } from "../state/preferences.ts";
import { enter, expired, goToLogin, setUp, signIn } from "../state/session.ts";
import { CodeField } from "./code-field.tsx";
import { PasswordField, TextField } from "./fields.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { Logo } from "./logo.tsx";

const CODE_LENGTH = 8;
const PASSWORD_MIN = 8;

/** The first set-up: the code from the hub's screen, a name, a password. */
export function Setup() {
  const t = words.value;
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const door = useDoor(() => setUp(code, name.trim(), password));
  const missing = {
    code: code.length < CODE_LENGTH,
    name: name.trim() === "",
    password: password.length < PASSWORD_MIN,
  };
  const submit = () => {
    setTried(true);
    if (!missing.code && !missing.name && !missing.password) door.open();
  };
  const wrongCode = door.problem?.status === 403;
  const conflict = door.problem?.status === 409;
  return (
    <Frame title={t.setup.title} lead={t.setup.lead} onSubmit={submit}>
      <CodeField
        length={CODE_LENGTH}
        value={code}
        onChange={(next) => {
          setCode(next);
          door.forget();
        }}
        problem={wrongCode ? t.setup.wrongCode : tried && missing.code ? t.setup.codeShort : ""}
      />
      <TextField
        label={t.setup.name}
        placeholder={t.setup.namePlaceholder}
        autoComplete="username"
        value={name}
        onChange={setName}
        problem={tried && missing.name ? t.setup.nameMissing : ""}
      />
      <PasswordField
        value={password}
        hint={t.setup.passwordHint}
        autoComplete="new-password"
        onChange={setPassword}
        problem={tried && missing.password ? t.setup.passwordShort : ""}
      />
      {!wrongCode && <Refusal text={conflict ? t.setup.done : door.text} />}
      {conflict ? (
        <button type="button" class="button" onClick={goToLogin}>
          {t.setup.toLogin}
        </button>
      ) : (
        <Submit door={door} text={t.setup.submit} busyText={t.setup.busy} />
      )}
    </Frame>
  );
}

/** The login. */
export function Login() {
  const t = words.value;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const door = useDoor(() => signIn(name.trim(), password));
  const wrong = door.problem?.status === 401;
  const submit = () => {
    if (name.trim() !== "" && password !== "") door.open();
  };
  return (
    <Frame
      title={t.login.title}
      lead={expired.value ? t.login.expired : t.login.lead}
      onSubmit={submit}
    >
      <TextField label={t.login.name} autoComplete="username" value={name} onChange={setName} />
      <PasswordField value={password} autoComplete="current-password" onChange={setPassword} />
      <Refusal text={wrong ? t.login.wrong : door.text} />
      <Submit
        door={door}
        text={t.login.submit}
        busyText={t.login.busy}
        off={name.trim() === "" || password === ""}
      />
    </Frame>
  );
}

/** Nothing answers, and nothing is kept to show. */
export function Away() {
  const t = words.value;
  return (
    <Frame title={t.away.title} lead={t.away.lead} onSubmit={() => void enter()}>
      <button type="submit" class="button">
        {t.common.retry}
      </button>
    </Frame>
  );
}

interface Door {
  readonly busy: boolean;
  readonly problem: ApiError | null;
  /** What went wrong, in words, with the wait counting down; empty otherwise. */
  readonly text: string;
  readonly waiting: boolean;
  open(): void;
  forget(): void;
}

/** Tries to get in, one try at a time; after "too many tries" the wait counts down. */
function useDoor(knock: () => Promise<void>): Door {
  const t = words.value;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return undefined;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  const limited = problem?.status === 429;
  const open = async () => {
    if (busy || seconds > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      await knock();
    } catch (error) {
      const refusal = asApiError(error);
      setProblem(refusal);
      if (refusal.status === 429) setSeconds(Math.ceil(refusal.retryAfterSeconds ?? 30));
    }
    setBusy(false);
  };
  const waitText = seconds > 0 ? t.login.wait(countdownText(seconds)) : "";
  return {
    busy,
    problem,
    waiting: seconds > 0,
    text: limited ? waitText : problem ? problemText(problem, t) : "",
    open: () => void open(),
    forget: () => setProblem((old) => (old?.status === 429 ? old : null)),
  };
}

function Frame(props: {
  title: string;
  lead: string;
  onSubmit: () => void;
  children: preact.ComponentChildren;
}) {
  const id = useId();
  return (
    <main class="gate">
      <form
        class="gate__card"
        aria-labelledby={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <Logo />
        <h1 class="gate__title" id={id}>
          {props.title}
        </h1>
        <p class="gate__lead">{props.lead}</p>
        {props.children}
      </form>
      <LanguageSwitch />
    </main>
  );
}

function Refusal({ text }: { text: string }) {
  return (
    <p class={text === "" ? "hidden" : "note note--bad"} role="alert">
      {text}
    </p>
  );
}

function Submit(props: { door: Door; text: string; busyText: string; off?: boolean }) {
  const { door } = props;
  return (
    <button
      type="submit"
      class="button"
      aria-busy={door.busy}
      disabled={door.busy || door.waiting || props.off === true}
    >
      {door.busy ? props.busyText : props.text}
    </button>
  );
}
