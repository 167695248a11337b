import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { timeOf } from '../account/dates.tsx';
import type { MfaStatus, Passkey, PasskeyCreationOptions } from '../shared/answers.ts';
import { ActButton, ActForm, Danger, Input, SendButton, textIn } from '../shared/parts.tsx';
import { madePasskey } from '../shared/passkeys.ts';
import { busy, keepReading } from '../shared/run.ts';
import { Sheet, showSheet } from '../shared/sheet.tsx';
import { signedByPasskey } from '../user/passkeys.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { say, w } from './words/index.ts';

/** The user's passkeys; null until they are read. */
const passkeys = signal<readonly Passkey[] | null>(null);

/** The last change, as the list says it. */
const done = signal('');

onOtherProfile(() => {
  passkeys.value = null;
  done.value = '';
});

const PATH = '/v2/users/passkeys';

const readList = async (): Promise<void> => {
  passkeys.value = await ask<Passkey[]>('GET', PATH);
};

/** Goes back to the list, which says what was done. */
const finish = async (what = ''): Promise<void> => {
  await readList();
  done.value = what;
  showSheet(Passkeys);
};

const leaveTo = (content: () => ReturnType<typeof Sheet>) => () => {
  done.value = '';
  showSheet(content);
};

const toList = leaveTo(() => <Passkeys />);

/** The user's passkeys, with what can be done with each. */
export const Passkeys = () => {
  useEffect(() => (passkeys.value ? undefined : keepReading(readList)), []);
  return (
    <Sheet title={w.passkeys}>
      <p>{w.passkeysAbout}</p>
      {done.value && <p role="status">{done.value}</p>}
      {passkeys.value?.length === 0 && <p class="soft">{w.passkeysNone}</p>}
      {passkeys.value?.map((passkey) => (
        <button type="button" class="other" key={passkey.id} onClick={leaveTo(() => <OnePasskey of={passkey} />)}>
          <bdi class="own">{passkey.name}</bdi>
          <br />
          <span class="soft">{lastUseOf(passkey)}</span>
        </button>
      ))}
      <button type="button" disabled={passkeys.value === null || busy.value} onClick={leaveTo(() => <AddPasskey />)}>
        {w.passkeyAdd}
      </button>
    </Sheet>
  );
};

const lastUseOf = ({ last_used_at, created_at }: Passkey): string =>
  last_used_at
    ? say(w.passkeyUsed, { date: { trusted: timeOf(last_used_at) } })
    : say(w.passkeyAdded, { date: { trusted: timeOf(created_at) } });

/** A passkey's name, and the way to remove it. */
const OnePasskey = ({ of: { id, name, created_at, ...passkey } }: { of: Passkey }) => {
  const rename = async (typed: FormData): Promise<void> => {
    await ask('PATCH', `${PATH}/${id}`, { name: textIn(typed, 'name') });
    await finish();
  };
  return (
    <Sheet title={say(w.passkeyNamed, { name })}>
      <p class="soft">
        {say(w.passkeyAdded, { date: { trusted: timeOf(created_at) } })}
        {passkey.last_used_at && (
          <>
            <br />
            {say(w.passkeyUsed, { date: { trusted: timeOf(passkey.last_used_at) } })}
          </>
        )}
      </p>
      <ActForm act={rename}>
        <Input name="name" label={w.passkeyName} value={name} maxLength={100} />
        <SendButton>{w.passkeySave}</SendButton>
      </ActForm>
      <button type="button" class="danger" onClick={() => showSheet(() => <RemovePasskey id={id} name={name} />)}>
        {w.passkeyRemove}
      </button>
      <button type="button" class="other" onClick={toList}>
        {w.back}
      </button>
    </Sheet>
  );
};

/** Asks before a passkey is removed. */
const RemovePasskey = ({ id, name }: { id: string; name: string }) => {
  const remove = async (): Promise<void> => {
    await ask('DELETE', `${PATH}/${id}`);
    await finish(say(w.passkeyRemoved, { name }));
  };
  return (
    <Sheet title={say(w.passkeyRemoveAsk, { name })}>
      <p>{w.passkeyRemoveAbout}</p>
      <Danger back={toList}>
        <ActButton look="danger" act={remove}>
          {w.passkeyRemove}
        </ActButton>
      </Danger>
    </Sheet>
  );
};

/** The proof that is asked for: a code where there is a second factor, else the password. */
const proof = signal<'password' | 'code' | null>(null);

/** Name of the new passkey, as it was typed last. */
const typedName = signal('');

/** Adds a passkey, once its owner has proved to be asking. */
const AddPasskey = () => {
  // Before somebody types: it would be taken away.
  useLayoutEffect(() => {
    typedName.value = '';
    proof.value = null;
    return keepReading(async () => {
      const { enabled } = await ask<MfaStatus>('GET', '/v2/users/mfa');
      proof.value = enabled ? 'code' : 'password';
    });
  }, []);
  const add = async (by: object): Promise<void> => {
    const options = await ask<PasskeyCreationOptions>('POST', `${PATH}/options`, by);
    const credential = await madePasskey(options);
    const { name } = await ask<Passkey>('POST', PATH, { credential, name: typedName.value || null });
    await finish(say(w.passkeyDone, { name }));
  };
  const addByForm = async (typed: FormData): Promise<void> => {
    typedName.value = textIn(typed, 'name');
    const given = String(typed.get(proof.value ?? '') ?? '');
    await add(proof.value === 'code' ? { code: given.trim() } : { password: given });
  };
  return (
    <Sheet title={w.passkeyAdd}>
      {proof.value ? (
        <ActForm act={addByForm}>
          <Input name="name" label={w.passkeyName} maxLength={100} optional />
          {proof.value === 'code' ? (
            <>
              <Input name="code" label={w.factor} autoComplete="one-time-code" maxLength={20} />
              <p class="soft">{w.factorBackup}</p>
            </>
          ) : (
            <Input name="password" label={w.password} type="password" autoComplete="current-password" maxLength={200} />
          )}
          <SendButton>{w.continue}</SendButton>
        </ActForm>
      ) : (
        <p role="status">{w.loading}</p>
      )}
      {(passkeys.value?.length ?? 0) > 0 && (
        <ActButton other act={async () => add({ credential: await signedByPasskey() })}>
          {w.passkeyUse}
        </ActButton>
      )}
      <button type="button" class="other" onClick={toList}>
        {w.back}
      </button>
    </Sheet>
  );
};
