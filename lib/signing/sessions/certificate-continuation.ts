import { epochSeconds, MINUTE, now, SECOND, timestamp, timestampIn } from '../../base/clock.ts';
import { Failure, fail, isFailure } from '../../base/errors.ts';
import { signatureLevel } from '../../pdf/trust/signer-level.ts';
import { nameOf, readCert } from '../../pdf/trust/x509-certificate.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { beginCredentialAccess } from '../../people/trust-services/access.ts';
import { listCredentials } from '../../people/trust-services/credentials.ts';
import { finishAccess } from '../../people/trust-services/find-service.ts';
import { authorizeCredential, sendOtp, signHashes } from '../../people/trust-services/sign-hashes.ts';
import {
  changeCertificateSigning,
  endCertificateTurn,
  removeCertificateSigning,
  takeCertificateTurn,
} from '../../storage/certificate-signings.ts';
import type {
  CertificateSigningItem,
  StoredCredential,
  StoredPreparation,
} from '../../storage/records/certificate-signing.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { presentRecipient } from '../envelopes/answers/present-envelope.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { actorOf } from '../envelopes/rules/actor.ts';
import { certificateFailed, isToldFailure } from '../envelopes/rules/certificate-failure.ts';
import type { CertificateEvidence, SignedWithCertificate } from '../envelopes/rules/lifecycle.ts';
import { changeAsRecipient } from './act-as-recipient.ts';
import { demandAllowed } from './allowed-recipients.ts';
import { credentialFor, demandStanding, shownCertificate, storedCredential } from './certificate-credential.ts';
import {
  certificatesOf,
  finishDocuments,
  type NextRevisions,
  nextRevisions,
  type Prepared,
  prepareDocuments,
  readPrepared,
  removePrepared,
  type Signed,
  storePrepared,
} from './certificate-documents.ts';
import type { CertificateContinuation } from './certificate-input-schema.ts';
import {
  beginningOf,
  type FoundSigning,
  findSigning,
  keptToken,
  leadToService,
  ownRecipient,
  requestOf,
  stepOf,
  tokenOf,
} from './certificate-signing.ts';
import type { CertificateStep } from './certificate-step-schema.ts';
import { decideSubmission, declarationOf, demandSubmittable } from './decide-submission.ts';

/** Turns in milliseconds: while this platform asks the service, and while the signer is on the service's page. */
const TURN_HERE = MINUTE;
const TURN_THERE = 5 * MINUTE;

/** Seconds after which somebody who waits asks again. */
const SHORTEST_WAIT = 2;
const LONGEST_WAIT = 10;

/** A signer's try: the signing, and what the caller brings. */
interface Try extends FoundSigning {
  caller: SignerCaller;
  path: RecipientPath;
  state: EnvelopeState;
  recipient: RecipientItem;
  secret: string;
  origin: Origin;
  given: CertificateContinuation;
  /** Refusals of what the signer has typed, which are nobody else's business. */
  slips: Set<unknown>;
}

/** Browser and connection of a request. */
interface From {
  secret: string | undefined;
  origin: Origin;
}

/**
 * Takes the next step of a signature with a certificate, up to the submit. Nothing is half-signed by a failure: the
 * signer may begin again, and the chain keeps those of which the sender is told. Throws `trust_service_over`,
 * `trust_service_unreachable`, `trust_service_refused`, `trust_service_no_credential`, `certificate_revoked`,
 * `certificate_unusable`, `signature_altered`, `signature_overtaken`, and what a submit throws.
 */
export const continueCertificateSignature = async (
  caller: SignerCaller,
  path: RecipientPath,
  given: CertificateContinuation,
  { secret = '', origin }: From,
): Promise<CertificateStep> => {
  const { state, recipient } = await ownRecipient(caller, path);
  if (recipient.status === 'submitted' && recipient.certificate_signature)
    return doneAlready(caller, state, recipient, given);
  const found = await findSigning(caller, recipient, given.signing, secret);
  const attempt: Try = { ...found, caller, path, state, recipient, secret, origin, given, slips: new Set() };
  try {
    demandSubmittable(state, recipient, caller, requestOf(found.signing, state, recipient), timestamp());
    return await advance(attempt);
  } catch (error) {
    await endTry(attempt, error);
    throw error;
  }
};

