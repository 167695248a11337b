import { isDeepStrictEqual } from 'node:util';
import { timestamp } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail, invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { change } from '../../storage/engine/change.ts';
import { readTogether } from '../../storage/engine/read.ts';
import {
  identityProviderAt,
  identityProviderRecord,
  identityProviderWrites,
  signInDomainsOf,
  signInRuleWrites,
} from '../../storage/identity-providers.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { EventChange } from '../../storage/records/administration.ts';
import type { IdentityProviderItem, OidcSettings, SamlSettings } from '../../storage/records/identity-provider.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import { demandToAppoint } from '../access/appoint.ts';
import type { UserCaller } from '../access/caller.ts';
import { transactAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import { providerPage } from '../organizations/sign-in-rule.ts';
import { isActive } from '../profiles/profile-store.ts';
import { assertionConsumer, entityId, redirectUri } from './addresses.ts';
import { encryptClientSecret } from './client-secret.ts';
import { presentDomain } from './domains.ts';
import { issuerOf } from './identity.ts';
import { checkedAddress, checkedIssuer } from './issuer.ts';
import type {
  IdentityProvider,
  IdentityProviderInput,
  OidcProviderInput,
  SamlProviderInput,
  SignInSettings,
} from './provider-schema.ts';
import { presentCertificate, readCertificates } from './saml-certificate.ts';

/** Reads how members of the caller's organization sign in, and what to register at the provider. */
export const readSignInSettings = async (caller: UserCaller, organization_id: string): Promise<SignInSettings> => {
  demandOwn(caller, organization_id);
  const [[provider, organization], domains] = await Promise.all([
    readTogether([identityProviderAt(organization_id), organizationAt(organization_id)]),
    signInDomainsOf(organization_id),
  ]);
  return {
    provider: provider ? presentProvider(provider, organization) : null,
    domains: domains.map(presentDomain),
    redirect_uri: redirectUri(organization_id),
    entity_id: entityId(organization_id),
    acs_url: assertionConsumer(organization_id),
    logout_uri: `${config.baseUrl()}/v2/users/authenticate/provider/${organization_id}/logout`,
    sign_in_uri: providerPage(organization_id),
  };
};

/**
 * Sets the organization's identity provider as a whole. Another issuer is another provider: it needs its own secret,
 * and sign-ins that have begun at the former one are void. Throws `invalid` for an issuer that isn't https, and for a
 * demand without a proven domain or without owners who can get in otherwise.
 */
export const setProvider = async (
  caller: UserCaller,
  organization_id: string,
  { relink = false, ...stated }: IdentityProviderInput,
): Promise<IdentityProvider> => {
  demandOwn(caller, organization_id);
  demandToAppoint(caller, [stated.default_role]);
  const kept = readSettings(stated);
  const { kind, issuer } = kept;
  const exempt = new Set(stated.emergency_profile_ids);
  return change(
    async () => {
      const [before, organization, ...owners] = await readTogether([
        identityProviderAt(organization_id),
        organizationAt(organization_id),
        ...[...exempt].map((id) => profileAt(organization_id, id)),
      ]);
      return { before, organization: organization ?? fail('not_found'), owners };
    },
    async ({ before, organization, owners }) => {
      if (owners.some((owner) => !isActive(owner) || !owner.roles.includes('owner')))
        invalid('emergency_profile_ids', 'must be profiles of owners who are not locked');
      if (stated.required) demandWaysIn(stated, organization);
      const isSame = before?.kind === kind && before.issuer === issuer && keepsCertificates(before, kept);
      const { name, active, new_members, default_role, trusts_second_factor } = stated;
      const at = timestamp();
      const provider = identityProviderRecord({
        organization_id,
        version: isSame ? before.version : newId(),
        issuer,
        ...formerIssuers(before, issuerOf(kept), relink),
        ...{ name, active, new_members, default_role, trusts_second_factor },
        ...(kept.kind === 'saml'
          ? { kind: 'saml', saml: kept.saml }
          : { kind: 'oidc', oidc: await clientOf(kept.client, organization_id, issuer, before) }),
        created_at: before?.created_at ?? at,
        updated_at: at,
      });
      const rule = { sign_in_required: stated.required, sign_in_exempt: exempt };
      const answer = presentProvider(provider, { ...organization, ...rule });
      describeAct({
        object: { id: organization_id, name },
        changes: changesOf(before && presentProvider(before, organization), answer),
      });
      return {
        writes: [identityProviderWrites.save(provider, before), signInRuleWrites.set(organization_id, rule)],
        answer,
      };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/** Settings that only this protocol has, checked. */
type KeptSettings = { issuer: string } & (
  | { kind: 'oidc'; client: OidcProviderInput }
  | { kind: 'saml'; saml: SamlSettings }
);

const readSettings = (stated: IdentityProviderInput): KeptSettings =>
  stated.kind === 'saml'
    ? { kind: 'saml', issuer: stated.issuer, saml: samlOf(stated) }
    : { kind: 'oidc', issuer: checkedIssuer(stated.issuer), client: stated };

const samlOf = ({
  sign_in_url,
  certificates,
  email_attribute,
  accepts_unsolicited,
}: SamlProviderInput): SamlSettings => ({
  sign_in_url: checkedAddress('sign_in_url', sign_in_url),
  certificates: readCertificates(certificates),
  email_attribute,
  accepts_unsolicited,
});

/** True if no certificate goes: what was checked by it before is void. */
const keepsCertificates = (before: IdentityProviderItem, after: KeptSettings): boolean =>
  before.kind !== 'saml' ||
  (after.kind === 'saml' && before.saml.certificates.every((one) => after.saml.certificates.includes(one)));

/** Members in which the settings differ, for the log: a new secret is none of them. */
const changesOf = (before: IdentityProvider | undefined, after: IdentityProvider): EventChange[] => {
  const known = new Map<string, unknown>(Object.entries(before ?? {}));
  return Object.entries(after).flatMap(([member, to]) => {
    const from = known.get(member);
    if (/_at$/.test(member) || isDeepStrictEqual(from, to)) return [];
    return [{ member, ...(from === undefined ? {} : { from }), to }];
  });
};

/** Throws `invalid` if a demand would shut everybody out, or nobody could meet it. */
const demandWaysIn = (
  { active, emergency_profile_ids }: IdentityProviderInput,
  { sign_in_domains }: OrganizationItem,
): void => {
  if (!active) invalid('required', 'needs an active provider');
  if (!sign_in_domains || sign_in_domains.size === 0) invalid('required', 'needs a proven domain first');
  if (emergency_profile_ids.length === 0)
    invalid('emergency_profile_ids', 'must name an owner who can get in if the provider fails');
};

/** Issuers whose members may be linked anew. A former issuer that comes back is the current one again. */
const formerIssuers = (
  before: IdentityProviderItem | undefined,
  issuer: string,
  relink: boolean,
): Pick<IdentityProviderItem, 'former_issuers'> => {
  const former = new Set(before?.former_issuers ?? []);
  const known = before && issuerOf(before);
  if (relink && known !== undefined && known !== issuer) former.add(known);
  former.delete(issuer);
  return former.size > 0 ? { former_issuers: former } : {};
};

/**
 * The client that the platform is at the issuer, with its secret encrypted for `organization_id`. Throws `invalid` if
 * it has no secret for this issuer and client.
 */
export const clientOf = async (
  { client_id, client_secret }: Pick<OidcProviderInput, 'client_id' | 'client_secret'>,
  organization_id: string,
  issuer: string,
  before: { issuer: string; oidc?: OidcSettings } | undefined,
): Promise<OidcSettings> => {
  if (client_secret === null) return { client_id, client_secret: null };
  if (client_secret !== undefined) {
    const place = { organization_id, issuer, client_id };
    return { client_id, client_secret: await encryptClientSecret(client_secret, place) };
  }
  // A secret that went along to another address would be that address's.
  if (before?.issuer === issuer && before.oidc?.client_id === client_id) return before.oidc;
  return invalid('client_secret', 'is needed for another issuer or another client; null means none');
};

/**
 * Removes the organization's provider; its members sign in by password or passkey from then on, or set a password by
 * mail. Domains stay, and so do identities, for a provider with the same issuer. No error if there is none.
 */
export const deleteProvider = async (caller: UserCaller, organization_id: string): Promise<void> => {
  demandOwn(caller, organization_id);
  await change(
    async () => (await readTogether([identityProviderAt(organization_id)]))[0],
    (before) => {
      if (!before) return { answer: undefined };
      describeAct({ object: { id: organization_id, name: before.name } });
      const rule = { sign_in_required: false, sign_in_exempt: new Set<string>() };
      return {
        writes: [identityProviderWrites.remove(before), signInRuleWrites.set(organization_id, rule)],
        answer: undefined,
      };
    },
    { write: (writes) => transactAs(caller, writes) },
  );
};

/** Presents the provider: never its secret. */
const presentProvider = (item: IdentityProviderItem, organization: OrganizationItem | undefined): IdentityProvider => {
  const { issuer, name, active, new_members, default_role, trusts_second_factor } = item;
  const common = {
    ...{ name, active, new_members, default_role, trusts_second_factor },
    required: organization?.sign_in_required === true,
    emergency_profile_ids: [...(organization?.sign_in_exempt ?? [])],
    created_at: item.created_at,
    updated_at: item.updated_at,
  };
  if (item.kind === 'saml') {
    const { certificates, ...saml } = item.saml;
    return { kind: 'saml', issuer, ...saml, certificates: certificates.map(presentCertificate), ...common };
  }
  const { client_id, client_secret } = item.oidc;
  return { kind: 'oidc', issuer, client_id, has_client_secret: client_secret !== null, ...common };
};
