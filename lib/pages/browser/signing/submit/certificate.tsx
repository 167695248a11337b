import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { CertificateStep, SigningSession } from '../../shared/answers.ts';
import { leaveFor, takeReturned } from '../../shared/at-provider.ts';
import { CallFailed } from '../../shared/call.ts';
import { ActButton, ActForm, Choice, Input, SendButton, textIn } from '../../shared/parts.tsx';
import { newRequestKey } from '../../shared/request-key.ts';
import { busy, run } from '../../shared/run.ts';
import { Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask, recipientPath, refresh } from '../state/api.ts';
import { byMeaning, session } from '../state/state.ts';
import { tellTabs } from '../state/tabs.ts';
import { localeAndZone, say, spokenLocale, w } from '../words/index.ts';
import { type Said, withWhatIsShown } from './send.ts';

/** The step that is due; null before the first one, and once a try has come to nothing. */
const due = signal<CertificateStep | null>(null);

/** True once the trust service was asked to send a code for this step. */
const isCodeSent = signal(false);

const title = (): string => byMeaning(w.certificateSign, w.certificateApprove, w.certificateConfirm);

/** Begins the signature with what the page shows, and says where it goes on. */
export const startSignature = async (said: Said): Promise<void> => {
  const body = { ...localeAndZone(), ...said, origin: location.origin };
  const path = recipientPath('submit/certificate');
  const step = await ask<CertificateStep>('POST', path, body, newRequestKey());
  isCodeSent.value = false;
  due.value = step;
  showSheet(CertificateSheet);
};

/** Goes on after the signer has come back from the trust service. */
export const resumeSignature = async (): Promise<void> => {
  const back = takeReturned();
  if (!back?.signing) return;
  const { provider: service, state, code, error, error_description, iss } = back.returned;
  due.value = null;
  showSheet(CertificateSheet);
  await goOn(back.signing, { returned: { service, state, code, error, error_description, iss } });
};

/** Facts that were given for the step that waits, but for an answer of the service, which counts once. */
let last: object = {};

/** Takes one step more. A refusal ends the try, unless it is of a PIN or a code, which can be given again. */
const goOn = async (signing: string, given: object): Promise<void> => {
  const path = recipientPath('submit/certificate/continue');
  last = given;
  try {
    await take(await ask<CertificateStep>('POST', path, { signing, ...given }));
  } catch (error) {
    if (error instanceof CallFailed && !mayGiveAgain(error)) due.value = null;
    throw error;
  }
};

const mayGiveAgain = ({ code }: CallFailed): boolean =>
  due.value?.step === 'authorize' && code === 'trust_service_refused';

const take = async (step: CertificateStep): Promise<void> => {
  if (step.recipient) {
    session.value = { ...(session.value as SigningSession), recipient: step.recipient };
    tellTabs();
    // The signature stands, also where the rest can't be read again now.
    await refresh().catch(() => {});
    return;
  }
  due.value = step;
  if (step.step === 'redirect') leave(step);
};

const leave = ({ redirect_to, signing }: CertificateStep): void =>
  leaveFor(redirect_to ?? '', session.value?.access_token ?? '', signing);

/** The way to the trust service. It refuses to be framed: a tab of its own then. */
const Redirect = ({ step }: { step: CertificateStep }) => (
  <>
    <p>{say(w.certificateAbout, { service: step.service })}</p>
    {parent === window ? (
      <button type="button" onClick={() => leave(step)}>
        {say(w.certificateGo, { service: step.service })}
      </button>
    ) : (
      <>
        <p>{w.certificateFramed}</p>
        <a class="button" href={location.href} target="_blank" rel="noopener">
          {w.providerTab}
        </a>
      </>
    )}
  </>
);

type Certificate = NonNullable<CertificateStep['certificate']>;

const inWords = ({ subject, issuer, valid_to }: Certificate): string => {
  const date = new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'medium' }).format(new Date(valid_to));
  return say(w.certificateOf, { subject, issuer, date: { trusted: date } });
};

