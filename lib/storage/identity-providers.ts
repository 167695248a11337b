import { collection, removeRecord } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import {
  identityKey,
  identityProviderKey,
  organizationKey,
  profileKey,
  providerNoticeKey,
  providerSessionKey,
  providerSignInKey,
  SIGN_IN_DOMAIN_PREFIX,
  samlAnswerKey,
  signInDomainKey,
} from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type {
  IdentityItem,
  IdentityProviderItem,
  OidcProviderItem,
  ProviderSessionItem,
  ProviderSignInItem,
  SamlAnswerItem,
  SamlProviderItem,
  SignInDomainItem,
} from './records/identity-provider.ts';
import type { ProfileItem } from './records/profile.ts';

export const identityProviderAt = (organization_id: string): At<IdentityProviderItem> =>
  at(identityProviderKey(organization_id));
export const signInDomainAt = (organization_id: string, domain: string): At<SignInDomainItem> =>
  at(signInDomainKey(organization_id, domain));
/** Place of a person at the provider. `identityHash`: of issuer and subject. */
export const identityAt = (organization_id: string, identityHash: string): At<IdentityItem> =>
  at(identityKey(organization_id, identityHash));
/** Place of a notice that was carried out. */
export const providerNoticeAt = (organization_id: string, noticeHash: string): At<Key> =>
  at(providerNoticeKey(organization_id, noticeHash));
export const providerSessionAt = (organization_id: string, sessionHash: string): At<ProviderSessionItem> =>
  at(providerSessionKey(organization_id, sessionHash));

type Details<T> = Omit<T, keyof Key>;

export const identityProviderRecord = (
  provider: Details<OidcProviderItem> | Details<SamlProviderItem>,
): IdentityProviderItem => ({
  ...identityProviderKey(provider.organization_id),
  ...provider,
});

/** Domains that the organization has named, proven or not. One query. */
export const signInDomainsOf = (organization_id: string): Promise<SignInDomainItem[]> =>
  collection<SignInDomainItem>(identityProviderKey(organization_id).pk, SIGN_IN_DOMAIN_PREFIX);

export const identityProviderWrites = {
  /** Holds while the record is as it was read: absent, or of this time. */
  save: (provider: IdentityProviderItem, before: IdentityProviderItem | undefined): Write => ({
    put: provider,
    where: before ? { updated_at: before.updated_at } : ABSENT,
  }),
  /** Holds while it is as it was read. */
  remove: ({ pk, sk, updated_at }: IdentityProviderItem): Write => ({ remove: { pk, sk }, where: { updated_at } }),
};

/** The part on signing in of an organization's own record, which every call of a member reads. */
export interface SignInRule {
  sign_in_required: boolean;
  sign_in_exempt: ReadonlySet<string>;
}

export const signInRuleWrites = {
  /** Holds while the organization exists. An empty set is left out, because the table knows none. */
  set: (organization_id: string, { sign_in_required, sign_in_exempt }: SignInRule): Write => ({
    change: organizationKey(organization_id),
    set: { sign_in_required, ...(sign_in_exempt.size > 0 ? { sign_in_exempt } : {}) },
    ...(sign_in_exempt.size > 0 ? {} : { unset: ['sign_in_exempt'] }),
    where: PRESENT,
  }),
  addDomain: (organization_id: string, domain: string): Write => ({
    change: organizationKey(organization_id),
    add: { sign_in_domains: new Set([domain]) },
    where: PRESENT,
  }),
  removeDomain: (organization_id: string, domain: string): Write => ({
    change: organizationKey(organization_id),
    take: { sign_in_domains: new Set([domain]) },
    where: PRESENT,
  }),
};

export const signInDomainWrites = {
  /** Holds if the organization hasn't named the domain. */
  create: (domain: Details<SignInDomainItem>): Write => ({
    put: { ...signInDomainKey(domain.organization_id, domain.domain), ...domain },
    where: ABSENT,
  }),
  /** Holds while the organization names the domain. */
  mark: ({ pk, sk }: SignInDomainItem, verified_at: string | null): Write => ({
    change: { pk, sk },
    set: { verified_at },
    where: PRESENT,
  }),
  remove: ({ pk, sk }: Key): Write => ({ remove: { pk, sk } }),
};

export const identityWrites = {
  /** Holds while nobody is known by this identity, or the same user as was read (`before`). */
  create: (identityHash: string, identity: Details<IdentityItem>, before?: IdentityItem): Write => ({
    put: { ...identityKey(identity.organization_id, identityHash), ...identity },
    where: before ? { user_id: before.user_id } : ABSENT,
  }),
  /** Leads to another profile of the same user; holds while it is of that user. */
  follow: ({ pk, sk, user_id }: IdentityItem, profile_id: string): Write => ({
    change: { pk, sk },
    set: { profile_id },
    where: { user_id },
  }),
  remove: (organization_id: string, identityHash: string): Write => ({
    remove: identityKey(organization_id, identityHash),
  }),
  /** Marks the member as this identity's; holds while the member has the identity that was read. */
  mark: (
    { organization_id, id, identity: before }: Pick<ProfileItem, 'organization_id' | 'id' | 'identity'>,
    identity: ProfileItem['identity'],
  ): Write => ({
    change: profileKey(organization_id, id),
    set: { identity },
    where: { identity: before },
  }),
};

export const providerSessionWrite = (
  organization_id: string,
  sessionHash: string,
  of: Details<ProviderSessionItem>,
) => ({
  put: { ...providerSessionKey(organization_id, sessionHash), ...of },
});

/** The write of a provider's notice; it holds for the first of its kind. */
export const providerNoticeWrite = (organization_id: string, noticeHash: string, ttl: number): Write => {
  const notice: Key & { ttl: number } = { ...providerNoticeKey(organization_id, noticeHash), ttl };
  return { put: notice, where: ABSENT };
};

export const providerSignInWrite = (stateHash: string, begun: Details<ProviderSignInItem>): Write => ({
  put: { ...providerSignInKey(stateHash), ...begun },
});

/** Place of a sign-in that has begun. */
export const providerSignInAt = (stateHash: string): At<ProviderSignInItem> => at(providerSignInKey(stateHash));

/** Removes a sign-in that has begun and returns it: of two simultaneous uses only one gets it. */
export const takeProviderSignIn = (stateHash: string): Promise<ProviderSignInItem | undefined> =>
  removeRecord<ProviderSignInItem>(providerSignInKey(stateHash));

/** Place of a proven answer. `assertionHash`: of organization, issuer and the assertion's id. */
export const samlAnswerAt = (assertionHash: string): At<SamlAnswerItem> => at(samlAnswerKey(assertionHash));

export const samlAnswerWrites = {
  /** Holds for the first answer with this assertion. */
  create: (assertionHash: string, answer: Details<SamlAnswerItem>): Write => ({
    put: { ...samlAnswerKey(assertionHash), ...answer },
    where: ABSENT,
  }),
  /** Leaves a mark of it; holds for the first use of its code. */
  use: ({ pk, sk, code_hash }: SamlAnswerItem): Write => ({
    change: { pk, sk },
    set: { code_hash: 'used' },
    unset: ['stated'],
    where: { code_hash },
  }),
};
