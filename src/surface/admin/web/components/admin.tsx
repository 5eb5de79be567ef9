/** The 管理 tab: the hub at a glance, the doors to its parts, how the page looks, the way out. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { LANGUAGES, type Language } from "../i18n/index.ts";
import type { IconName } from "../model/icon-of.ts";
import type { ListSheet } from "../model/place.ts";
import * as admin from "../state/admin.ts";
import { ask } from "../state/ask.ts";
import {
  chooseLanguage,
  chooseTheme,
  language,
  THEMES,
  theme,
  words,
} from "../state/preferences.ts";
import { openSheet, place } from "../state/route.ts";
import { me, signOut } from "../state/session.ts";
import { HealthPill } from "./health-pill.tsx";
import { AwayBanner } from "./home.tsx";
import { uptimeText } from "./hub-sheet.tsx";
import { Icon } from "./icon.tsx";
import { Header } from "./page.tsx";

/** The whole tab. */
export function Admin() {
  const t = words.value;
  useEffect(loadAll, []);
  return (
    <>
      <Header title={t.tabs.admin}>
        <HealthPill />
      </Header>
      <div class="page page--narrow">
        <AwayBanner />
        {admin.mayAsk("member") ? <Doors /> : <p class="note">{t.admin.forbidden}</p>}
        <Display />
        <Account />
      </div>
    </>
  );
}

function loadAll(): void {
  admin.loadStatus();
  admin.loadPlugins();
  admin.loadProviders();
  void admin.loadPersona();
  admin.loadSettings();
  admin.loadPeople();
}

/** What the role may not see has no door. */
function Doors() {
  const t = words.value.admin;
  const owner = admin.mayAsk("owner");
  return (
    <div class="rows">
      <Door sheet="hub" icon="chip" title={t.hub} line={hubLine()} />
      <Door sheet="plugins" icon="box" title={t.plugins} line={pluginsLine()} />
      <Door sheet="providers" icon="spark" title={t.providers} line={providersLine()} />
      {owner && (
        <Door
          sheet="persona"
          icon="person"
          title={words.value.persona.title}
          line={personaLine()}
        />
      )}
      {owner && <Door sheet="settings" icon="gear" title={t.settings} line={settingsLine()} />}
      {owner && <Door sheet="people" icon="people" title={t.people} line={peopleLine()} />}
    </div>
  );
}

function Door(props: { sheet: ListSheet; icon: IconName; title: string; line: string }) {
  const chosen = place.value.sheet?.kind === props.sheet;
  return (
    <button
      type="button"
      class="row"
      data-door={props.sheet}
      data-chosen={chosen}
      onClick={() => openSheet({ kind: props.sheet })}
    >
      <span class="badge">
        <Icon name={props.icon} />
      </span>
      <span class="row__text">
        <span class="row__title">{props.title}</span>
        <span class="row__line">{props.line}</span>
      </span>
      <Icon name="next" className="icon--small" />
    </button>
  );
}

/** The line under a door: what is behind it, or why it stays shut. */
function lineOf<Value>(part: admin.Part<Value>, tell: (value: Value) => string): string {
  const t = words.value;
  if (part.kind === "here") return tell(part.value);
  if (part.kind === "loading") return "…";
  return part.problem.status === 403 ? t.admin.forbidden : t.admin.failed;
}

function hubLine(): string {
  return lineOf(admin.status.value, (hub) => `${hub.version} · ${uptimeText(hub.uptimeMs)}`);
}

function pluginsLine(): string {
  return lineOf(admin.plugins.value, (list) =>
    words.value.admin.pluginsRunning(
      list.filter((plugin) => plugin.state === "running").length,
      list.length,
    ),
  );
}

function providersLine(): string {
  return lineOf(admin.providers.value, (list) =>
    list.map((provider) => provider.name).join(words.value.listComma),
  );
}

function personaLine(): string {
  return lineOf(admin.persona.value, ({ state }) => words.value.persona.states[state]);
}

function settingsLine(): string {
  return lineOf(admin.settings.value, (list) => words.value.admin.settingsCount(list.length));
}

function peopleLine(): string {
  const tokens = admin.tokens.value;
  const sessions = tokens.kind === "here" ? tokens.value.length : 0;
  return lineOf(admin.people.value, (list) => words.value.admin.peopleCount(list.length, sessions));
}

function Display() {
  const t = words.value;
  return (
    <section class="panel" aria-label={t.admin.display}>
      <Choice icon="globe" title={t.admin.language}>
        {(Object.keys(LANGUAGES) as Language[]).map((candidate) => (
          <Option
            key={candidate}
            text={LANGUAGES[candidate]}
            on={language.value === candidate}
            onChoose={() => chooseLanguage(candidate)}
          />
        ))}
      </Choice>
      <Choice icon="theme" title={t.admin.theme}>
        {THEMES.map((candidate) => (
          <Option
            key={candidate}
            text={t.admin.themes[candidate]}
            on={theme.value === candidate}
            onChoose={() => chooseTheme(candidate)}
          />
        ))}
      </Choice>
    </section>
  );
}

function Choice(props: { icon: IconName; title: string; children: ComponentChildren }) {
  return (
    <div class="choice">
      <span class="choice__title">
        <Icon name={props.icon} />
        {props.title}
      </span>
      <fieldset class="segments" aria-label={props.title}>
        {props.children}
      </fieldset>
    </div>
  );
}

function Option(props: { text: string; on: boolean; onChoose: () => void }) {
  return (
    <button type="button" class="segment" aria-pressed={props.on} onClick={props.onChoose}>
      {props.text}
    </button>
  );
}

function Account() {
  const t = words.value.admin;
  const who = me.value;
  if (!who) return null;
  const leave = () =>
    ask({
      title: t.signOutTitle,
      lead: t.signOutLead,
      yes: t.signOut,
      onYes: () => void signOut(),
    });
  return (
    <section class="panel panel--row" aria-label={t.account}>
      <span class="row__text">
        <span class="row__title">{t.account}</span>
        <span class="row__line">
          <bdi>{t.signedInAs(who.name, t.role[who.role] ?? who.role)}</bdi>
        </span>
      </span>
      <button type="button" class="button button--quiet" onClick={leave}>
        {t.signOut}
      </button>
    </section>
  );
}
