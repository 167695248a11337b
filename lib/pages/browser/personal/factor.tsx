import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import encodeQr from 'qr';
import type { BackupCodes, MfaEnrollment, MfaStatus } from '../shared/answers.ts';
import { CallFailed } from '../shared/call.ts';
import { ActButton, ActForm, Danger, Input, SendButton, textIn } from '../shared/parts.tsx';
import { keepReading, problem } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { ask, onOtherProfile } from '../user/session.ts';
import { atInput } from './at-input.ts';
import { BackupCodesSheet } from './backup-codes.tsx';
import { Done } from './done.tsx';
import { say, w } from './words/index.ts';

/** State of the second factor; null until it is read. */
const status = signal<MfaStatus | null>(null);

/** The last change, in words. */
const done = signal('');

onOtherProfile(() => {
  status.value = null;
  done.value = '';
});

const PATH = '/v2/users/mfa';

const readStatus = async (): Promise<void> => {
  status.value = await ask<MfaStatus>('GET', PATH);
};

const open = (content: () => ReturnType<typeof Sheet>) => () => {
  done.value = '';
  showSheet(content);
};

/** The second factor: codes of an authenticator app. */
export const Factor = () => {
  useEffect(() => keepReading(readStatus), []);
  const { enabled, backup_codes_remaining: count } = status.value ?? {};
  return (
    <section>
      <h2>{w.factorPart}</h2>
      {!status.value &&
        (problem.value ? (
          <ActButton other act={readStatus}>
            {w.again}
          </ActButton>
        ) : (
          <p>{w.loading}</p>
        ))}
      {enabled === false && (
        <>
          <p>{w.factorOff}</p>
          <button type="button" class="other" onClick={open(() => <Enroll />)}>
            {w.factorStart}
          </button>
        </>
      )}
      {enabled && (
        <>
          <p>{w.factorOn}</p>
          <p class={count ? '' : 'bad'}>{say(w.backupLeft, { count: count ?? 0 })}</p>
          <div class="acts">
            <button type="button" class="other" onClick={open(() => <Renew />)}>
              {w.backupNew}
            </button>
            <button type="button" class="other" onClick={open(() => <Disable />)}>
              {w.factorDisable}
            </button>
          </div>
        </>
      )}
      <Done words={done.value} />
    </section>
  );
};

const codeIn = (typed: FormData): { code: string } => ({ code: textIn(typed, 'code').replace(/\s/g, '') });

/** Sends a code; a wrong one is said at its input. */
const withCode = <Answer,>(method: 'POST' | 'DELETE', path: string, typed: FormData): Promise<Answer> =>
  atInput('code', 'mfa_code_wrong', () => ask<Answer>(method, path, codeIn(typed)));

/** Shows the codes, which nobody can see again. */
const showCodes = async ({ backup_codes }: BackupCodes): Promise<void> => {
  showSheet(() => <BackupCodesSheet codes={backup_codes} />);
  await readStatus().catch(() => {});
};

const CodeInput = ({ label }: { label: string }) => (
  <Input name="code" label={label} inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
);

const Enroll = () => {
  const begun = useSignal<MfaEnrollment | null>(null);
  const begin = async (): Promise<void> => {
    begun.value = await ask<MfaEnrollment>('POST', `${PATH}/enroll`);
  };
  useEffect(() => keepReading(begin), []);
  const confirm = async (typed: FormData): Promise<void> => {
    try {
      await showCodes(await withCode<BackupCodes>('POST', `${PATH}/enroll/verify`, typed));
    } catch (error) {
      // Its time is over, or too many codes were wrong: the key is good for nothing any more.
      if (error instanceof CallFailed && error.code === 'mfa_enrollment_missing') begun.value = null;
      throw error;
    }
  };
  return (
    <Sheet title={w.factorStart}>
      {begun.value ? (
        <>
          <p>{w.factorScan}</p>
          <Qr text={begun.value.otpauth_url} />
          <p>
            {w.factorKey}
            <br />
            <code class="key" dir="ltr">
              {begun.value.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
          </p>
          <ActForm act={confirm}>
            <CodeInput label={w.factorCode} />
            <SendButton>{w.factorGo}</SendButton>
          </ActForm>
        </>
      ) : problem.value ? (
        <ActButton act={begin}>{w.again}</ActButton>
      ) : (
        <p role="status">{w.loading}</p>
      )}
    </Sheet>
  );
};

/** A QR code, dark on white whatever the page's colours: cameras need that. */
const Qr = ({ text }: { text: string }) => {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg class="qr" role="img" aria-label={w.factorQr} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={path} />
    </svg>
  );
};

const Renew = () => (
  <Sheet title={w.backupNew}>
    <p>{w.backupNewAbout}</p>
    <ActForm act={async (typed) => showCodes(await withCode<BackupCodes>('POST', `${PATH}/backup-codes`, typed))}>
      <CodeInput label={w.factor} />
      <Danger back={closeSheet}>
        <SendButton>{w.backupNew}</SendButton>
      </Danger>
    </ActForm>
  </Sheet>
);

const Disable = () => (
  <Sheet title={w.factorDisableAsk}>
    <p>{w.factorDisableAbout}</p>
    <ActForm
      act={async (typed) => {
        await withCode('DELETE', PATH, typed);
        closeSheet();
        await readStatus();
        done.value = w.factorOffDone;
      }}
    >
      <Input name="code" label={w.factor} autoComplete="one-time-code" maxLength={20} />
      <p class="soft">{w.factorBackup}</p>
      <Danger back={closeSheet}>
        <SendButton look="danger">{w.factorDisable}</SendButton>
      </Danger>
    </ActForm>
  </Sheet>
);
