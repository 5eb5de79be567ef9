/** The conversation: what was said, what the hub does about it as it does it, and a place to speak. */
import { useEffect, useRef } from "preact/hooks";
import { activity, markRead, messages, speak } from "../state/chat.ts";
import { nowMs } from "../state/live.ts";
import { words } from "../state/preferences.ts";
import { me } from "../state/session.ts";
import { ChatInput } from "./chat-input.tsx";
import { ChatMessage } from "./chat-message.tsx";
import { HealthPill } from "./health-pill.tsx";
import { AwayBanner } from "./home.tsx";
import { Icon } from "./icon.tsx";
import { Header } from "./page.tsx";

/** Within this distance of the end, new text pulls the view along. */
const NEAR_END_PX = 160;

/** The 对话 tab. */
export function Chat() {
  return (
    <>
      <Header title={words.value.tabs.chat}>
        <HealthPill />
      </Header>
      <Conversation />
    </>
  );
}

/** The conversation beside the house, on a screen that has room for both. */
export function ChatPane() {
  const t = words.value;
  return (
    <section class="pane pane--chat" aria-label={t.home.chatPane}>
      <h2 class="pane__title">{t.tabs.chat}</h2>
      <Conversation />
    </section>
  );
}

function Conversation() {
  const list = messages.value;
  const scroll = useRef<HTMLDivElement>(null);
  const last = list.at(-1);
  useEffect(() => {
    const box = scroll.current;
    if (!box) return;
    // Who scrolled up to read is left there; his own sentence brings him back.
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    const isNew = last?.phase === "growing" && last.text === "";
    if (below < NEAR_END_PX || isNew) box.scrollTop = box.scrollHeight;
  }, [list.length, last?.text, last?.calls.length]);
  useEffect(markRead, [list.length]);
  return (
    <div class="chat">
      <div class="chat__scroll" ref={scroll}>
        <AwayBanner />
        {list.length === 0 ? (
          <Greeting />
        ) : (
          <div
            class="chat__log"
            role="log"
            aria-label={words.value.chat.log}
            aria-busy={activity.value !== "idle"}
          >
            {list.map((message) => (
              <ChatMessage key={message.id} message={message} />
            ))}
          </div>
        )}
      </div>
      <ChatInput />
    </div>
  );
}

function Greeting() {
  const t = words.value.chat;
  const hour = new Date(nowMs.value).getHours();
  return (
    <div class="greeting">
      <span class="greeting__mark">
        <Icon name="spark" />
      </span>
      <h2 class="greeting__hello">
        <bdi>{t.hello(t.greeting(hour), me.value?.name ?? "")}</bdi>
      </h2>
      <p class="greeting__lead">{t.emptyLead}</p>
      <fieldset class="greeting__offers" aria-label={t.suggestionsLabel}>
        {t.suggestions.map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            class="offer"
            onClick={() => void speak(suggestion)}
          >
            {suggestion}
          </button>
        ))}
      </fieldset>
      <p class="greeting__kept">{t.kept}</p>
    </div>
  );
}
