import { signal } from '@preact/signals';
import type { RecipientRecord } from '../shared/answers.ts';
import { CallFailed } from '../shared/call.ts';
import { ActButton, ActForm, Danger, Input, SendButton, textIn } from '../shared/parts.tsx';
import { newRequestKey } from '../shared/request-key.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { ask } from '../user/session.ts';
import { envelope, isChangeable, isOwn, readEnvelope } from './envelope-data.ts';
import { isActing } from './envelope-state.ts';
import { say, w } from './words/index.ts';

/** Acts of a sender on an envelope. */

/** The last act: its recipient's id, and its confirmation. */
const done = signal<{ id: string; words: string } | null>(null);

/** The last act that got no answer. A repeat has the same key, so that it is carried out once. */
let unanswered: { act: string; key: string } | null = null;

/** Carries an act out once, and shows the envelope's new state, even if the act was refused. */
const change = async (method: 'PUT' | 'PATCH', path: string, body: object): Promise<void> => {
  const id = envelope.value?.id ?? '';
  const act = JSON.stringify([method, id, path, body]);
  const key = unanswered?.act === act ? unanswered.key : newRequestKey();
  unanswered = { act, key };
  done.value = null;
  try {
    await ask(method, `/v2/envelopes/${id}${path}`, body, key);
    unanswered = null;
  } catch (error) {
    if (error instanceof CallFailed) unanswered = null;
    throw error;
  } finally {
    await readEnvelope(id).catch(() => {});
  }
};

/** Retries a failed sealing of the documents. */
export const sealAgain = (): Promise<void> => change('PUT', '', { action: 'seal' });

const changeRecipient = async ({ id, role_name }: RecipientRecord, body: object, words: string): Promise<void> => {
  await change('PATCH', `/recipients/${encodeURIComponent(role_name)}`, body);
  done.value = { id, words };
};

/** Buttons below a recipient, if the user is the sender. */
export const RecipientActs = ({ recipient }: { recipient: RecipientRecord }) => {
  const { status, type, delegated_to, full_name } = recipient;
  const isDone = done.value?.id === recipient.id;
  const open_ = isChangeable.value;
  const canRemind = open_ && isActing(recipient) && !envelope.value?.no_contact;
  const canCorrect = open_ && (isActing(recipient) || status === 'pending' || status === 'failed');
  const reopened = isOwn.value && envelope.value?.status === 'declined' && status === 'declined';
  const canReset = !delegated_to && type !== 'cc' && ((open_ && status === 'failed') || reopened);
  const remind = () => changeRecipient(recipient, { action: 'remind' }, say(w.reminded, { name: full_name }));
  const reset = () => changeRecipient(recipient, { action: 'reset' }, say(w.resetTo, { name: full_name }));
  return (
    <>
      {isDone && <p role="status">{done.value?.words}</p>}
      {/* Each recipient has buttons of the same words: a screen reader says whose they are. */}
      <fieldset class="acts" aria-labelledby={`name-${recipient.id}`}>
        {canRemind && (
          <ActButton other act={remind}>
            {w.remind}
          </ActButton>
        )}
        {canCorrect && (
          <button type="button" class="other" onClick={() => showSheet(() => <Correct recipient={recipient} />)}>
            {w.correct}
          </button>
        )}
        {canReset && (
          <ActButton other act={reset}>
            {w.startOver}
          </ActButton>
        )}
      </fieldset>
    </>
  );
};

const Correct = ({ recipient }: { recipient: RecipientRecord }) => {
  const { first_name, last_name, email, phone, full_name, role_name } = recipient;
  const correct = async (typed: FormData): Promise<void> => {
    const body = Object.fromEntries(['first_name', 'last_name', 'email'].map((name) => [name, textIn(typed, name)]));
    await changeRecipient(recipient, body, w.corrected);
    closeSheet();
  };
  return (
    <Sheet title={say(w.correctTitle, { name: full_name || role_name })}>
      <p>{w.correctAbout}</p>
      <ActForm act={correct}>
        <Input name="first_name" label={w.firstName} value={first_name} maxLength={100} />
        <Input name="last_name" label={w.lastName} value={last_name} maxLength={100} />
        <Input name="email" label={w.email} type="email" value={email} maxLength={254} optional={Boolean(phone)} />
        <SendButton>{w.correctGo}</SendButton>
      </ActForm>
    </Sheet>
  );
};

const Cancel = () => (
  <Sheet title={w.cancelTitle}>
    <p>{w.cancelAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          await change('PUT', '', { action: 'cancel' });
          closeSheet();
        }}
      >
        {w.cancelGo}
      </ActButton>
    </Danger>
  </Sheet>
);

/** The button that cancels an envelope, if that is possible. */
export const cancelButton = () =>
  isChangeable.value && (
    <button type="button" class="other bad" onClick={() => showSheet(Cancel)}>
      {w.cancelGo}
    </button>
  );
