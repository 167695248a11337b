import { Choice, textIn } from '../../shared/parts.tsx';
import { ask } from '../../user/session.ts';
import { TextSetting } from '../company/controls.tsx';
import { ownPath } from '../company/own.ts';
import { Setting, SettingsForm } from '../parts/settings-form.tsx';
import { w } from '../words/index.ts';
import type { Provider, SignInSettings } from './answers.ts';
import { EmergencyOwners } from './emergency-owners.tsx';
import { OidcFields, readOidc } from './oidc-fields.tsx';
import { readSaml, SamlFields } from './saml-fields.tsx';

/** The identity provider as the administrator of both types it in. */
export const ProviderForm = ({
  of: { provider },
  kind,
  again,
}: {
  of: SignInSettings;
  kind: Provider['kind'];
  again: () => Promise<void>;
}) => {
  const saml = provider?.kind === 'saml' ? provider : null;
  const oidc = provider?.kind === 'oidc' ? provider : null;
  const save = async (given: FormData): Promise<void> => {
    await ask<Provider>('PUT', `${ownPath()}/identity-provider`, {
      name: textIn(given, 'name'),
      ...(kind === 'saml' ? readSaml(given) : readOidc(given)),
      new_members: given.get('new_members'),
      default_role: given.get('default_role'),
      active: given.has('active'),
      trusts_second_factor: given.has('trusts_second_factor'),
      required: given.has('required'),
      emergency_profile_ids: given.getAll('emergency_profile_ids'),
      ...(given.has('relink') ? { relink: true } : {}),
    });
    await again();
  };
  return (
    <SettingsForm save={save}>
      <TextSetting name="name" label={w.ssoName} value={provider?.name ?? null} required maxLength={60} />
      {kind === 'saml' ? <SamlFields of={saml} /> : <OidcFields of={oidc} />}
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
        {provider && (
          <>
            <Choice type="checkbox" name="relink" aria-describedby="about-relink">
              {w.ssoRelink}
            </Choice>
            <p class="soft" id="about-relink">
              {w.ssoRelinkAbout}
            </p>
          </>
        )}
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
      <EmergencyOwners title={w.ssoEmergency} chosen={provider?.emergency_profile_ids ?? []} />
    </SettingsForm>
  );
};
