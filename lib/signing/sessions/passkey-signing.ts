import { DAY, epochSeconds, timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import { log } from '../../base/log.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import { signingRelyingParties } from '../../people/brands/relying-parties.ts';
import { ALGORITHMS } from '../../people/passkeys/algorithms.ts';
import { CHALLENGE_LIFE, readClientData } from '../../people/passkeys/challenge.ts';
import { passkeyIdOf } from '../../people/passkeys/ids.ts';
import { knownCredential } from '../../people/passkeys/known.ts';
import type { RelyingParty } from '../../people/passkeys/relying-party.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import type { KnownKey } from '../../storage/records/passkey.ts';
import {
  addSignerPasskey,
  countSignerPasskey,
  findSignerPasskey,
  removeSignerPasskey,
  signerPasskeysOf,
} from '../../storage/signer-passkeys.ts';
import { signsWithPasskey } from '../auth-methods/steps.ts';
import type { RecipientPath } from '../envelopes/envelope-schema.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { signingRecipient } from '../envelopes/rules/access.ts';
import { fullName } from '../envelopes/rules/full-name.ts';
import { type Submission, signedData } from '../envelopes/rules/lifecycle.ts';
import { challengeOf, statementOf } from '../envelopes/rules/signed-statement.ts';
import { declarationOf, demandSubmittable, type SubmitRequest, saidIn } from './decide-submission.ts';
import { demandMailbox, isAlive } from './mailbox-passkeys.ts';
import type { PasskeyStatement } from './passkey-statement-schema.ts';
import { isPortable } from './portable-signature.ts';
import type { PasskeyAnswer, PasskeyStart } from './submission-schema.ts';

/** The most passkeys that one mailbox has at one host. A further one takes the place of the oldest. */
const MAX_PASSKEYS = 10;

/** Time in milliseconds for which a passkey is known, from its making. Then the person makes another one. */
const PASSKEY_LIFE = 730 * DAY;

/**
 * Makes the statement that the signer's passkey is to sign, with the options for the browser; writes nothing. Throws
 * `passkey_not_asked`, `passkeys_unavailable`, `mailbox_unverified`, and what a submit throws. One query, two where the
 * brand has a domain, and one for the passkeys.
 */
export const startPasskeySignature = async (
  caller: SignerCaller,
  { envelope_id, role_name }: RecipientPath,
  { origin, ...request }: PasskeyStart,
): Promise<PasskeyStatement> => {
  if (caller.envelope_id !== envelope_id) fail('envelope_not_found');
  const state = await readWholeEnvelope(envelope_id);
  const recipient = signingRecipient(state, caller, role_name);
  const time = timestamp();
  demandSubmittable(state, recipient, caller, request, time);
  if (!signsWithPasskey(recipient)) fail('passkey_not_asked');
  demandMailbox(recipient, caller);
  const parties = await signingRelyingParties(state.envelope.brand);
  const party = (origin ? parties.find((one) => one.origin === origin) : parties[0]) ?? fail('passkeys_unavailable');
  const known = (await signerPasskeysOf({ email: recipient.email, rp_id: party.id })).filter(isAlive);
  const { statement, declaration } = statementNow(state, recipient, request, time);
  const challenge = challengeOf(statement);
  const timeout = CHALLENGE_LIFE;
  return {
    time,
    meaning: declaration.meaning,
    statement,
    request:
      known.length === 0
        ? null
        : {
            challenge,
            rpId: party.id,
            timeout,
            userVerification: 'required',
            allowCredentials: known.map(knownCredential),
          },
    creation: {
      rp: { id: party.id, name: 'Countersign' },
      // The authenticator keeps the address beside it, so its hash tells nobody more.
      user: { id: handleOf(party, recipient), name: recipient.email, displayName: fullName(recipient) },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout,
      excludeCredentials: known.map(knownCredential),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  };
};

/** A passkey's answer in the `request` to submit, at the time `at`. */
interface Answered {
  answer: PasskeyAnswer;
  request: SubmitRequest;
  at: string;
}

/** A submission that a passkey has signed. `remember` keeps what was learned of the passkey once it is written. */
export interface SignedByPasskey {
  submission: Pick<Submission, 'declaration' | 'passkey'>;
  remember: () => Promise<void>;
}

/**
 * Verifies the passkey's answer to the statement that the envelope gives now. Throws `statement_stale` if anything
 * differs from what was signed or it is too old, `mailbox_unverified`, `passkey_not_asked`, what a submit throws, and
 * `signing_passkey_refused` for all faults of the passkey alike.
 */
export const signedByPasskey = async (
  caller: SignerCaller,
  state: EnvelopeState,
  recipient: RecipientItem,
  { answer: { time, credential, created }, request, at }: Answered,
): Promise<SignedByPasskey> => {
  demandSubmittable(state, recipient, caller, request, at);
  if (!signsWithPasskey(recipient)) fail('passkey_not_asked');
  demandMailbox(recipient, caller);
  const { statement, declaration } = statementNow(state, recipient, request, time);
  const challenge = challengeOf(statement);
  const said = readClientData(credential.response.clientDataJSON) ?? fail('signing_passkey_refused');
  const age = Date.parse(at) - Date.parse(time);
  if (said.challenge !== challenge || age < 0 || age > CHALLENGE_LIFE) fail('statement_stale');
  const parties = await signingRelyingParties(state.envelope.brand);
  const party = parties.find(({ origin }) => origin === said.origin) ?? fail('signing_passkey_refused');
  const owner = { email: recipient.email, rp_id: party.id };
  const id = passkeyIdOf(credential.id);
  // The library is large, and most submits need none of it.
  const { verifyNewCredential, verifySignedCredential } = await import('../../people/passkeys/verify.ts');
  const isSameFrame = !created || readClientData(created.response.clientDataJSON) !== undefined;
  const made = created && isSameFrame ? await verifyNewCredential(created, challenge, party) : undefined;
  const kept = created ? undefined : await findSignerPasskey(owner, id);
  const passkey: KnownKey = made ?? (kept && isAlive(kept) ? kept : fail('signing_passkey_refused'));
  const use = await verifySignedCredential(credential, passkey, challenge, party, { alone: true });
  if (!use || !isPortable({ ...credential.response, ...passkey })) return fail('signing_passkey_refused');
  if (use.isBehind && !made) {
    log().warn('The count of a passkey of a mailbox has gone back', { refused: !passkey.backup_eligible });
    // A synced one has copies, which may count for themselves. Of one device there is a copy where there may be none.
    if (!passkey.backup_eligible) fail('signing_passkey_refused');
  }
  const { sign_count } = use;
  return {
    submission: {
      declaration,
      passkey: {
        rp_id: party.id,
        origin: party.origin,
        public_key: Buffer.from(passkey.public_key).toString('base64url'),
        authenticator_data: credential.response.authenticatorData,
        client_data_json: Buffer.from(credential.response.clientDataJSON, 'base64url').toString('utf8'),
        signature: credential.response.signature,
      },
    },
    remember: async () => {
      if (made) await rememberNew(owner, id, { ...made, sign_count });
      else if (kept && sign_count !== kept.sign_count) await countSignerPasskey(kept, { sign_count });
    },
  };
};

const rememberNew = async (
  owner: Parameters<typeof addSignerPasskey>[0],
  id: string,
  passkey: KnownKey,
): Promise<void> => {
  const known = await signerPasskeysOf(owner);
  const [oldest] = known.sort((one, other) => (one.created_at < other.created_at ? -1 : 1));
  if (oldest && known.length >= MAX_PASSKEYS) await removeSignerPasskey(oldest);
  await addSignerPasskey(owner, id, {
    ...passkey,
    created_at: timestamp(),
    ttl: epochSeconds() + PASSKEY_LIFE / 1000,
  });
};

/** The statement as the envelope gives it now, with the time that it was made at. */
const statementNow = (state: EnvelopeState, recipient: RecipientItem, request: SubmitRequest, time: string) => {
  const { id: envelope_id, chain_head } = state.envelope;
  const declaration = declarationOf(state.envelope, recipient, time);
  const { role_name, email } = recipient;
  const signed = signedData(state, recipient, { ...saidIn(state, recipient, request), declaration }, time);
  return { declaration, statement: statementOf({ envelope_id, role_name, email, chain_head }, signed) };
};

const handleOf = ({ id }: RelyingParty, { email }: Pick<RecipientItem, 'email'>): string =>
  Buffer.from(sha256(`${id} ${email}`), 'hex').toString('base64url');
