/** Who may enter this home and where they signed in; an owner shuts a session out at a tap. */
import { useEffect } from "preact/hooks";
import type { TokenInfo } from "#contract";
import type { Person } from "../api/calls.ts";
import { problemText } from "../model/problem.ts";
import { agoText } from "../model/time.ts";
import { loadPeople, people, revoke, tokens } from "../state/admin.ts";
import { ask } from "../state/ask.ts";
import { nowMs } from "../state/live.ts";
import { words } from "../state/preferences.ts";
import { toast } from "../state/toast.ts";
import { Icon } from "./icon.tsx";
import { PartView } from "./part.tsx";
import { SheetTitle } from "./sheet.tsx";

/** The sheet. */
export function PeopleSheet() {
  const t = words.value.admin;
  useEffect(loadPeople, []);
  return (
    <>
      <SheetTitle title={t.people} lead={t.peopleLead} />
      <PartView part={people.value} onRetry={loadPeople}>
        {(list) => (
          <ul class="persons">
            {list.map((person) => (
              <PersonRow key={person.personId} person={person} />
            ))}
          </ul>
        )}
      </PartView>
      {people.value.kind === "here" && (
        <section class="block">
          <h3 class="block__title">{t.sessions}</h3>
          <PartView part={tokens.value} onRetry={loadPeople}>
            {(list) => list.map((token) => <TokenRow key={token.id} token={token} />)}
          </PartView>
        </section>
      )}
    </>
  );
}

function PersonRow({ person }: { person: Person }) {
  const t = words.value.admin;
  return (
    <li class="person">
      <span class="person__face" aria-hidden="true">
        {[...person.name][0] ?? "?"}
      </span>
      <span class="row__text">
        <span class="row__title">
          <bdi>{person.name}</bdi>
        </span>
        <span class="row__line">{t.role[person.role] ?? person.role}</span>
      </span>
    </li>
  );
}

function TokenRow({ token }: { token: TokenInfo }) {
  const t = words.value;
  const a = t.admin;
  const now = nowMs.value;
  const used = token.lastUsedAt === null ? a.neverUsed : a.used(agoText(token.lastUsedAt, now, t));
  const made = a.created(agoText(token.createdAt, now, t));
  const end = () => {
    revoke(token.id).then(
      () => toast(a.revoked),
      (error: unknown) => toast(problemText(error, t), "bad"),
    );
  };
  return (
    <div class="row row--still" data-token={token.id}>
      <span class="badge">
        <Icon name={token.kind === "session" ? "person" : "key"} />
      </span>
      <span class="row__text">
        <span class="row__title">
          <bdi>{token.name}</bdi>
        </span>
        <span class="row__line">
          {token.kind === "session" ? a.session : a.token} · {a.role[token.role] ?? token.role} ·{" "}
          {made} · {used}
        </span>
      </span>
      <button
        type="button"
        class="button button--quiet"
        aria-label={a.revokeOf(token.name)}
        onClick={() =>
          ask({ title: a.revokeTitle(token.name), lead: a.revokeLead, yes: a.revoke, onYes: end })
        }
      >
        {a.revoke}
      </button>
    </div>
  );
}
