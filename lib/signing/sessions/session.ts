import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { hashSecret } from '../../base/ids.ts';
import type { Origin } from '../../people/access/origin.ts';
import { pageBrand } from '../../people/brands/snapshot.ts';
import { issueToken, SIGNER_TOKEN_LIFE, type SignerClaims } from '../../people/sessions/tokens.ts';
import type { AccessKeyItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { findBlocks } from '../../storage/signatures.ts';
import { isVerified } from '../auth-methods/steps.ts';
import { SYSTEM } from '../envelopes/chain.ts';
import { changeEnvelope } from '../envelopes/commit.ts';
import { firstPage } from '../envelopes/kept-pages.ts';
import { type Change, mayOpen, open } from '../envelopes/lifecycle.ts';
import { presentEnvelope, presentRecipient } from '../envelopes/present.ts';
import { findWholeEnvelope } from '../envelopes/store.ts';
import { presentBlock } from '../signatures/store.ts';
import type { SigningSession } from './schema.ts';

/** Target of a signing link: the envelope, the link's recipient, and the key. */
export interface Opened {
  state: EnvelopeState;
  recipient: RecipientItem;
  key: AccessKeyItem;
}

/**
 * Finds the target of a link. Throws `signing_link_unknown` for an unknown key, role or envelope alike, and for a key
 * of the role's previous person (`lib/signing/envelopes/identity.ts`). One query. A link stays with its person: a
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
 * that.
 */
export const openSession = async (
  envelope_id: string,
  role_name: string,
  key: string,
  origin: Origin,
): Promise<SigningSession> => {
  const found = await findLink(envelope_id, role_name, key);
  if (isExpired(found.key)) return fail('signing_link_expired');
  // Recipients of copies never have a turn: they may see the envelope once it has ended.
  if (!mayOpen(found.state.envelope, found.recipient)) return fail('not_your_turn');
  const state = found.recipient.status === 'invited' ? await recordOpening(found, origin) : found.state;
  return sessionFor({ ...found, state });
};

const recordOpening = ({ state, recipient, key }: Opened, origin: Origin): Promise<EnvelopeState> => {
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

/** The recipient who gets a session, and the key that opens it. */
type Entering = Pick<Opened, 'state' | 'recipient'> & { key: Pick<AccessKeyItem, 'id' | 'type'> };

/** A signing token for the recipient. */
export const signerToken = async ({ state, recipient: opened, key }: Entering): Promise<string> => {
  const { email, profile_id, role_name } = samePerson(state, opened);
  const claims: SignerClaims = {
    session_type: 'signing',
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
  const { state } = entering;
  const recipient = samePerson(state, entering.recipient);
  const withheld = !isVerified(recipient) || recipient.delegated_to !== null;
  const [access_token, { signatures, initials }, first_page] = await Promise.all([
    signerToken(entering),
    findBlocks(recipient.profile_id),
    withheld ? null : firstPage(state),
  ]);
  const viewer = { creator: false, role: recipient.role_name, withheld };
  return {
    access_token,
    envelope: presentEnvelope(state, viewer),
    recipient: presentRecipient(recipient, viewer),
    signatures: signatures.map(presentBlock),
    initials: initials.map(presentBlock),
    brand: pageBrand(state.envelope.brand, state.envelope.organization),
    first_page,
  };
};
