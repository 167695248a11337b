import { dayOf, timeOf } from '../../account/dates.tsx';
import { ActButton, Choice } from '../../shared/parts.tsx';
import { showSheet } from '../../shared/sheet.tsx';
import { quoted } from '../../shared/words/spoken.ts';
import { ask } from '../../user/session.ts';
import { Shown, useAnswer } from '../company/answer.tsx';
import { Block } from '../company/block.tsx';
import { ownPath } from '../company/own.ts';
import { askToDelete } from '../parts/ask-to-delete.tsx';
import { Copied, SecretSheet } from '../parts/secret.tsx';
import { Setting, SettingsForm } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import type { Directory, Member } from './answers.ts';

const path = () => `${ownPath()}/directory`;

/** The directory that keeps the members by SCIM: its tokens, and what its people and groups are here. */
export const DirectoryBlock = () => {
  const directory = useAnswer(() => ask<Directory>('GET', path()));
  return (
    <Block title={w.scimTitle} about={w.scimAbout}>
      <Shown of={directory}>
        {(found) => (
          <>
            <p>{w.scimEntra}</p>
            <p>{w.scimOkta}</p>
            <Copied id="scim-url" label={w.scimUrl} text={found.scim_url} />
            <Tokens of={found} again={directory.again} />
            <Rules of={found} again={directory.again} />
          </>
        )}
      </Shown>
    </Block>
  );
};

interface Part {
  of: Directory;
  again: () => Promise<void>;
}

const Tokens = ({ of: { tokens }, again }: Part) => {
  const make = async (): Promise<void> => {
    const { token } = await ask<{ token: string }>('POST', `${path()}/tokens`);
    await again();
    showSheet(() => <SecretSheet title={w.scimToken} label={w.scimToken} secret={token} />);
  };
  const remove = async (id: string): Promise<void> => {
    await ask('DELETE', `${path()}/tokens/${id}`);
    await again();
  };
  return (
    <div class="setting">
      <ul class="list records">
        {tokens.map(({ id, created_at, last_used_on }) => {
          const name = say(w.scimTokenOf, { time: { trusted: timeOf(created_at) } });
          return (
            <li key={id}>
              <p>{name}</p>
              <p class="soft">
                {last_used_on ? say(w.scimTokenUsed, { day: { trusted: dayOf(last_used_on) } }) : w.scimTokenUnused}
              </p>
              <button
                type="button"
                class="quiet"
                onClick={() => askToDelete(name, w.scimTokenDeleteAbout, () => remove(id))}
              >
                {w.apiKeyDelete}
              </button>
            </li>
          );
        })}
      </ul>
      {tokens.length < 2 && (
        <ActButton look="other" act={make}>
          {w.scimTokenMake}
        </ActButton>
      )}
    </div>
  );
};

const Rules = ({ of: { default_role, role_groups, hands_over, heir_id }, again }: Part) => {
  const members = useAnswer(() => ask<Member[]>('GET', '/v2/organization-members'));
  const save = async (given: FormData): Promise<void> => {
    const roles = given.getAll('role');
    const groups = given.getAll('group').map((group, at) => ({ group: String(group).trim(), role: roles[at] }));
    await ask('PUT', path(), {
      default_role: given.get('default_role'),
      role_groups: groups.filter(({ group }) => group !== ''),
      hands_over: given.has('hands_over'),
      heir_id: given.get('heir_id') || null,
    });
    await again();
  };
  // An empty row at the end takes one more.
  const rows = [...role_groups, { group: '', role: 'member' }].slice(0, 20);
  return (
    <SettingsForm save={save}>
      <Setting name="scim_default_role" label={w.ssoRole}>
        {(control) => (
          <select {...control} name="default_role">
            <option value="member">{w.role_member}</option>
            <option value="basic_user" selected={default_role === 'basic_user'}>
              {w.role_basic_user}
            </option>
          </select>
        )}
      </Setting>
      <fieldset class="setting">
        <legend>{w.scimGroups}</legend>
        <p class="soft">{w.scimGroupsAbout}</p>
        {rows.map(({ group, role }, at) => (
          <div class="row" key={`${group}-${at}`}>
            <input
              name="group"
              type="text"
              defaultValue={group}
              maxLength={100}
              autoComplete="off"
              aria-label={say(w.scimGroup, { number: { trusted: String(at + 1) } })}
            />
            <select name="role" aria-label={say(w.scimGroupRole, { number: { trusted: String(at + 1) } })}>
              {(['basic_user', 'member', 'admin'] as const).map((one) => (
                <option key={one} value={one} selected={one === role}>
                  {w[`role_${one}`]}
                </option>
              ))}
            </select>
          </div>
        ))}
      </fieldset>
      <Shown of={members}>
        {(found) => (
          <Setting name="heir_id" label={w.scimHeir}>
            {(control) => (
              <select {...control}>
                <option value="">{w.scimHeirOwner}</option>
                {found.map(({ id, first_name, last_name }) => (
                  <option key={id} value={id} selected={id === heir_id}>
                    {quoted(`${first_name} ${last_name}`)}
                  </option>
                ))}
              </select>
            )}
          </Setting>
        )}
      </Shown>
      <div class="setting">
        <Choice type="checkbox" name="hands_over" defaultChecked={hands_over}>
          {w.scimHandsOver}
        </Choice>
      </div>
    </SettingsForm>
  );
};
