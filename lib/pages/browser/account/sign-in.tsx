import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Tokens } from '../shared/answers.ts';
import { call } from '../shared/call.ts';
import { later } from '../shared/later.tsx';
import { openLayer } from '../shared/layers.ts';
import { ActForm, Input, Screen, SendButton, textIn } from '../shared/parts.tsx';
import { search } from '../user/route.ts';
import {
  enter,
  factorMayBePasskey,
  mfaToken,
  presentFactor,
  signIn,
  typedEmail,
  unverified,
  wasEnded,
} from '../user/session.ts';
import { Link } from './link.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { localeAndZone, w } from './words/index.ts';

/** Ways into an account. */

/** Closes the form that signs up; undefined if it isn't open. */
const signingUp = signal<(() => void) | null>(null);

export const isSigningUp = (): boolean => signingUp.value !== null;

const openSignUp = (): void => {
  const close = openLayer(() => {
    signingUp.value = null;
  });
  signingUp.value = () => {
    signingUp.value = null;
    close();
  };
};

/** An e-mail address, as a form's input. */
export const EmailInput = () => (
  <Input name="email" label={w.email} type="email" autoComplete="username" value={typedEmail.value} maxLength={254} />
);

/** A new password, as a form's input. */
export const NewPasswordInput = ({ label }: { label: string }) => (
  <>
    <Input name="password" label={label} type="password" autoComplete="new-password" minLength={8} maxLength={200} />
    <p class="soft">{w.passwordRule}</p>
  </>
);

const ProviderWay = later(() => import('./provider.tsx').then(({ ProviderWay }) => ProviderWay));

/** An address that was typed. */
const whole = signal('');

const look = ({ target }: Event): void => {
  const { name, value } = target as HTMLInputElement;
  if (name === 'email') whole.value = value;
};

/** True if the platform lets others than invited people sign up. */
const isSignUpOpen = document.body.dataset.signUp === 'open';

interface SignInDetails {
  title: string;
  about?: ComponentChildren;
  /** Content after the form. */
  children?: ComponentChildren;
  /** An application's request continues in the same window. */
  forApplication?: boolean;
}

export const SignIn = ({ title, about, children, forApplication }: SignInDetails) => (
  <Screen title={title}>
    {wasEnded.value && <p role="status">{w.sessionEnded}</p>}
    {about}
    {/* A change of any input below arrives here. */}
    <div onChange={look}>
      <ActForm act={(typed) => signIn(textIn(typed, 'email'), String(typed.get('password')))}>
        <EmailInput />
        <Input name="password" label={w.password} type="password" autoComplete="current-password" maxLength={200} />
        <SendButton>{w.signIn}</SendButton>
      </ActForm>
    </div>
    {!forApplication && (whole.value || search.value || document.body.dataset.socials) && (
      <ProviderWay email={whole.value} />
    )}
    <PasskeyButton>{w.passkeySignIn}</PasskeyButton>
    {children}
    <p class="forgot">
      <Link to="/reset-password" apart={forApplication}>
        {w.forgot}
      </Link>
    </p>
    {isSignUpOpen && !forApplication && (
      <button type="button" class="other" onClick={openSignUp}>
        {w.signUp}
      </button>
    )}
  </Screen>
);

export const SecondFactor = ({ children }: { children?: ComponentChildren }) => (
  <Screen title={w.factorTitle}>
    <ActForm act={(typed) => presentFactor(textIn(typed, 'code'))}>
      <Input name="code" label={w.factor} autoComplete="one-time-code" maxLength={20} />
      <p class="soft">{w.factorBackup}</p>
      <SendButton>{w.continue}</SendButton>
    </ActForm>
    {factorMayBePasskey.value && <PasskeyButton>{w.passkeyUse}</PasskeyButton>}
    {children ?? (
      <button
        type="button"
        class="other"
        onClick={() => {
          mfaToken.value = null;
        }}
      >
        {w.back}
      </button>
    )}
  </Screen>
);

const signUp = async (typed: FormData): Promise<void> => {
  const names = ['first_name', 'last_name', 'org_name', 'email'];
  const body = { ...Object.fromEntries(names.map((name) => [name, textIn(typed, name)])), ...localeAndZone() };
  typedEmail.value = textIn(typed, 'email');
  const tokens = await call<Tokens>('POST', '/v2/profiles', { ...body, password: typed.get('password') });
  await enter(tokens);
  unverified.value = true;
  signingUp.value?.();
};

export const SignUp = () => (
  <Screen title={w.signUp}>
    <ActForm act={signUp}>
      <Input name="first_name" label={w.firstName} autoComplete="given-name" maxLength={100} />
      <Input name="last_name" label={w.lastName} autoComplete="family-name" maxLength={100} />
      <Input name="org_name" label={w.organization} autoComplete="organization" maxLength={200} />
      <EmailInput />
      <NewPasswordInput label={w.password} />
      <SendButton>{w.signUp}</SendButton>
    </ActForm>
    <button type="button" class="other" onClick={() => signingUp.value?.()}>
      {w.back}
    </button>
  </Screen>
);
