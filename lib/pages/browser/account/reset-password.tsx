import { useSignal } from '@preact/signals';
import { call } from '../shared/call.ts';
import { ActButton, ActForm, Input, Screen, SendButton, TextScreen, textIn } from '../shared/parts.tsx';
import { given } from '../user/route.ts';
import { typedEmail } from '../user/session.ts';
import { SignInLink } from './confirm.tsx';
import { EmailInput, NewPasswordInput } from './sign-in.tsx';
import { say, w } from './words/index.ts';

const RESET = '/v2/users/reset-password';

/** A forgotten password: a code is mailed, then typed with the new password. The mail's link carries the code. */
export const ResetPassword = () => {
  const code = useSignal(given.get('code') ?? '');
  const email = useSignal(given.get('email') ?? '');
  const step = useSignal<'ask' | 'set' | 'mailed' | 'done'>(code.value && email.value ? 'set' : 'ask');
  const mail = async (to: string): Promise<void> => {
    await call('POST', RESET, { email: to });
    typedEmail.value = to;
    email.value = to;
    code.value = '';
    step.value = 'mailed';
  };
  if (step.value === 'ask') {
    return (
      <Screen title={w.resetTitle}>
        <ActForm act={(typed) => mail(textIn(typed, 'email'))}>
          <EmailInput />
          <SendButton>{w.codeSend}</SendButton>
        </ActForm>
        <SignInLink />
      </Screen>
    );
  }
  if (step.value === 'done') {
    return (
      <TextScreen title={w.resetDone} about={w.resetDoneAbout}>
        <SignInLink />
      </TextScreen>
    );
  }
  const set = async (typed: FormData): Promise<void> => {
    const typedCode = textIn(typed, 'code').replace(/\s/g, '');
    const body = { email: email.value, code: code.value || typedCode, new_password: typed.get('password') };
    await call('POST', RESET, body);
    typedEmail.value = email.value;
    step.value = 'done';
  };
  return (
    <TextScreen title={w.newPasswordTitle} about={say(w.newPasswordFor, { email: email.value })}>
      {step.value === 'mailed' && <p role="status">{w.resetMailed}</p>}
      <ActForm act={set}>
        {!code.value && (
          <Input name="code" label={w.mailCode} inputMode="numeric" autoComplete="one-time-code" maxLength={100} />
        )}
        <NewPasswordInput label={w.newPassword} />
        <SendButton>{w.setPassword}</SendButton>
      </ActForm>
      <ActButton other act={() => mail(email.value)}>
        {w.codeResend}
      </ActButton>
    </TextScreen>
  );
};