const Choose = ({ step }: { step: CertificateStep }) => (
  <ActForm act={(given) => goOn(step.signing, { credential_id: textIn(given, 'credential') })}>
    <fieldset>
      <legend>{w.certificateChoose}</legend>
      {step.credentials?.map((one) => (
        <Choice key={one.id} type="radio" name="credential" value={one.id} required>
          {inWords(one)}
        </Choice>
      ))}
    </fieldset>
    <SendButton>{w.certificateUse}</SendButton>
  </ActForm>
);

/** The PIN and the code that the trust service asks for, as it calls them. */
const Authorize = ({ step: { signing, service, certificate, pin, otp } }: { step: CertificateStep }) => {
  const release = async (given: FormData): Promise<void> => {
    const pinGiven = pin ? { pin: textIn(given, 'pin') } : {};
    await goOn(signing, { ...pinGiven, ...(otp ? { otp: textIn(given, 'otp') } : {}) }).catch((error: unknown) => {
      // A wrong one is typed anew.
      for (const id of ['input-otp', 'input-pin']) document.querySelector<HTMLInputElement>(`#${id}`)?.select();
      throw error;
    });
  };
  const sendCode = async (): Promise<void> => {
    await goOn(signing, { send_otp: true });
    isCodeSent.value = true;
  };
  return (
    <>
      {certificate && <p>{inWords(certificate)}</p>}
      <p>{say(w.certificateRelease, { service })}</p>
      {otp?.online && (
        <>
          <ActButton act={sendCode} other>
            {isCodeSent.value ? w.codeResend : w.codeSend}
          </ActButton>
          <p role="status">{isCodeSent.value && say(w.certificateOtpSent, { service })}</p>
        </>
      )}
      <ActForm act={release}>
        {pin && (
          <Input
            name="pin"
            label={pin.label ? <bdi>{pin.label}</bdi> : w.certificatePin}
            type="password"
            inputMode={pin.numeric ? 'numeric' : 'text'}
          />
        )}
        {otp && (
          <Input
            name="otp"
            label={otp.label ? <bdi>{otp.label}</bdi> : w.certificateOtp}
            inputMode={otp.numeric ? 'numeric' : 'text'}
            autoComplete="one-time-code"
          />
        )}
        <SendButton>{title()}</SendButton>
      </ActForm>
    </>
  );
};

const SECOND = 1000;

/** The wait for somebody who signs just now: it asks again by itself, also where no answer comes. */
const Wait = ({ step }: { step: CertificateStep }) => {
  const tries = useSignal(0);
  useEffect(() => {
    const again = () =>
      goOn(step.signing, { ...last, returned: undefined }).catch((error: unknown) => {
        if (error instanceof CallFailed) void run(() => Promise.reject(error));
        else tries.value += 1;
      });
    // Not an act of its own: that would take the focus from whatever has it.
    const timer = setTimeout(again, (step.wait_seconds ?? 5) * SECOND);
    return () => clearTimeout(timer);
  }, [step, tries.value]);
  return <p role="status">{w.certificateWait}</p>;
};

const STEPS = { redirect: Redirect, choose: Choose, authorize: Authorize, wait: Wait, done: () => null };

/** Steps from which the signer may begin anew. */
const RESTARTS: readonly string[] = ['choose', 'authorize', 'none'];

/** The steps at the trust service. Each begins with its title, as a sheet of its own. */
export const CertificateSheet = () => {
  const step = due.value;
  const name = step?.step ?? 'none';
  const Step = step && STEPS[step.step];
  return (
    <Sheet key={name} title={title()}>
      {Step ? <Step step={step} /> : <p role="status">{busy.value ? w.certificateBack : w.certificateNot}</p>}
      {RESTARTS.includes(name) && (
        <ActButton other={step !== null} act={() => withWhatIsShown(startSignature)}>
          {w.certificateAgain}
        </ActButton>
      )}
    </Sheet>
  );
};
