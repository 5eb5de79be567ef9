/** One message with what the hub did for it: chips with before → after, and a way to take it back. */
import { useState } from "preact/hooks";
import { capabilityOf } from "../model/capability.ts";
import { clockText } from "../model/time.ts";
import { type ToolChip, toolChips } from "../model/tool-chip.ts";
import { act } from "../state/ask.ts";
import { activity, type Message } from "../state/chat.ts";
import { deviceOf } from "../state/house.ts";
import { words } from "../state/preferences.ts";
import { canAct } from "../state/session.ts";
import { Icon } from "./icon.tsx";

/** A message of either side. */
export function ChatMessage({ message }: { message: Message }) {
  const t = words.value;
  if (message.from === "me") {
    return (
      <p class="bubble bubble--me">
        <span class="hidden">{t.chat.you}: </span>
        <bdi>{message.text}</bdi>
      </p>
    );
  }
  if (message.from === "notice") return <Notice message={message} />;
  const chips = message.calls.flatMap((call, index) =>
    toolChips(call, message.before, t, message.reached.get(index)).map((chip) => ({
      ...chip,
      key: `${index} ${chip.key}`,
    })),
  );
  const growing = message.phase === "growing";
  return (
    <div class="answer" data-phase={message.phase}>
      {chips.map((chip) => (
        <Chip key={chip.key} chip={chip} />
      ))}
      {message.text !== "" && (
        <p class={`bubble bubble--hub${message.phase === "failed" ? " bubble--failed" : ""}`}>
          <span class="hidden">{t.chat.hub}: </span>
          <bdi>{message.text}</bdi>
        </p>
      )}
      {growing && message.text === "" && (
        <p class="bubble bubble--hub thinking" role="status">
          <span class="hidden">
            {activity.value === "stopping" ? t.chat.stopping : t.chat.thinking}
          </span>
          <i />
          <i />
          <i />
        </p>
      )}
      <Footnote message={message} />
    </div>
  );
}

function Footnote({ message }: { message: Message }) {
  const t = words.value.chat;
  if (message.phase === "stopped") return <p class="footnote">{t.stopped}</p>;
  if (message.phase !== "done" || message.provider === "") return null;
  const who = message.provider === "intents" ? t.offlineBrain : t.provider(message.provider);
  return <p class="footnote">{who}</p>;
}

function Notice({ message }: { message: Message }) {
  const t = words.value;
  return (
    <div class="notice">
      <Icon name="bell" />
      <p class="notice__text">
        <span class="notice__what">
          {t.chat.notice} · {clockText(message.at, t)}
        </span>
        <bdi>{message.text}</bdi>
      </p>
    </div>
  );
}

function Chip({ chip }: { chip: ToolChip }) {
  if (chip.parts.length > 0) return <Group chip={chip} />;
  const look = chip.done ? "done" : "not";
  return (
    <div class={`act act--${look}`} data-outcome={look}>
      <ChipText chip={chip} />
      {chip.undo && <UndoButton chip={chip} />}
    </div>
  );
}

/** Many devices behind one chip; a tap tells each of them. */
function Group({ chip }: { chip: ToolChip }) {
  const look = chip.done ? "done" : "not";
  return (
    <details class="acts" data-outcome={look}>
      <summary class={`act act--${look}`}>
        <ChipText chip={chip} />
        <Icon name="shut" className="icon--small fold" />
      </summary>
      {chip.parts.map((part) => (
        <Chip key={part.key} chip={part} />
      ))}
    </details>
  );
}

function ChipText({ chip }: { chip: ToolChip }) {
  return (
    <>
      <Icon name={chip.done ? "check" : "warn"} className="icon--small" />
      <span class="act__text">
        <b>
          <bdi>{chip.title}</bdi>
        </b>{" "}
        <bdi>{chip.change}</bdi>
        {chip.outcome !== "" && <span class="act__outcome"> {chip.outcome}</span>}
      </span>
    </>
  );
}

/** Takes an action back as long as the device can be reached and somebody has not done so already. */
function UndoButton({ chip }: { chip: ToolChip }) {
  const t = words.value.chat;
  const [used, setUsed] = useState(false);
  const { undo } = chip;
  const device = undo ? deviceOf(undo.deviceId) : undefined;
  if (!undo || !device) return null;
  if (used) return <span class="act__undone">{t.undone}</span>;
  const possible =
    canAct.value &&
    device.available &&
    capabilityOf(device, undo.capability) !== undefined &&
    device.state[undo.capability] !== undo.value;
  if (!possible) return null;
  return (
    <button
      type="button"
      class="act__undo"
      aria-label={t.undoOf(`${chip.title} ${chip.change}`)}
      onClick={() => {
        setUsed(true);
        act(device, undo.capability, undo.value);
      }}
    >
      {t.undo}
    </button>
  );
}
