import { randomInt } from 'node:crypto';
import { epochSeconds, MINUTE, timestampIn } from '../../base/clock.ts';
import { hashSecret } from '../../base/ids.ts';
import { addRecipientCode } from '../../storage/recipient-codes.ts';
import type { CodeItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { isAmong } from '../../storage/sent-codes.ts';

/** Lifetime of a one-time code, in minutes. */
export const CODE_MINUTES = 10;

/** Messages can arrive twice and out of order, so the latest few codes all work until one is used. */
const KEPT = 3;

/**
 * Makes a one-time code of six digits for a recipient, stores its hash beside those of earlier codes, and returns it
 * this once. One read and one write.
 */
export const issueRecipientCode = async (
  recipient: Pick<RecipientItem, 'envelope_id' | 'role_name' | Bound>,
  method: 'email' | 'sms',
  session: string | null,
): Promise<string> => {
  const { envelope_id, role_name } = recipient;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const ttl = epochSeconds() + CODE_MINUTES * 60;
  const sent = {
    hash: hashSecret(boundTo(recipient, method, session, code)),
    expires_at: timestampIn(CODE_MINUTES * MINUTE),
  };
  await addRecipientCode(envelope_id, { role_name, method, ttl }, sent, KEPT);
  return code;
};

/** True if `code` was sent to the recipient for this session and has not expired. Spaces in it are ignored. */
export const isSentCode = (
  { codes }: Pick<EnvelopeState, 'codes'>,
  recipient: Pick<RecipientItem, 'role_name' | Bound>,
  method: 'email' | 'sms',
  session: string | null,
  code: string,
): boolean => {
  const sent = codes.find((item) => item.role_name === recipient.role_name && item.method === method);
  return isAmong(sent?.codes, boundTo(recipient, method, session, code.replace(/\s/g, '')));
};

type Bound = 'profile_id' | 'round' | 'email' | 'phone_auth';

/**
 * Binds the code to the person, the address and the session that asked for it. A code that was being sent while the
 * recipient was replaced or restarted is invalid.
 */
const boundTo = (
  { profile_id, round, email, phone_auth }: Pick<RecipientItem, Bound>,
  method: 'email' | 'sms',
  session: string | null,
  code: string,
): string => JSON.stringify([profile_id, round, method === 'email' ? email : phone_auth, session, code]);

/** Place of the recipient's codes: removing it makes them invalid. */
export const codesOf = (
  { codes }: Pick<EnvelopeState, 'codes'>,
  { role_name }: Pick<RecipientItem, 'role_name'>,
  method?: 'email' | 'sms',
): Pick<CodeItem, 'role_name' | 'method'>[] =>
  codes.filter((item) => item.role_name === role_name && (method === undefined || item.method === method));
