import { decrypted, encrypted, generateDataKey, openDataKey } from '../../../aws/keys/data-key.ts';
import type { Caller } from '../../../people/access/caller.ts';
import type { EnvelopeItem, EnvelopeState, RecipientItem } from '../../../storage/records/envelope.ts';
import { isOwner } from '../rules/access.ts';

/**
 * Secrets of recipients, which only the envelope's creator may read again: they are stored encrypted by the envelope's
 * data key, which the stack's key encrypts. Each is bound to its recipient and can't be decrypted for another.
 */
const SECRETS = ['passcode', 'in_app_key'] as const;
type Secret = (typeof SECRETS)[number];

const MARK = 'sealed:v1:';
/** Shorter secrets are padded, so that the length reveals nothing. No plain secret is as long as an encrypted one. */
const BLOCK = 64;
const SHORTEST = MARK.length + 4 * Math.ceil((12 + 16 + BLOCK) / 3);

const isEncrypted = (text: string): boolean => text.startsWith(MARK) && text.length >= SHORTEST;

const contextOf = ({ id }: Pick<EnvelopeItem, 'id'>) => ({ envelope_id: id });

const placeOf = ({ envelope_id, id }: Pick<RecipientItem, 'envelope_id' | 'id'>, name: Secret): string =>
  JSON.stringify([envelope_id, id, name]);

/** Encrypts the recipients' secrets for storing, and adds the data key to the envelope. */
export const encryptSecrets = async (
  envelope: EnvelopeItem,
  recipients: readonly RecipientItem[],
): Promise<{ envelope: EnvelopeItem; recipients: RecipientItem[] }> => {
  const plain = recipients.some((recipient) =>
    SECRETS.some((name) => recipient[name] && !isEncrypted(recipient[name])),
  );
  if (!plain) return { envelope, recipients: [...recipients] };
  const { data_key } = envelope;
  const { key, wrapped } = data_key
    ? { key: await openDataKey(data_key, contextOf(envelope)), wrapped: data_key }
    : await generateDataKey(contextOf(envelope));
  const encryptedText = (recipient: RecipientItem, name: Secret): string | null => {
    const text = recipient[name];
    if (!text || isEncrypted(text)) return text;
    return MARK + encrypted(key, padded(text), placeOf(recipient, name));
  };
  return {
    envelope: { ...envelope, data_key: wrapped },
    recipients: recipients.map((one) => ({
      ...one,
      passcode: encryptedText(one, 'passcode'),
      in_app_key: encryptedText(one, 'in_app_key') ?? '',
    })),
  };
};

/** Decrypts the recipient's secrets. At most one call of KMS. */
export const decryptSecretsOf = async (envelope: EnvelopeItem, recipient: RecipientItem): Promise<RecipientItem> => {
  if (!SECRETS.some((name) => recipient[name] && isEncrypted(recipient[name]))) return recipient;
  const key = await openDataKey(envelope.data_key ?? '', contextOf(envelope));
  const decryptedText = (name: Secret): string | null => {
    const text = recipient[name];
    if (!text || !isEncrypted(text)) return text;
    return unpadded(decrypted(key, text.slice(MARK.length), placeOf(recipient, name)));
  };
  return { ...recipient, passcode: decryptedText('passcode'), in_app_key: decryptedText('in_app_key') ?? '' };
};

/** Decrypts the secrets of all recipients. At most one call of KMS. */
export const decryptSecrets = async (state: EnvelopeState): Promise<EnvelopeState> => {
  const recipients: RecipientItem[] = [];
  // Sequentially: the first one fetches the key, the others find it in the cache.
  for (const recipient of state.recipients) recipients.push(await decryptSecretsOf(state.envelope, recipient));
  return { ...state, recipients };
};

/** The envelope for the caller: secrets are decrypted for its creator only. */
export const decryptedFor = (caller: Caller, state: EnvelopeState): Promise<EnvelopeState> | EnvelopeState =>
  isOwner(caller, state.envelope) ? decryptSecrets(state) : state;

const padded = (text: string): Uint8Array => {
  const bytes = Buffer.from(text, 'utf8');
  const whole = Buffer.alloc(Math.ceil((bytes.length + 2) / BLOCK) * BLOCK);
  whole.writeUInt16BE(bytes.length);
  bytes.copy(whole, 2);
  return whole;
};

const unpadded = (whole: Uint8Array): string => {
  const bytes = Buffer.from(whole);
  return bytes.subarray(2, 2 + bytes.readUInt16BE()).toString('utf8');
};
