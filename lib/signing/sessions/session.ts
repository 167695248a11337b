import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret } from '../../base/ids.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { pageBrand } from '../../people/brands/snapshot.ts';
import { newSigningDevice, sessionOnDevice, unboundSession } from '../../people/sessions/signing-device.ts';
import { issueToken, SIGNER_TOKEN_LIFE, type SignerClaims } from '../../people/sessions/tokens.ts';
import type { AccessKeyItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { findBlocks } from '../../storage/signatures.ts';
import { isProven, stepsOf } from '../auth-methods/steps.ts';
import { changeEnvelope } from '../envelopes/acts/commit.ts';
import { presentEnvelope, presentRecipient } from '../envelopes/answers/present-envelope.ts';
import { firstPage } from '../envelopes/reading/page-keys.ts';
import { findWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { takesPart } from '../envelopes/rules/access.ts';
import { blockOwner } from '../envelopes/rules/block-owner.ts';
import { SYSTEM } from '../envelopes/rules/chain.ts';
import { type Change, mayOpen, open } from '../envelopes/rules/lifecycle.ts';
import { presentBlock } from '../signatures/signature-store.ts';
import type { SigningSession } from './signing-session-schema.ts';

/** Target of a signing link: the envelope, the link's recipient, and the key. */
export interface Opened {
  state: EnvelopeState;
  recipient: RecipientItem;
  key: AccessKeyItem;
}

/**
 * Finds the target of a link. Throws `signing_link_unknown` for an unknown key, role or envelope alike, and for a key
 * of the role's previous person (`lib/signing/envelopes/rules/identity.ts`). One query. A link stays with its person: a
 * delegator sees the delegation, not its progress. The caller checks if the key has expired.
 */
export const findLink = async (envelope_id: string, role_name: string, key: string): Promise<Opened> => {
  const state = await findWholeEnvelope(envelope_id);
  const hash = hashSecret(key);
  const found = state?.keys.find((one) => one.hash === hash && one.role_name === role_name);
  const recipient = state?.recipients.find((one) => one.profile_id === found?.profile_id);
  return state && found && recipient ? { state, recipient, key: found } : fail('signing_link_unknown');
};

const isExpired = (key: Pick<AccessKeyItem, 'expires_at'>): boolean => key.expires_at <= timestamp();

/**
 * Opens a signing session through a link. The first use changes the recipient
 * from invited to opened and is recorded. A recipient who is done, or whose envelope has ended, gets a session to see
 * that. `current`: claims of the token that the request still has.
 */
export const openSession = async (
  envelope_id: string,
  role_name: string,
  key: string,
  origin: Origin,
  current?: SignerClaims,
): Promise<SigningSession> => {
  const found = await findLink(envelope_id, role_name, key);
  if (isExpired(found.key)) return fail('signing_link_expired');
  // Recipients of copies never have a turn: they may see the envelope once it has ended.
  if (!mayOpen(found.state.envelope, found.recipient)) return fail('not_your_turn');
  const session_id = sessionIdOf(found, origin, current);
  const state =
    found.recipient.status === 'invited' ? await recordOpening({ ...found, session_id }, origin) : found.state;
  return sessionFor({ ...found, state, session_id });
};

/**
 * The session in which the recipient goes on, because what was proved counts in that one alone: the one of the token
 * that this link gave before, else this browser's. Links that the sender has too, in-app and in person, open a new
 * session each time: whose device that is, nobody knows. Null where there is nothing to prove, and one person alone.
 */
const sessionIdOf = (
  { recipient, key }: Opened,
  { device }: Origin,
  current: SignerClaims | undefined,
): string | null => {
  if (stepsOf(recipient.auth_methods).length === 0 && !recipient.shared) return null;
  if (current?.sid && current.sub === key.id && current.profile_id === recipient.profile_id) return current.sid;
  const isOwnDevice = key.type === 'email' || key.type === 'sms';
  if (!isOwnDevice || !device?.signing) return unboundSession();
  const { presented = newSigningDevice() } = device.signing;
  // With each opening anew, so that it lasts as long as the links do.
  device.signing.issued = presented;
  return sessionOnDevice(presented, recipient.profile_id);
};

const recordOpening = (
  { state, recipient, key, session_id }: Opened & { session_id: string | null },
  origin: Origin,
): Promise<EnvelopeState> => {
  const decide = (current: EnvelopeState, at: string): Change | null => {
    const now = samePerson(current, recipient);
    if (now.status !== 'invited') return null;
    const actor = {
      ...SYSTEM,
      type: 'signer' as const,
      id: key.id,
      email: recipient.email,
      ip: origin.ip,
      user_agent: origin.userAgent,
      ...(session_id === null ? {} : { session: session_id }),
    };
    return open(current, now, key.type, actor, at);
  };
  return changeEnvelope(state.envelope.id, decide, state);
};

/**
 * The link's recipient as it is now. The key belongs to this person: a new person in the role isn't opened by it, and
 * for a removed one it counts as unknown.
 */
const samePerson = ({ recipients }: EnvelopeState, { profile_id }: Pick<RecipientItem, 'profile_id'>): RecipientItem =>
  recipients.find((one) => one.profile_id === profile_id) ?? fail('signing_link_unknown');

/** The recipient who gets a session, the key that opens it, and the session's id. */
type Entering = Pick<Opened, 'state' | 'recipient'> & {
  key: Pick<AccessKeyItem, 'id' | 'type'>;
  session_id: string | null;
};

/** A signing token for the recipient. */
export const signerToken = async ({ state, recipient: opened, key, session_id }: Entering): Promise<string> => {
  const { email, profile_id, role_name } = samePerson(state, opened);
  const claims: SignerClaims = {
    session_type: 'signing',
    ...(session_id === null ? {} : { sid: session_id }),
    sub: key.id,
    key_type: key.type,
    email,
    profile_id,
    envelope_id: state.envelope.id,
    role_name,
  };
  return (await issueToken(claims, SIGNER_TOKEN_LIFE)).token;
};

/** The answer that a signing client starts with. */
export const sessionFor = async (entering: Entering): Promise<SigningSession> => {
  const { state, key, session_id } = entering;
  const recipient = samePerson(state, entering.recipient);
  const { email, profile_id, role_name, envelope_id } = recipient;
  const signer: SignerCaller = {
    kind: 'signer',
    ...{ email, profile_id, role_name, envelope_id, session_id },
    key_id: key.id,
    key_type: key.type,
  };
  const withheld = !isProven(recipient, entering) || !takesPart(recipient);
  const [access_token, { signatures, initials }, first_page] = await Promise.all([
    signerToken(entering),
    findBlocks(blockOwner(signer)),
    withheld ? null : firstPage(state),
  ]);
  const viewer = { creator: false, signer, withheld };
  return {
    access_token,
    envelope: presentEnvelope(state, viewer),
    recipient: presentRecipient(recipient, viewer),
    signatures: signatures.map((one) => presentBlock(one, signer)),
    initials: initials.map((one) => presentBlock(one, signer)),
    brand: pageBrand(state.envelope.brand, state.envelope.organization),
    first_page,
  };
};
