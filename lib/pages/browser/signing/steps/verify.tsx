import { signal } from '@preact/signals';
import type { SigningSession } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { later } from '../../shared/later.tsx';
import { ActButton, ActForm, Choice, Input, Screen, SendButton, textIn } from '../../shared/parts.tsx';
import { ask, refresh } from '../state/api.ts';
import { envelope, recipient, sender, session } from '../state/state.ts';
import { say, w } from '../words/index.ts';
import { About } from './about.tsx';
import { MoreButton } from './more.tsx';
import { Take } from './take.tsx';

/** Codes sent by this page, and answers to questions so far. */
const sent = signal(false);
const answers = signal<{ type: string; answer: string }[]>([]);

const verify = async (given: object): Promise<void> => {
  const body = { auth_method: recipient.value.auth_step, ...given };
  const before = recipient.value;
  session.value = await ask<SigningSession>('POST', '/v2/sign/verify', body).catch(async (error: unknown) => {
    // A wrong code was counted: the page says how many attempts are left.
    if (error instanceof CallFailed) await refresh().catch(() => {});
    throw error;
  });
  answers.value = [];
  if (recipient.value.auth_step !== before.auth_step) sent.value = false;
};

const sendCode = async (): Promise<void> => {
  await verify({ code: '', resend: true });
  sent.value = true;
};

const TriesLeft = () => {
  const { auth_attempts_left } = recipient.value;
  return typeof auth_attempts_left === 'number' ? (
    <p class="soft tries" role="status">
      {say(w.triesLeft, { count: auth_attempts_left, sender: sender.value })}
    </p>
  ) : null;
};

const Code = ({ isMail }: { isMail: boolean }) => (
  <>
    <p>{say(isMail ? w.codeEmail : w.codeSms, { address: recipient.value.email, sender: sender.value })}</p>
    {sent.value && (
      <>
        <p role="status">{w.codeSent}</p>
        <ActForm act={(given) => verify({ code: textIn(given, 'code').replace(/\s/g, '') })}>
          <Input name="code" label={w.code} inputMode="numeric" autoComplete="one-time-code" />
          <SendButton>{w.verify}</SendButton>
        </ActForm>
      </>
    )}
    <ActButton act={sendCode} other={sent.value}>
      {sent.value ? w.codeResend : w.codeSend}
    </ActButton>
  </>
);

const Passcode = () => (
  <>
    <p>{say(w.passcodeAbout, { sender: sender.value })}</p>
    <ActForm act={(given) => verify({ code: textIn(given, 'code') })}>
      <Input name="code" label={w.passcode} />
      <SendButton>{w.verify}</SendButton>
    </ActForm>
  </>
);

const IDENTITY = ['first_name', 'last_name', 'address', 'city', 'state', 'zip', 'dob', 'ssn_last_4'];

const Identity = () => {
  const { first_name, last_name, address, city, state, zip } = recipient.value;
  return (
    <>
      <p>{w.kbaAbout}</p>
      <ActForm act={(given) => verify(Object.fromEntries(IDENTITY.map((name) => [name, textIn(given, name) || null])))}>
        <Input name="first_name" label={w.firstName} autoComplete="given-name" value={first_name} />
        <Input name="last_name" label={w.lastName} autoComplete="family-name" value={last_name} />
        <Input name="address" label={w.address} autoComplete="street-address" value={address} />
        <Input name="city" label={w.city} autoComplete="address-level2" value={city} />
        <Input name="state" label={w.state} autoComplete="address-level1" value={state} />
        <Input name="zip" label={w.zip} autoComplete="postal-code" value={zip} />
        <Input name="dob" label={w.birthday} type="date" autoComplete="bday" optional />
        <Input name="ssn_last_4" label={w.lastFour} inputMode="numeric" pattern="\d{4}" maxLength={4} optional />
        <SendButton>{w.next}</SendButton>
      </ActForm>
    </>
  );
};

type Questions = NonNullable<NonNullable<SigningSession['recipient']>['kba_questions']>;

const Question = ({ questions }: { questions: Questions }) => {
  const number = answers.value.length;
  const question = questions[number];
  if (!question) return null;
  const answer = async (given: FormData): Promise<void> => {
    const all = [...answers.value, { type: question.type, answer: textIn(given, 'answer') }];
    if (all.length === questions.length) await verify({ responses: all });
    else answers.value = all;
  };
  return (
    <ActForm act={answer} key={question.type}>
      <p class="soft" role="status">
        {say(w.question, { number: number + 1, count: questions.length })}
      </p>
      <fieldset>
        <legend>{question.prompt}</legend>
        {question.answer.map((choice) => (
          <Choice key={choice} type="radio" name="answer" value={choice} required>
            {choice}
          </Choice>
        ))}
      </fieldset>
      <SendButton>{w.next}</SendButton>
    </ActForm>
  );
};

const PASSED = ['recipient:pin_verified', 'recipient:kba_verified', 'recipient:id_verified'];

/** True where the recipient has passed the first step, but not on this device. */
const wasPassedElsewhere = (): boolean => {
  const { auth_step, auth_methods, role_name } = recipient.value;
  const { history_entries } = envelope.value;
  const isFirst = auth_step === auth_methods[0];
  return isFirst && history_entries.some((one) => PASSED.includes(one.event) && one.role_name === role_name);
};

const AtProvider = later(() => import('./provider.tsx').then((part) => part.AtProvider));

/** The step of verification that is due; of a group, whoever is there first says the own name. */
export const Verify = () => {
  const { auth_step, kba_questions, status, holds } = recipient.value;
  if (holds === false) return <Take />;
  return (
    <Screen title={w.verifyTitle}>
      <div class="row">
        <About />
        {status !== 'submitted' && <MoreButton />}
      </div>
      {wasPassedElsewhere() && <p>{w.verifyAgain}</p>}
      {(auth_step === 'email' || auth_step === 'sms') && <Code key={auth_step} isMail={auth_step === 'email'} />}
      {auth_step === 'passcode' && <Passcode />}
      {auth_step === 'kba' && (kba_questions?.length ? <Question questions={kba_questions} /> : <Identity />)}
      {auth_step === 'oidc' && <AtProvider />}
      <TriesLeft />
    </Screen>
  );
};
