import { signal } from '@preact/signals';
import type { MailboxPasskey, PasskeyStatement } from '../../shared/answers.ts';
import { ActButton } from '../../shared/parts.tsx';
import { madePasskey, usedPasskey } from '../../shared/passkeys.ts';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask, recipientPath } from '../state/api.ts';
import { byMeaning, recipient } from '../state/state.ts';
import { localeAndZone, say, spokenLocale, w } from '../words/index.ts';
import { send, withWhatIsShown } from './send.ts';

/** True once a passkey of the person's was asked for and none signed: it may be on another device. */
const isElsewhere = signal(false);

/** Asks for the statement, has a passkey sign it, and submits: the person's passkey, or a new one. */
const signBy = (isNew: boolean): Promise<void> =>
  withWhatIsShown(async (said) => {
    const body = { ...localeAndZone(), ...said, origin: location.origin };
    const statement = await ask<PasskeyStatement>('POST', recipientPath('submit/passkey'), body);
    await send({ ...said, passkey: { time: statement.time, ...(await signed(statement, isNew)) } });
    closeSheet();
  });

const signed = async ({ request, creation }: PasskeyStatement, isNew: boolean): Promise<object> => {
  if (request && !isNew) {
    isElsewhere.value = true;
    return { credential: await usedPasskey(request) };
  }
  const created = await madePasskey(creation);
  const { challenge, rp, timeout, authenticatorSelection } = creation;
  const credential = await usedPasskey({
    challenge,
    rpId: rp.id,
    timeout,
    userVerification: authenticatorSelection.userVerification,
    allowCredentials: [{ type: 'public-key', id: created.id, transports: [] }],
  });
  return { created, credential };
};

/** Says what the passkey signs and what it is, and asks the browser for it at a press. */
export const PasskeySheet = () => (
  <Sheet title={byMeaning(w.passkeySign, w.passkeyApprove, w.passkeyConfirm)}>
    {'PublicKeyCredential' in globalThis && isSecureContext ? (
      <>
        <p>{say(w.passkeyAbout, { email: recipient.value.email })}</p>
        <p class="soft">{w.passkeyIs}</p>
        <ActButton act={() => signBy(false)} doing={byMeaning(w.signing, w.approving, w.confirming)}>
          {w.passkeyUse}
        </ActButton>
        {isElsewhere.value && (
          <ActButton other act={() => signBy(true)}>
            {w.passkeyNew}
          </ActButton>
        )}
      </>
    ) : (
      <p>{w.passkeyNone}</p>
    )}
    <ActButton other act={showList}>
      {w.passkeyList}
    </ActButton>
  </Sheet>
);

/** Passkeys of the signer's mailbox, on all devices. */
const passkeys = signal<readonly MailboxPasskey[]>([]);

const showList = async (): Promise<void> => {
  passkeys.value = await ask<MailboxPasskey[]>('GET', recipientPath('passkeys'));
  showSheet(PasskeyList);
};

const remove = async (id: string): Promise<void> => {
  await ask('DELETE', recipientPath(`passkeys/${id}`));
  await showList();
};

/** The mailbox's passkeys, each with the way to remove it: a device may be lost. */
const PasskeyList = () => (
  <Sheet title={w.passkeyList}>
    <p>{passkeys.value.length > 0 ? w.passkeyRemoveAbout : w.passkeyListNone}</p>
    {passkeys.value.map(({ id, created_at }) => (
      <div class="pair" key={id}>
        <span>{say(w.passkeyMade, { date: { trusted: timeOf(created_at) } })}</span>
        <ActButton look="danger" act={() => remove(id)}>
          {w.passkeyRemove}
        </ActButton>
      </div>
    ))}
    <button type="button" class="other" onClick={() => showSheet(PasskeySheet)}>
      {w.back}
    </button>
  </Sheet>
);

const timeOf = (timestamp: string): string =>
  new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timestamp));
