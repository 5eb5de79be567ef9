/** The conversation: what was said, what the hub does about it as it does it, and a place to speak. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { activity, markRead, messages, speak } from "../state/chat.ts";
import { nowMs } from "../state/live.ts";
import { words } from "../state/preferences.ts";
import { me } from "../state/session.ts";
import { ChatInput } from "./chat-input.tsx";
import { ChatMessage } from "./chat-message.tsx";
import { Confirmations } from "./confirmations.tsx";
import { HealthPill } from "./health-pill.tsx";
import { AwayBanner } from "./home.tsx";
import { Icon } from "./icon.tsx";
import { Header } from "./page.tsx";

/** Within this distance of the end, the newest is in view. */
const NEAR_END_PX = 48;

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
  const hold = useNewestInView(scroll, list.findLast((message) => message.from === "me")?.id ?? 0);
  useEffect(markRead, [list.length]);
  return (
    <div class="chat">
      <div class="chat__scroll" ref={scroll} onClickCapture={hold}>
        <AwayBanner />
        <div class="chat__whole">
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
      </div>
      <Confirmations />
      <ChatInput />
    </div>
  );
}

/**
 * Keeps the end in view however it grows: by text, by chips, by a keyboard that takes half the
 * screen. Who scrolled up to read is left there; his own sentence brings him back. Answers what must
 * hear of taps: who unfolds something wants to read it, not to be pulled past it.
 */
function useNewestInView(box: RefObject<HTMLElement | null>, ownSentence: number) {
  const following = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let lastTop = element.scrollTop;
    const isAtEnd = () =>
      element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
    const onScroll = () => {
      // What grew below moves nobody; only a person goes up while the end is not in view.
      if (isAtEnd()) following.current = true;
      else if (element.scrollTop < lastTop - 1) following.current = false;
      lastTop = element.scrollTop;
    };
    const onGrowth = () => {
      if (following.current) element.scrollTop = element.scrollHeight;
      else following.current = isAtEnd();
    };
    const growth = new ResizeObserver(onGrowth);
    growth.observe(element);
    for (const child of element.children) growth.observe(child);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      growth.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);
  useLayoutEffect(() => {
    following.current = true;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [ownSentence]);
  return (event: Event) => {
    if (event.target instanceof Element && event.target.closest("summary")) {
      following.current = false;
    }
  };
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
