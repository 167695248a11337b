import { timeOf } from '../../account/dates.tsx';
import type { ApiKey } from '../../shared/answers.ts';
import { ActForm, SendButton, textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask, me } from '../../user/session.ts';
import { askToDelete } from '../parts/ask-to-delete.tsx';
import { List } from '../parts/list.tsx';
import { pagedList } from '../parts/list-state.ts';
import { tell } from '../parts/notice.tsx';
import { Press, RowActs } from '../parts/row-acts.tsx';
import { Setting } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { askToRotate, OldSecret, showSecret, withoutSecret } from './client-sheets.tsx';
import { isWithin, memberOf, members, nameOf, readMembers, rolesOf } from './members-state.ts';

/** The organization's API keys. */

const keys = pagedList<ApiKey>(async () => {
  const [rows] = await Promise.all([ask<ApiKey[]>('GET', '/v2/api-keys'), readMembers()]);
  return { rows, next: null };
});

const put = (changed: ApiKey): void =>
  keys.change((rows) => rows.map((one) => (one.client_id === changed.client_id ? changed : one)));

export const ApiKeys = () => (
  <>
    <div class="row start">
      <button type="button" onClick={() => showSheet(() => <KeySheet />)}>
        {w.apiKeyMake}
      </button>
    </div>
    <List of={keys} label={w.apiKeysTitle} empty={w.apiKeysEmpty}>
      {(key) => <Row key={key.client_id} of={key} />}
    </List>
  </>
);

const Row = ({ of: key }: { of: ApiKey }) => {
  const { name, profile_id, status, last_used_at, previous_secret_expires_at } = key;
  const member = memberOf(profile_id);
  // The API refuses to change a key that can do more than the user.
  const mayChange = !member || isWithin(member);
  return (
    <li>
      <div class="which">
        <p class="name">
          <bdi class="own">{name}</bdi>
        </p>
        <p class="soft">
          {last_used_at ? say(w.apiKeyUsed, { time: { trusted: timeOf(last_used_at) } }) : w.apiKeyUnused}
        </p>
      </div>
      <div class="what">
        {member && <p>{say(w.apiKeyFor, { name: nameOf(member), roles: { trusted: rolesOf(member) } })}</p>}
        {status === 'dead' && <p class="bad">{w.apiKeyDead}</p>}
        {status === 'locked' && <p class="bad">{w.apiKeyLocked}</p>}
        <OldSecret until={previous_secret_expires_at} />
      </div>
      {mayChange && (
        <RowActs of={name}>
          <Press act={() => showSheet(() => <KeySheet of={key} />)}>{w.apiKeyChange}</Press>
          {status === 'active' && <Press act={() => askToRotate(key, () => rotate(key))}>{w.apiKeyRotate}</Press>}
          <Press act={() => askToDelete(name, w.apiKeyDeleteAbout, () => remove(key))}>{w.apiKeyDelete}</Press>
        </RowActs>
      )}
    </li>
  );
};

const rotate = async ({ client_id }: ApiKey): Promise<ApiKey> => {
  const rotated = await ask<ApiKey>('POST', `/v2/api-keys/${client_id}/rotate`);
  put(withoutSecret(rotated));
  return rotated;
};

const remove = async ({ client_id }: ApiKey): Promise<void> => {
  await ask('DELETE', `/v2/api-keys/${client_id}`);
  keys.change((rows) => rows.filter((one) => one.client_id !== client_id));
};

/** Makes a key, or changes `of`. */
const KeySheet = ({ of }: { of?: ApiKey }) => {
  const choices = members.value.filter((one) => !one.locked && one.user_id && isWithin(one));
  const save = async (given: FormData): Promise<void> => {
    const body = { name: textIn(given, 'name'), profile_id: textIn(given, 'profile_id') };
    if (of) {
      await change(of, body);
      return;
    }
    const made = await ask<ApiKey>('POST', '/v2/api-keys', body);
    keys.change((rows) => [...rows, withoutSecret(made)]);
    showSecret(w.apiKeyMadeTitle, made);
  };
  return (
    <Sheet title={of ? say(w.apiKeyChangeTitle, { name: of.name }) : w.apiKeyMake} typing>
      <ActForm act={save}>
        <Setting name="name" label={w.apiKeyName} about={w.apiKeyNameAbout}>
          {(control) => <input {...control} type="text" required maxLength={100} defaultValue={of?.name ?? ''} />}
        </Setting>
        <Setting name="profile_id" label={w.apiKeyActsFor} about={w.apiKeyActsForAbout}>
          {(control) => (
            <select {...control} required>
              {choices.map((one) => (
                <option key={one.id} value={one.id} selected={one.id === (of?.profile_id ?? me.value?.id)}>
                  {`${nameOf(one)} (${rolesOf(one)})`}
                </option>
              ))}
            </select>
          )}
        </Setting>
        <SendButton>{of ? w.orgSave : w.apiKeyMake}</SendButton>
      </ActForm>
    </Sheet>
  );
};

const change = async (before: ApiKey, body: { name: string; profile_id: string }): Promise<void> => {
  const send = async (what: { name: string; profile_id: string }): Promise<void> =>
    put(await ask<ApiKey>('PATCH', `/v2/api-keys/${before.client_id}`, what));
  await send(body);
  closeSheet();
  const { name, profile_id } = before;
  // A key whose member is gone can't be given back.
  const undo = before.status === 'dead' ? undefined : () => send({ name, profile_id });
  tell(say(w.apiKeyChanged, { name: body.name }), undo);
};
