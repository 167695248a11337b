import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Choice, textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { quoted } from '../../shared/words/spoken.ts';
import { ask } from '../../user/session.ts';
import { Shown, useAnswer } from '../company/answer.tsx';
import { Block } from '../company/block.tsx';
import { LinesSetting, TextSetting } from '../company/controls.tsx';
import { ownPath } from '../company/own.ts';
import { SettingsForm } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import type { Group, Policy } from './answers.ts';
import { EmergencyOwners } from './emergency-owners.tsx';

/** Rules for the members, and for whom they may send to: one in each block. */
export const PolicySection = () => {
  const policy = useAnswer(() => ask<Policy>('GET', `${ownPath()}/policy`));
  const save = async (change: object): Promise<void> => {
    policy.value.value = await ask<Policy>('PATCH', `${ownPath()}/policy`, change);
  };
  return (
    <Shown of={policy}>
      {(found) => (
        <>
          <Factor of={found} save={save} />
          <Networks of={found} save={save} />
          <Passkeys of={found} save={save} />
          <Sessions of={found} save={save} />
          <Sending of={found} save={save} />
        </>
      )}
    </Shown>
  );
};

interface Part {
  of: Policy;
  save: (change: object) => Promise<void>;
}

/** A choice that shuts members out: whoever makes it says first that it is meant. */
const Strict = ({ name, isOn, children }: { name: string; isOn: boolean; children: ComponentChildren }) => {
  const isChosen = useSignal(isOn);
  return (
    <div class="setting">
      <Choice
        type="checkbox"
        name={name}
        defaultChecked={isOn}
        onChange={({ currentTarget }) => {
          isChosen.value = currentTarget.checked;
        }}
      >
        {children}
      </Choice>
      {isChosen.value && !isOn && <Sure />}
    </div>
  );
};

const Sure = () => (
  <Choice type="checkbox" name="sure" required>
    {w.polSure}
  </Choice>
);

const Factor = ({ of, save }: Part) => {
  const { count: all, without_second_factor: count } = of.members;
  const change = (given: FormData) =>
    save({
      second_factor: given.has('second_factor'),
      provider_second_factor: given.has('provider_second_factor'),
    });
  return (
    <Block title={w.polFactor} about={w.polFactorAbout}>
      <p>{say(w.polFactorCount, { count, all })}</p>
      <SettingsForm save={change}>
        <Strict name="second_factor" isOn={of.second_factor}>
          {w.polFactorOn}
        </Strict>
        <div class="setting">
          <Choice type="checkbox" name="provider_second_factor" defaultChecked={of.provider_second_factor}>
            {w.polFactorProvider}
          </Choice>
        </div>
      </SettingsForm>
    </Block>
  );
};

const linesIn = (given: FormData, name: string): string[] =>
  textIn(given, name)
    .split(/[\s,;]+/)
    .filter(Boolean);

const Networks = ({ of, save }: Part) => {
  const before = of.networks.join('\n');
  const typed = useSignal(before);
  const change = (given: FormData) =>
    save({
      networks: linesIn(given, 'networks'),
      emergency_profile_ids: given.getAll('emergency_profile_ids'),
    });
  return (
    <Block title={w.polNetworks} about={w.polNetworksAbout}>
      <p>{say(w.polYourAddress, { address: { trusted: of.your_address } })}</p>
      <div
        onInput={({ target }) => {
          if (target instanceof HTMLTextAreaElement) typed.value = target.value;
        }}
      >
        <SettingsForm save={change}>
          <LinesSetting name="networks" label={w.polNetworksList} value={before} maxLength={10_000} rows={4} />
          <EmergencyOwners title={w.polEmergency} chosen={of.emergency_profile_ids} />
          {typed.value.trim() !== '' && typed.value !== before && (
            <div class="setting">
              <Sure />
            </div>
          )}
        </SettingsForm>
      </div>
    </Block>
  );
};

