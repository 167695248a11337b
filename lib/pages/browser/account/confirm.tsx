import { useSignal } from '@preact/signals';
import type { Tokens } from '../shared/answers.ts';
import { CallFailed, call } from '../shared/call.ts';
import { ActButton, ActForm, Input, Screen, SendButton, textIn } from '../shared/parts.tsx';
import { Link } from './link.tsx';
import { given } from './place.ts';
import { ask, enter, isSignedIn, me, signOut } from './session.ts';
import { say, w } from './words/index.ts';

/** The user's address is proven: by the mail's link, or by the code in it. */

/** For who is signed in, and may do nothing else yet. */
export const Confirm = () => {
  const again = useSignal(false);
  const email = me.value?.email ?? '';
  return (
    <Screen title={w.confirmTitle}>
      <p>{say(w.confirmCode, { email })}</p>
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
    </Screen>
  );
};

/** Behind the mail's link. It confirms at a press, not when opened: mail scanners open links too. */
export const VerifyEmail = () => {
  const step = useSignal<'ask' | 'stale' | 'sent'>('ask');
  const [email, token] = [given.get('email'), given.get('token')];
  if (isSignedIn.value) {
    return (
      <Screen title={w.confirmed}>
        <p>{say(w.confirmedAbout, { email: me.value?.email ?? '' })}</p>
        <Link to="/envelopes" look="button">
          {w.continue}
        </Link>
      </Screen>
    );
  }
  if (!email || !token) return <CutOff />;
  if (step.value === 'sent') {
    return (
      <Screen title={w.mailbox}>
        <p>{w.mailboxLink}</p>
      </Screen>
    );
  }
  if (step.value === 'stale') {
    const send = async () => {
      await call('POST', '/v2/users/resend-verification', { email });
      step.value = 'sent';
    };
    return (
      <Screen title={w.stale}>
        <p>{w.staleAbout}</p>
        <ActButton act={send}>{w.sendLink}</ActButton>
        <SignInLink />
      </Screen>
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
    <Screen title={w.confirmTitle}>
      <p>{say(w.confirmAsk, { email })}</p>
      <ActButton act={confirm}>{w.confirm}</ActButton>
    </Screen>
  );
};

/** For links that were cut off or mistyped. */
const CutOff = () => (
  <Screen title={w.cutOff}>
    <p>{w.cutOffAbout}</p>
  </Screen>
);

/** The way to signing in, for who may have an account that works. */
export const SignInLink = () => (
  <Link to="/login" look="button other">
    {w.signIn}
  </Link>
);
