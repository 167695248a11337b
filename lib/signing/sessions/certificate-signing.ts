import { createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import { decrypted, encrypted } from '../../aws/keys/data-key.ts';
import { epochSeconds, MINUTE, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { fail, invalid } from '../../base/errors.ts';
import { hashSecret, isHashOf, newId, sha256 } from '../../base/ids.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import { countInWindow, type WindowLimit } from '../../people/attempts/attempts.ts';
import { activePagesOrigin } from '../../people/brands/relying-parties.ts';
import { beginServiceAccess } from '../../people/trust-services/access.ts';
import { demandSame } from '../../people/trust-services/describe-service.ts';
import { findTrustService } from '../../people/trust-services/find-service.ts';
import type { CscBeginning, TrustService } from '../../people/trust-services/trust-service.ts';
import { findCertificateSigning, putCertificateSigning } from '../../storage/certificate-signings.ts';
import type { CertificateSigningItem } from '../../storage/records/certificate-signing.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { signsWithCertificate } from '../auth-methods/steps.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { signingRecipient } from '../envelopes/rules/access.ts';
import { seenNow } from '../envelopes/rules/field-rules.ts';
import { demandAllowed } from './allowed-recipients.ts';
import type { CertificateStart } from './certificate-input-schema.ts';
import type { CertificateStep } from './certificate-step-schema.ts';
import { demandSubmittable, type SubmitRequest } from './decide-submission.ts';

/** Time in milliseconds after which a signing that has begun is forgotten. */
const SIGNING_LIFE = 15 * MINUTE;

/** Signatures that a recipient can begin: each asks the trust service for its description. */
const BEGIN_LIMIT: WindowLimit = { limit: 20, windowSeconds: 60 * 60 };

/**
 * Begins the signature of a recipient with a certificate, in the browser with this secret, and leads to the trust
 * service. What comes back counts for this recipient, session and browser alone. Throws `certificate_not_asked`,
 * `trust_service_not_found`, `trust_service_unreachable`, `trust_service_refused`, `too_many_requests`, and what a
 * submit throws. One query; reads of the service and of brands with a domain; three writes.
 */
export const startCertificateSignature = async (
  caller: SignerCaller,
  path: RecipientPath,
  { origin, ...request }: CertificateStart,
  secret: string,
): Promise<CertificateStep> => {
  const { state, recipient } = await ownRecipient(caller, path);
  demandSubmittable(state, recipient, caller, request, timestamp());
  if (!signsWithCertificate(recipient)) fail('certificate_not_asked');
  await demandAllowed(state, request.named ?? []);
  const { profile_id, session_id } = caller;
  const seconds = await countInWindow('certificate-recipient', `${path.envelope_id}#${profile_id}`, BEGIN_LIMIT);
  if (seconds > 0) return fail('too_many_requests', { seconds });
  const pages = await pagesOf(state, origin);
  const service = await findTrustService(recipient.organization_id, recipient.trust_service);
  const signing = await putCertificateSigning(path.envelope_id, path.role_name, {
    id: newId(),
    profile_id,
    session_id,
    round: recipient.round,
    browser_hash: hashSecret(secret),
    pages,
    service: { id: service.id, name: service.name, version: service.version },
    said: {
      locale: request.locale ?? null,
      timezone: request.timezone ?? null,
      named: [...(request.named ?? [])],
      rules_seen: Boolean(request.rules_seen),
    },
    seen: seenDigest(state, recipient),
    expires_at: timestampIn(SIGNING_LIFE),
    ttl: epochSeconds() + SIGNING_LIFE / SECOND,
  });
  return leadToService(signing, service, beginningOf(signing, caller, recipient, secret));
};

/** The signer's own recipient. Refused before any read if the session is of another envelope. */
export const ownRecipient = async (
  caller: SignerCaller,
  { envelope_id, role_name }: RecipientPath,
): Promise<{ state: EnvelopeState; recipient: RecipientItem }> => {
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  const state = await readWholeEnvelope(envelope_id);
  return { state, recipient: signingRecipient(state, caller, role_name) };
};

const pagesOf = async ({ envelope }: EnvelopeState, origin: string | null | undefined): Promise<string> => {
  const pages = new URL(config.appUrl()).origin;
  if (!origin || origin === pages) return pages;
  if (origin === (await activePagesOrigin(envelope.brand))) return origin;
  return invalid('origin', "must be the origin of the platform's pages, or of those at the brand's own domain");
};

/** A signing, and the service at which it takes place. */
export interface FoundSigning {
  signing: CertificateSigningItem;
  service: TrustService;
}

/**
 * Finds the recipient's signing. Throws `trust_service_over` if it is another session's, browser's or round's, or too
 * old, or its service has become another one. Two reads.
 */
export const findSigning = async (
  caller: SignerCaller,
  recipient: RecipientItem,
  id: string,
  secret: string | undefined,
): Promise<FoundSigning> => {
  const signing = await findCertificateSigning(caller.envelope_id, recipient.role_name);
  const isOwn =
    signing !== undefined &&
    signing.id === id &&
    signing.profile_id === caller.profile_id &&
    signing.session_id === caller.session_id &&
    signing.round === recipient.round &&
    signing.expires_at > timestamp() &&
    isHashOf(signing.browser_hash, secret ?? '');
  if (!isOwn || signing.service.id !== recipient.trust_service) return fail('trust_service_over');
  const service = await findTrustService(recipient.organization_id, signing.service.id);
  demandSame(service, signing.service.version);
  return { signing, service };
};

/** Data by which a service leads the browser back to this signing. */
export const beginningOf = (
  { id, pages, said }: Pick<CertificateSigningItem, 'id' | 'pages' | 'said'>,
  { envelope_id, role_name, profile_id, session_id }: SignerCaller,
  { organization_id, round }: RecipientItem,
  secret: string,
): CscBeginning => ({
  secret,
  lang: said.locale ?? undefined,
  signer: { organization_id, envelope_id, role_name, profile_id, round, session_id, pages, signing: id },
});

/** The step that leads to the sign-in at the service. */
export const leadToService = async (
  signing: CertificateSigningItem,
  service: TrustService,
  beginning: CscBeginning,
): Promise<CertificateStep> => ({
  ...stepOf(signing),
  step: 'redirect',
  redirect_to: await beginServiceAccess(service, beginning),
});

/** A step without anything to do. */
export const stepOf = ({ id, service }: { id: string; service: { name: string } }) => ({
  signing: id,
  service: service.name,
  redirect_to: null,
  credentials: null,
  certificate: null,
  pin: null,
  otp: null,
  wait_seconds: null,
  recipient: null,
});

/** The request as the submit takes it: what was shown by rules was compared at the beginning, and is now. */
export const requestOf = (
  { said: { rules_seen, ...said }, seen }: CertificateSigningItem,
  state: EnvelopeState,
  recipient: RecipientItem,
): SubmitRequest => {
  if (!rules_seen) return said;
  if (seenDigest(state, recipient) !== seen) fail('signature_overtaken');
  return { ...said, rules_seen: seenNow(state.fields, state.recipients, recipient.role_name) };
};

/** Digest of what the recipient is shown by rules now. */
const seenDigest = ({ fields, recipients }: EnvelopeState, { role_name }: RecipientItem): string =>
  sha256(canonicalize(seenNow(fields, recipients, role_name) ?? null) ?? '');

/** The key of a signing's token is made of the browser's secret: whoever reads the table can't use the token. */
const tokenKey = (secret: string): Uint8Array => createHmac('sha256', secret).update('trust-service token').digest();

export const keptToken = (token: string, { id }: Pick<CertificateSigningItem, 'id'>, secret: string): string =>
  encrypted(tokenKey(secret), Buffer.from(token), id);

/** The service's token, while it is valid; undefined if there is none. */
export const tokenOf = ({ id, token, token_until }: CertificateSigningItem, secret: string): string | undefined =>
  token && token_until && token_until > timestamp()
    ? Buffer.from(decrypted(tokenKey(secret), token, id)).toString('utf8')
    : undefined;