const Passkeys = ({ of, save }: Part) => {
  const { count: all, without_passkey: count } = of.members;
  return (
    <Block title={w.polPasskeys} about={w.polPasskeysAbout}>
      {of.passkeys_available || of.passkeys_only ? (
        <>
          <p>{say(w.polPasskeysCount, { count, all })}</p>
          <SettingsForm save={(given) => save({ passkeys_only: given.has('passkeys_only') })}>
            <Strict name="passkeys_only" isOn={of.passkeys_only}>
              {w.polPasskeysOn}
            </Strict>
          </SettingsForm>
        </>
      ) : (
        <p>{w.polPasskeysNot}</p>
      )}
    </Block>
  );
};

/** Bounds of the two lengths, as the API has them. */
const LENGTHS = { session_hours: [1, 8760], idle_minutes: [15, 43_200] } as const;

const lengthIn = (given: FormData, name: keyof typeof LENGTHS): number | null => {
  const typed = textIn(given, name);
  if (typed === '') return null;
  const [least, most] = LENGTHS[name];
  const length = Number(typed);
  if (Number.isInteger(length) && length >= least && length <= most) return length;
  throw new InputRefused(name, say(w.polNumber, { least, most }));
};

const Sessions = ({ of, save }: Part) => {
  const change = async (given: FormData) =>
    save({ session_hours: lengthIn(given, 'session_hours'), idle_minutes: lengthIn(given, 'idle_minutes') });
  const shown = (length: number | null) => (length === null ? null : String(length));
  return (
    <Block title={w.polSessions} about={w.polSessionsAbout}>
      <SettingsForm save={change}>
        <TextSetting name="session_hours" label={w.polHours} value={shown(of.session_hours)} maxLength={5} />
        <TextSetting name="idle_minutes" label={w.polIdle} value={shown(of.idle_minutes)} maxLength={5} />
      </SettingsForm>
    </Block>
  );
};

const ROLES = ['owner', 'admin', 'member', 'basic_user'] as const;

const Sending = ({ of: { sending }, save }: Part) => {
  const groups = useAnswer(() => ask<Group[]>('GET', '/v2/organization-groups'));
  const isOn = useSignal(sending !== null);
  const change = (given: FormData) =>
    save({
      sending: given.has('sending')
        ? {
            domains: linesIn(given, 'domains'),
            roles: given.getAll('roles'),
            group_ids: given.getAll('group_ids'),
          }
        : null,
    });
  return (
    <Block title={w.polSending} about={w.polSendingAbout}>
      <SettingsForm save={change}>
        <Choice
          type="checkbox"
          name="sending"
          defaultChecked={sending !== null}
          onChange={({ currentTarget }) => {
            isOn.value = currentTarget.checked;
          }}
        >
          {w.polSendingOn}
        </Choice>
        {isOn.value && (
          <>
            <LinesSetting
              name="domains"
              label={w.polDomains}
              value={sending?.domains.join('\n') ?? ''}
              maxLength={20_000}
              rows={4}
            />
            <fieldset class="setting">
              <legend>{w.polFree}</legend>
              {ROLES.map((role) => (
                <Choice
                  key={role}
                  type="checkbox"
                  name="roles"
                  value={role}
                  defaultChecked={sending ? sending.roles.includes(role) : role === 'owner'}
                >
                  {w[`role_${role}`]}
                </Choice>
              ))}
            </fieldset>
            <Shown of={groups}>
              {(found) =>
                found.length > 0 && (
                  <fieldset class="setting">
                    <legend>{w.polFreeGroups}</legend>
                    {found.map(({ id, name }) => (
                      <Choice
                        key={id}
                        type="checkbox"
                        name="group_ids"
                        value={id}
                        defaultChecked={sending?.group_ids.includes(id) ?? false}
                      >
                        {quoted(name)}
                      </Choice>
                    ))}
                  </fieldset>
                )
              }
            </Shown>
          </>
        )}
      </SettingsForm>
    </Block>
  );
};