/** A repeated call whose answer was lost. */
const doneAlready = (
  caller: SignerCaller,
  { events }: EnvelopeState,
  recipient: RecipientItem,
  { signing }: CertificateContinuation,
): CertificateStep => {
  const signed = events.findLast(
    ({ event, role_name }) => event === 'recipient:signed' && role_name === recipient.role_name,
  );
  const by = signed?.data.certificate_signature as CertificateEvidence | undefined;
  return {
    ...stepOf({ id: signing, service: { name: by?.service.name ?? '' } }),
    step: 'done',
    recipient: presentRecipient(recipient, { creator: false, signer: caller }),
  };
};

const advance = async (attempt: Try): Promise<CertificateStep> => {
  const { returned } = attempt.given;
  if (!returned) return goOn(attempt, tokenOf(attempt.signing, attempt.secret));
  const { begun, token, expires_in, service } = await finishAccess(definedOf(returned), attempt.secret);
  const { caller, signing, recipient } = attempt;
  const { signer } = begun;
  const isOwn =
    begun.signing === signing.id &&
    service.id === signing.service.id &&
    signer.envelope_id === caller.envelope_id &&
    signer.role_name === caller.role_name &&
    signer.profile_id === caller.profile_id &&
    signer.session_id === caller.session_id &&
    signer.round === recipient.round;
  if (!isOwn) return fail('trust_service_over');
  if (begun.scope === 'credential') return signPrepared(attempt, begun.credential_id, token);
  const learned = {
    token: keptToken(token, signing, attempt.secret),
    token_until: timestampIn(expires_in * SECOND),
    credential: undefined,
  };
  return goOn({ ...attempt, signing: await keep(signing, learned) }, token);
};

const definedOf = ({ service, state, ...more }: NonNullable<CertificateContinuation['returned']>) => ({
  service,
  state,
  code: more.code ?? undefined,
  error: more.error ?? undefined,
  error_description: more.error_description ?? undefined,
  iss: more.iss ?? undefined,
});

/** Keeps what the signing has learned. Throws `trust_service_over` if the recipient has begun another one. */
const keep = async (
  signing: CertificateSigningItem,
  learned: Parameters<typeof changeCertificateSigning>[1],
): Promise<CertificateSigningItem> => (await changeCertificateSigning(signing, learned)) ?? fail('trust_service_over');

/** Goes on with a token of the service: to a credential, to its authorization, and to the signatures. */
const goOn = async (attempt: Try, token: string | undefined): Promise<CertificateStep> => {
  const { signing, service, caller, recipient, secret, given } = attempt;
  if (token === undefined) return leadToService(signing, service, beginningOf(signing, caller, recipient, secret));
  const chosen = await chooseCredential(attempt, token);
  if ('step' in chosen) return chosen;
  const { credential } = chosen;
  const step = { ...stepOf(signing), certificate: shownCertificate(certificatesOf(credential).certificate) };
  const { pin, otp } = credential;
  const lacks = (pin && !given.pin) || (otp && !given.otp);
  if (given.send_otp || lacks) {
    if (given.send_otp) await sendOtp(service, token, credentialFor(credential));
    return {
      ...step,
      step: 'authorize',
      pin: pin && shownInput(pin),
      otp: otp && { ...shownInput(otp), online: otp.online },
    };
  }
  const isThere = credential.authorization === 'oauth2code';
  const until = await takeCertificateTurn(
    caller.envelope_id,
    turnOf(attempt, isThere ? TURN_THERE : TURN_HERE),
    timestamp(),
  );
  if (until !== undefined) return { ...step, step: 'wait', wait_seconds: waitUntil(until) };
  return isThere ? leadToApproval(attempt, credential, step) : signHere(attempt, credential, token);
};

const turnOf = ({ signing: { id }, recipient: { role_name } }: Try, milliseconds: number) => ({
  signing: id,
  role_name,
  until: timestampIn(milliseconds),
  // The table removes it late: its end is what counts.
  ttl: epochSeconds() + Math.ceil(milliseconds / SECOND),
});

