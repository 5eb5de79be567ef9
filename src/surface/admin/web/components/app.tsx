/** The page: a door while nobody is inside, else the tabs with whatever lies over them. */
import { question } from "../state/ask.ts";
import { words } from "../state/preferences.ts";
import { place } from "../state/route.ts";
import { isWide } from "../state/screen.ts";
import { phase } from "../state/session.ts";
import { Admin } from "./admin.tsx";
import { Chat } from "./chat.tsx";
import { Away, Login, Setup } from "./gate.tsx";
import { Home } from "./home.tsx";
import { Logo } from "./logo.tsx";
import { Memory } from "./memory.tsx";
import { QuestionBox } from "./question.tsx";
import { Pane, SheetHost } from "./sheet-host.tsx";
import { TabBar } from "./tab-bar.tsx";
import { Toasts } from "./toasts.tsx";

/** Everything. */
export function App() {
  return (
    <>
      <Inside />
      <Toasts />
      <QuestionBox />
    </>
  );
}

function Inside() {
  switch (phase.value) {
    case "loading":
      return (
        <main class="gate gate--loading" aria-busy="true">
          <Logo />
          <p class="hidden">{words.value.common.loading}</p>
        </main>
      );
    case "setup":
      return <Setup />;
    case "login":
      return <Login />;
    case "away":
      return <Away />;
    case "ready":
      return <Tabs />;
  }
}

function Tabs() {
  const { tab, sheet } = place.value;
  const asked = question.value !== null;
  const covered = asked || (sheet !== null && !isWide.value);
  return (
    <>
      <div class={`app app--${tab}`} inert={covered}>
        <main class="main" key={tab}>
          {tab === "home" && <Home />}
          {tab === "chat" && <Chat />}
          {tab === "memory" && <Memory />}
          {tab === "admin" && <Admin />}
        </main>
        <Pane />
        <TabBar />
      </div>
      <div class="over" inert={asked}>
        <SheetHost />
      </div>
    </>
  );
}
