import { signal } from '@preact/signals';
import type { Authorization } from '../shared/answers.ts';
import { ActButton, Screen } from '../shared/parts.tsx';
import { ask, me, mfaToken, signOut } from '../user/session.ts';
import { Organization } from './frame.tsx';
import { SecondFactor, SignIn } from './sign-in.tsx';
import { say, type Word, w } from './words/index.ts';

/** The server's facts of the request, which it has checked. */
interface Request {
  application: string;
  scopes: string[];
  /** The address that gets the answer. */
  host: string;
  /** The target of a refusal without a sign-in. */
  cancel: string;
}

const read = (): Request => JSON.parse(document.body.dataset.request ?? '{}');

const Cancel = () => (
  <a class="button other" href={read().cancel}>
    {w.cancel}
  </a>
);

/** A user signs in for an application. */
export const ApplicationSignIn = () =>
  mfaToken.value ? (
    <SecondFactor>
      <Cancel />
    </SecondFactor>
  ) : (
    <SignIn title={say(w.signInFor, { application: read().application })} forApplication>
      <Cancel />
    </SignIn>
  );

/** True once the answer is given: the browser is on its way back to the application. */
export const leaving = signal(false);

/** Asks whether the application may act for the user. */
export const Consent = () => {
  const { application, scopes, host } = read();
  const answer = async (approve: boolean): Promise<void> => {
    const request = Object.fromEntries(new URLSearchParams(location.search));
    const { redirect_to } = await ask<Authorization>('POST', '/v2/oauth2/authorize', { ...request, approve });
    leaving.value = true;
    location.replace(redirect_to);
  };
  if (!me.value) return null;
  const { first_name, last_name, email } = me.value;
  return (
    <Screen title={say(w.consentTitle, { application })}>
      <p>{say(w.signedInAs, { name: `${first_name} ${last_name}`, email })}</p>
      <Organization />
      <p>{say(w.consentList, { application })}</p>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{w[`scope_${scope}` as Word] ?? scope}</li>
        ))}
      </ul>
      <p class="soft">{say(w.consentAbout, { host })}</p>
      <ActButton act={() => answer(true)}>{w.allow}</ActButton>
      <ActButton other act={() => answer(false)}>
        {w.refuse}
      </ActButton>
      <ActButton other act={signOut}>
        {w.signOut}
      </ActButton>
    </Screen>
  );
};