const waitUntil = (until: string): number => {
  const seconds = Math.ceil((Date.parse(until) - now().getTime()) / SECOND);
  return Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, seconds));
};

const shownInput = ({ label, numeric }: { label: string; numeric: boolean }) => ({ label, numeric });

/** The credential that signs: the only one, or the one that the signer chooses; else the step that asks for it. */
const chooseCredential = async (
  { signing, service, state, given: { credential_id } }: Try,
  token: string,
): Promise<{ credential: StoredCredential } | CertificateStep> => {
  const known = signing.credential;
  if (known && (!credential_id || credential_id === known.id)) return { credential: known };
  const signatures = state.documents.filter(({ type }) => type === 'attachment').length;
  const listed = await listCredentials(service, token, { signatures });
  const chosen = credential_id
    ? (listed.find(({ id }) => id === credential_id) ?? fail('trust_service_no_credential'))
    : listed.length === 1
      ? listed[0]
      : undefined;
  if (!chosen) {
    const credentials = listed.map(({ id, certificate }) => ({ id, ...shownCertificate(certificate) }));
    return { ...stepOf(signing), step: 'choose', credentials };
  }
  const credential = storedCredential(chosen);
  await keep(signing, { credential });
  return { credential };
};

/** The revisions as the envelope gives them at `time`: the state is read in the turn, so that nobody signs between. */
const revisionsNow = async (
  { caller, path, signing }: Try,
  time: string,
  prepared?: readonly string[],
): Promise<NextRevisions> => {
  const { state, recipient } = await ownRecipient(caller, path);
  demandSubmittable(state, recipient, caller, requestOf(signing, state, recipient), time);
  return nextRevisions(state, recipient, signing.said, time, prepared);
};

/** Has the service sign in this request, by what the signer has typed, if anything. */
const signHere = async (attempt: Try, credential: StoredCredential, token: string): Promise<CertificateStep> => {
  const { service, given } = attempt;
  await demandStanding(credential);
  const revisions = await revisionsNow(attempt, timestamp());
  const prepared = await prepareDocuments(revisions, credential);
  const hashes = hashesOf(prepared);
  const typed = { ...(given.pin ? { pin: given.pin } : {}), ...(given.otp ? { otp: given.otp } : {}) };
  const authorizing = { credential: credentialFor(credential), hashes, ...typed };
  const sad = await authorizeCredential(service, token, authorizing).catch((error: unknown) => {
    if (credential.authorization === 'explicit' && isFailure(error, 'trust_service_refused')) attempt.slips.add(error);
    throw error;
  });
  const signing = { credential, sad, hashes, algorithm: credential.algorithm };
  return finish(attempt, revisions, prepared, credential, await signHashes(service, token, signing));
};

const hashesOf = (prepared: readonly Prepared[]): Uint8Array[] => prepared.map(({ prepared: { toSign } }) => toSign);

/** Prepares the files, and leads the signer to the service's page that authorizes their signatures. */
const leadToApproval = async (
  attempt: Try,
  credential: StoredCredential,
  step: Omit<CertificateStep, 'step'>,
): Promise<CertificateStep> => {
  const { signing, service, caller, recipient, secret, state } = attempt;
  await demandStanding(credential);
  const revisions = await revisionsNow(attempt, timestamp());
  const prepared = await prepareDocuments(revisions, credential);
  const stored = await storePrepared(prepared, revisions);
  await keep(signing, { prepared: stored });
  if (signing.prepared) await removePrepared(signing.prepared, revisions.documents, stored);
  const beginning = beginningOf(signing, caller, recipient, secret);
  const access = { credential_id: credential.id, hashes: hashesOf(prepared), description: state.envelope.name };
  return { ...step, step: 'redirect', redirect_to: await beginCredentialAccess(service, beginning, access) };
};

