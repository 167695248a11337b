import { hashSecret } from '../../base/ids.ts';
import type { IdentityProviderItem, ProviderKind } from '../../storage/records/identity-provider.ts';

/** Statements of a provider on a person beside the subject. None of them identifies anybody later. */
export interface StatedPerson {
  email: string | undefined;
  /** Undefined if the provider doesn't say. */
  email_verified: boolean | undefined;
  first_name: string | undefined;
  last_name: string | undefined;
  name: string | undefined;
}

/** A person as proven by the identity provider of an organization, by whatever protocol. */
export interface ProvenIdentity {
  organization_id: string;
  kind: ProviderKind;
  issuer: string;
  subject: string;
  /** The provider's own id of its session, if it says one. */
  sid: string | undefined;
  /** Reads what the provider states of the person: asked for when the person comes for the first time. */
  person: () => Promise<StatedPerson>;
}

/** A proven identity with all that the provider states, for the administrator who tests. */
export interface StatingIdentity extends ProvenIdentity {
  claims: Record<string, unknown>;
}

/**
 * The issuer under which people at a provider are known. The same name in another protocol is another issuer, because
 * the two may name people in different ways.
 */
export const issuerOf = ({ kind, issuer }: Pick<IdentityProviderItem, 'kind' | 'issuer'>): string =>
  kind === 'saml' ? `saml:${issuer}` : issuer;

/** Hash under which a person at a provider is kept. */
export const identityHash = ({ issuer, subject }: { issuer: string; subject: string }): string =>
  hashSecret(JSON.stringify(['subject', issuer, subject]));

/** Hash under which a session at a provider is kept. */
export const providerSessionHash = (issuer: string, sid: string): string =>
  hashSecret(JSON.stringify(['sid', issuer, sid]));

/** Hash under which a notice of a provider is kept. */
export const noticeHash = (issuer: string, jti: string): string => hashSecret(JSON.stringify(['jti', issuer, jti]));

/** Hash under which an assertion of a SAML provider is kept. */
export const assertionHash = (of: { organization_id: string; issuer: string; id: string }): string =>
  hashSecret(JSON.stringify(['assertion', of.organization_id, of.issuer, of.id]));
