import { randomInt } from 'node:crypto';
import { epochSeconds, MINUTE, timestamp, timestampIn } from '../clock.ts';
import type { CodeItem, EnvelopeState, RecipientItem } from '../envelopes/items.ts';
import { hashSecret } from '../ids.ts';
import { isHashOf } from '../sessions/refresh-token.ts';
import { getItem, type Key, putItem } from '../table/client.ts';
import { recipientCodeKey } from '../table/keys.ts';

/** How long a one-time code is good for. */
export const CODE_MINUTES = 10;

/** Messages can overtake each other or be sent twice: the codes of the latest few all work, until one is used. */
const KEPT = 3;

/**
 * Makes a one-time code of six digits for a recipient, stores its hash beside those of the codes before it, and answers
 * it: the only time it is seen. One read and one write.
 */
export const mintCode = async (
  { envelope_id, role_name }: Pick<RecipientItem, 'envelope_id' | 'role_name'>,
  method: 'email' | 'sms',
): Promise<string> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const key = recipientCodeKey(envelope_id, role_name, method);
  const known = await getItem<CodeItem>(key);
  const minted = { hash: hashSecret(code), expires_at: timestampIn(CODE_MINUTES * MINUTE) };
  const item: CodeItem = {
    ...key,
    role_name,
    method,
    codes: [...(known?.codes ?? []), minted].slice(-KEPT),
    ttl: epochSeconds() + CODE_MINUTES * 60,
  };
  await putItem(item);
  return code;
};

/** Whether `code` is one of those that were sent to the recipient and has not expired. Spaces in it don't matter. */
export const isSentCode = (
  { codes }: Pick<EnvelopeState, 'codes'>,
  { role_name }: Pick<RecipientItem, 'role_name'>,
  method: 'email' | 'sms',
  code: string,
): boolean => {
  const sent = codes.find((item) => item.role_name === role_name && item.method === method);
  const plain = code.replace(/\s/g, '');
  return (sent?.codes ?? []).some(({ hash, expires_at }) => expires_at > timestamp() && isHashOf(hash, plain));
};

/** Where the recipient's codes lie: removed, they are good for nothing any more. */
export const codesOf = (
  { codes }: Pick<EnvelopeState, 'codes'>,
  { role_name }: Pick<RecipientItem, 'role_name'>,
  method?: 'email' | 'sms',
): Key[] =>
  codes
    .filter((item) => item.role_name === role_name && (method === undefined || item.method === method))
    .map(({ pk, sk }) => ({ pk, sk }));
