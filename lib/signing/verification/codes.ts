import { randomInt } from 'node:crypto';
import { epochSeconds, MINUTE, timestampIn } from '../../base/clock.ts';
import { hashSecret } from '../../base/ids.ts';
import { addRecipientCode } from '../../storage/recipient-codes.ts';
import type { CodeItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { isAmong } from '../../storage/sent-codes.ts';

/** How long a one-time code is good for. */
export const CODE_MINUTES = 10;

/** Messages can overtake each other or be sent twice: the codes of the latest few all work, until one is used. */
const KEPT = 3;

/**
 * Makes a one-time code of six digits for a recipient, stores its hash beside those of the codes before it, and answers
 * it: the only time it is seen. One read and one write.
 */
export const mintCode = async (
  recipient: Pick<RecipientItem, 'envelope_id' | 'role_name' | Bound>,
  method: 'email' | 'sms',
): Promise<string> => {
  const { envelope_id, role_name } = recipient;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const ttl = epochSeconds() + CODE_MINUTES * 60;
  const sent = { hash: hashSecret(boundTo(recipient, method, code)), expires_at: timestampIn(CODE_MINUTES * MINUTE) };
  await addRecipientCode(envelope_id, { role_name, method, ttl }, sent, KEPT);
  return code;
};

/** True if `code` is one of those that were sent to the recipient and has not expired. Spaces in it don't matter. */
export const isSentCode = (
  { codes }: Pick<EnvelopeState, 'codes'>,
  recipient: Pick<RecipientItem, 'role_name' | Bound>,
  method: 'email' | 'sms',
  code: string,
): boolean => {
  const sent = codes.find((item) => item.role_name === recipient.role_name && item.method === method);
  return isAmong(sent?.codes, boundTo(recipient, method, code.replace(/\s/g, '')));
};

type Bound = 'profile_id' | 'round' | 'email' | 'phone_auth';

/**
 * The code with the person and the address that it is sent to. A code that was under way while the recipient became
 * somebody else, or was started anew, is none of theirs.
 */
const boundTo = (
  { profile_id, round, email, phone_auth }: Pick<RecipientItem, Bound>,
  method: 'email' | 'sms',
  code: string,
): string => JSON.stringify([profile_id, round, method === 'email' ? email : phone_auth, code]);

/** The recipient's codes: removed, they are good for nothing any more. */
export const codesOf = (
  { codes }: Pick<EnvelopeState, 'codes'>,
  { role_name }: Pick<RecipientItem, 'role_name'>,
  method?: 'email' | 'sms',
): Pick<CodeItem, 'role_name' | 'method'>[] =>
  codes.filter((item) => item.role_name === role_name && (method === undefined || item.method === method));
