import { Choice, textIn } from '../../shared/parts.tsx';
import { quoted } from '../../shared/words/spoken.ts';
import { ask } from '../../user/session.ts';
import { Shown, useAnswer } from '../company/answer.tsx';
import { TextSetting } from '../company/controls.tsx';
import { ownPath } from '../company/own.ts';
import { Setting, SettingsForm } from '../parts/settings-form.tsx';
import { w } from '../words/index.ts';
import type { Member, Provider, SignInSettings } from './answers.ts';

/** The identity provider as the administrator of both types it in. */
export const ProviderForm = ({ of: { provider }, again }: { of: SignInSettings; again: () => Promise<void> }) => {
  const members = useAnswer(() => ask<Member[]>('GET', '/v2/organization-members'));
  const save = async (given: FormData): Promise<void> => {
    const secret = textIn(given, 'client_secret');
    await ask<Provider>('PUT', `${ownPath()}/identity-provider`, {
      kind: 'oidc',
      name: textIn(given, 'name'),
      issuer: textIn(given, 'issuer'),
      client_id: textIn(given, 'client_id'),
      ...(secret ? { client_secret: secret } : {}),
      new_members: given.get('new_members'),
      default_role: given.get('default_role'),
      active: given.has('active'),
      trusts_second_factor: given.has('trusts_second_factor'),
      required: given.has('required'),
      emergency_profile_ids: given.getAll('emergency_profile_ids'),
    });
    await again();
  };
  return (
    <SettingsForm save={save}>
      <TextSetting name="name" label={w.ssoName} value={provider?.name ?? null} required maxLength={60} />
      <TextSetting
        name="issuer"
        label={w.ssoIssuer}
        about={w.ssoIssuerAbout}
        value={provider?.issuer ?? null}
        type="url"
        required
        maxLength={500}
      />
      <TextSetting name="client_id" label={w.ssoClient} value={provider?.client_id ?? null} required maxLength={300} />
      <Setting
        name="client_secret"
        label={w.ssoSecret}
        about={provider?.has_client_secret ? `${w.ssoSecretAbout} ${w.ssoSecretKept}` : w.ssoSecretAbout}
      >
        {(control) => <input {...control} type="password" autoComplete="off" maxLength={500} />}
      </Setting>
      <Setting name="new_members" label={w.ssoNew}>
        {(control) => (
          <select {...control}>
            <option value="join">{w.ssoNewJoin}</option>
            <option value="wait" selected={provider?.new_members === 'wait'}>
              {w.ssoNewWait}
            </option>
          </select>
        )}
      </Setting>
      <Setting name="default_role" label={w.ssoRole}>
        {(control) => (
          <select {...control}>
            <option value="member">{w.role_member}</option>
            <option value="basic_user" selected={provider?.default_role === 'basic_user'}>
              {w.role_basic_user}
            </option>
          </select>
        )}
      </Setting>
      <div class="setting">
        <Choice type="checkbox" name="active" defaultChecked={provider?.active ?? false}>
          {w.ssoActive}
        </Choice>
        <Choice type="checkbox" name="trusts_second_factor" defaultChecked={provider?.trusts_second_factor ?? false}>
          {w.ssoTrusts}
        </Choice>
      </div>
      <div class="setting">
        <Choice
          type="checkbox"
          name="required"
          defaultChecked={provider?.required ?? false}
          aria-describedby="about-required"
        >
          {w.ssoRequired}
        </Choice>
        <p class="soft" id="about-required">
          {w.ssoRequiredAbout}
        </p>
      </div>
      <Shown of={members}>
        {(found) => (
          <fieldset class="setting">
            <legend>{w.ssoEmergency}</legend>
            {found
              .filter(({ roles }) => roles.includes('owner'))
              .map(({ id, first_name, last_name }) => (
                <Choice
                  key={id}
                  type="checkbox"
                  name="emergency_profile_ids"
                  value={id}
                  defaultChecked={provider?.emergency_profile_ids.includes(id) ?? false}
                >
                  {quoted(`${first_name} ${last_name}`)}
                </Choice>
              ))}
          </fieldset>
        )}
      </Shown>
    </SettingsForm>
  );
};