/** Has the service sign the prepared files by the authorization that its page gave. */
const signPrepared = async (attempt: Try, credential_id: string | undefined, sad: string): Promise<CertificateStep> => {
  const { signing, service, caller, secret } = attempt;
  const { credential, prepared: stored } = signing;
  const token = tokenOf(signing, secret);
  if (!credential || !stored || !token || credential.id !== credential_id) return fail('trust_service_over');
  // Whoever has taken the turn over has prepared upon the same files.
  const until = await takeCertificateTurn(caller.envelope_id, turnOf(attempt, TURN_HERE), timestamp());
  if (until !== undefined) return fail('signature_overtaken');
  const revisions = await revisionsNow(attempt, stored.time, stored.drawn);
  if (revisions.version !== stored.version) return fail('signature_overtaken');
  const prepared = await readPrepared(stored, revisions, credential);
  const asked = { credential, sad, hashes: hashesOf(prepared), algorithm: credential.algorithm };
  return finish(attempt, revisions, prepared, credential, await signHashes(service, token, asked));
};

/** Finishes the files, and submits with them. */
const finish = async (
  attempt: Try,
  revisions: NextRevisions,
  prepared: readonly Prepared[],
  credential: StoredCredential,
  signatures: readonly Uint8Array[],
): Promise<CertificateStep> => {
  const { caller, path, signing, origin } = attempt;
  const signed = await finishDocuments(prepared, signatures);
  const certificate = await certificateOf(revisions, credential, signing, signed);
  const { recipient } = await changeAsRecipient(caller, path, async (state, own, at) => {
    if (own.status === 'submitted') return null;
    await demandAllowed(state, signing.said.named);
    const request = requestOf(signing, state, own);
    const { version } = nextRevisions(state, own, signing.said, revisions.time, revisions.drawn);
    if (version !== revisions.version) fail('signature_overtaken');
    const declaration = declarationOf(state.envelope, own, revisions.time);
    return decideSubmission(caller, request, origin, { declaration, certificate })(state, own, at);
  });
  await leave(signing, caller, revisions.documents);
  const done = presentRecipient(recipient, { creator: false, signer: caller });
  const shown = shownCertificate(certificatesOf(credential).certificate);
  return { ...stepOf(signing), step: 'done', certificate: shown, recipient: done };
};

const certificateOf = async (
  { number, drawn }: NextRevisions,
  credential: StoredCredential,
  { service: { id, name } }: CertificateSigningItem,
  signed: readonly Signed[],
): Promise<SignedWithCertificate> => {
  const { certificate, chain } = certificatesOf(credential);
  const { x509 } = readCert(certificate);
  const { level, because } = await signatureLevel(certificate, chain, now());
  const summary = { subject: nameOf(x509), issuer: nameOf({ subject: x509.issuer }), level };
  const files = signed.map(({ document, finished: { bytes, sha256, level: pades } }) => ({
    document_id: document.id,
    size: bytes.length,
    sha256,
    pades,
  }));
  return {
    kept: {
      ...summary,
      number,
      drawn,
      documents: files.map(({ document_id, size, sha256 }) => ({ id: document_id, size, sha256 })),
    },
    evidence: {
      service: { id, name },
      certificate: credential.certificate,
      ...summary,
      serial: x509.serialNumber,
      level_because: because,
      documents: files,
    },
  };
};

/** Ends a signing: the next one may sign. */
const leave = async (
  signing: CertificateSigningItem,
  { envelope_id }: SignerCaller,
  documents: EnvelopeState['documents'],
): Promise<void> => {
  await endCertificateTurn(envelope_id, signing.id);
  await removeCertificateSigning(signing);
  if (signing.prepared) await removePrepared(signing.prepared, documents);
};

/** After a failure: whoever waits may sign, and the sender is told of what the signer can't help. */
const endTry = async (attempt: Try, error: unknown): Promise<void> => {
  const { caller, path, origin, signing, state, given, slips } = attempt;
  await endCertificateTurn(caller.envelope_id, signing.id);
  const { prepared } = signing;
  if (prepared && given.returned) await forget(signing, prepared, state);
  if (!(error instanceof Failure) || !isToldFailure(error.code)) return;
  // Whoever presses "Cancel" there has not met a fault.
  if (given.returned?.error || slips.has(error)) return;
  await changeAsRecipient(caller, path, (now, own) => certificateFailed(now, own, error.code, actorOf(caller, origin)));
};

const forget = async (
  signing: CertificateSigningItem,
  prepared: StoredPreparation,
  { documents }: EnvelopeState,
): Promise<void> => {
  await changeCertificateSigning(signing, { prepared: undefined });
  await removePrepared(prepared, documents);
};
