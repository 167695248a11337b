import { useSignal } from '@preact/signals';
import type { Tokens } from '../shared/answers.ts';
import { CallFailed, call } from '../shared/call.ts';
import { ActButton, ActForm, Input, SendButton, TextScreen, textIn } from '../shared/parts.tsx';
import { given } from '../user/route.ts';
import { ask, enter, isSignedIn, me, signOut } from '../user/session.ts';
import { Link } from './link.tsx';
import { say, w } from './words/index.ts';

/** Verifies the user's address by the mail's link or its code. */

/** For a user who is signed in, but must verify the address first. */
export const Confirm = () => {
  const again = useSignal(false);
  const email = me.value?.email ?? '';
  return (
    <TextScreen title={w.confirmTitle} about={say(w.confirmCode, { email })}>
      {again.value && <p role="status">{w.codeAgain}</p>}
      <ActForm
        act={async (typed) => {
          const token = textIn(typed, 'code').replace(/\s/g, '');
          await enter(await ask<Tokens>('POST', '/v2/users/verify', { email, token }));
        }}
      >
        <Input name="code" label={w.code} inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
        <SendButton>{w.confirm}</SendButton>
      </ActForm>
      <ActButton
        other
        act={async () => {
          await ask('POST', '/v2/users/resend-verification', { email });
          again.value = true;
        }}
      >
        {w.codeResend}
      </ActButton>
      <ActButton other act={signOut}>
        {w.signOut}
      </ActButton>
    </TextScreen>
  );
};

/** The target of the mail's link. It verifies at a press, not when opened, because mail scanners open links too. */
export const VerifyEmail = () => {
  const step = useSignal<'ask' | 'stale' | 'sent'>('ask');
  const [email, token] = [given.get('email'), given.get('token')];
  if (isSignedIn.value) {
    return (
      <TextScreen title={w.confirmed} about={say(w.confirmedAbout, { email: me.value?.email ?? '' })}>
        <ContinueLink />
      </TextScreen>
    );
  }
  if (!email || !token) return <CutOff />;
  if (step.value === 'sent') {
    return <TextScreen title={w.mailbox} about={w.mailboxLink} />;
  }
  if (step.value === 'stale') {
    const send = async () => {
      await call('POST', '/v2/users/resend-verification', { email });
      step.value = 'sent';
    };
    return (
      <TextScreen title={w.stale} about={w.staleAbout}>
        <ActButton act={send}>{w.sendLink}</ActButton>
        <SignInLink />
      </TextScreen>
    );
  }
  const confirm = async () => {
    try {
      await enter(await call<Tokens>('POST', '/v2/users/verify', { email, token }));
    } catch (error) {
      if (!(error instanceof CallFailed) || error.code !== 'code_wrong') throw error;
      step.value = 'stale';
    }
  };
  return (
    <TextScreen title={w.confirmTitle} about={say(w.confirmAsk, { email })}>
      <ActButton act={confirm}>{w.confirm}</ActButton>
    </TextScreen>
  );
};

/** For incomplete or mistyped links. */
const CutOff = () => <TextScreen title={w.cutOff} about={w.cutOffAbout} />;

/** A link to the envelopes, for people who have just got in. */
export const ContinueLink = () => (
  <Link to="/envelopes" look="button">
    {w.continue}
  </Link>
);

/** A link to sign in, for people who may have a working account. */
export const SignInLink = () => (
  <Link to="/login" look="button other">
    {w.signIn}
  </Link>
);
