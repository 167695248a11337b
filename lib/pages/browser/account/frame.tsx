import type { ComponentChildren } from 'preact';
import { InSheet, later } from '../shared/later.tsx';
import { AccessibilityLink, ActButton, Screen } from '../shared/parts.tsx';
import { busy, run } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { go, route } from '../user/route.ts';
import { me, profiles, signOut, switchTo } from '../user/session.ts';
import { Link } from './link.tsx';
import { mayUsePasskeys } from './passkey-button.tsx';
import { seesTemplates } from './rights.ts';
import { say, w } from './words/index.ts';

/** The frame around a signed-in user's pages: links to home and to the account. `list`: as wide as a list needs. */
export const Frame = ({ title, children, list }: { title: string; children: ComponentChildren; list?: boolean }) => (
  <Screen title={title} wide={list ? 'list' : true} above={<Bar />}>
    {children}
  </Screen>
);

/** The place of the navigation that a route is, or belongs to. */
const isIn = (list: 'envelopes' | 'templates', parts: readonly string[]): boolean | 'within' => {
  const { name } = route.value;
  return name === list || (parts.includes(name) && 'within');
};

/** Navigation of a signed-in user's pages. */
export const Bar = () => (
  <nav class="row places" aria-label={w.navigation}>
    <Link to="/envelopes" look="quiet" current={isIn('envelopes', ['envelope', 'draft'])}>
      {w.envelopes}
    </Link>
    {seesTemplates() && (
      <Link to="/templates" look="quiet" current={isIn('templates', ['template'])}>
        {w.templates}
      </Link>
    )}
    <button type="button" class="quiet" onClick={() => showSheet(Account)}>
      {w.account}
    </button>
  </nav>
);

const Passkeys = later(() => import('./passkeys.tsx').then((part) => part.Passkeys), InSheet);

const leave = async (): Promise<void> => {
  closeSheet();
  await go('/login');
  await signOut();
};

const Account = () => {
  if (!me.value) return null;
  const { first_name, last_name, email } = me.value;
  return (
    <Sheet title={w.account}>
      <p>{say(w.signedInAs, { name: `${first_name} ${last_name}`, email })}</p>
      <Organization onChosen={closeSheet} />
      {mayUsePasskeys && (
        <button type="button" class="other" onClick={() => showSheet(Passkeys)}>
          {w.passkeys}
        </button>
      )}
      <AccessibilityLink />
      <ActButton other act={leave}>
        {w.signOut}
      </ActButton>
    </Sheet>
  );
};

/** The organization in which the user acts, with a choice if there are several. */
export const Organization = ({ onChosen }: { onChosen?: () => void }) => {
  const choose = async (id: string): Promise<void> => {
    await switchTo(id);
    onChosen?.();
  };
  return profiles.value.length > 1 ? (
    <>
      <label for="profile">{w.organization}</label>
      <select
        id="profile"
        value={me.value?.id ?? ''}
        disabled={busy.value}
        onChange={({ currentTarget }) => void run(() => choose(currentTarget.value))}
      >
        {profiles.value.map(({ id, organization }) => (
          <option key={id} value={id}>
            {organization?.name ?? id}
          </option>
        ))}
      </select>
    </>
  ) : (
    <p>
      <bdi class="own">{me.value?.organization?.name}</bdi>
    </p>
  );
};
