import { decrypted, encrypted, newDataKey, openDataKey } from '../../aws/keys/data-key.ts';
import type { Caller } from '../../people/access/caller.ts';
import type { EnvelopeItem, EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { isOwner } from './access.ts';

/**
 * What opens an envelope, or verifies who does, and only its creator may read again: it is stored encrypted, with a key of
 * the envelope's own that the stack's key encrypts. Each secret is bound to its recipient: in another's place it is none.
 * Records of before are in plain text, and are read as they are.
 */
const SECRETS = ['passcode', 'in_app_key'] as const;
type Secret = (typeof SECRETS)[number];

const MARK = 'sealed:v1:';
/** Whatever is shorter is padded, so that the length tells nothing. No secret in plain text is as long as one encrypted. */
const BLOCK = 64;
const SHORTEST = MARK.length + 4 * Math.ceil((12 + 16 + BLOCK) / 3);

const isSealed = (text: string): boolean => text.startsWith(MARK) && text.length >= SHORTEST;

const contextOf = ({ id }: Pick<EnvelopeItem, 'id'>) => ({ envelope_id: id });

const placeOf = ({ envelope_id, id }: Pick<RecipientItem, 'envelope_id' | 'id'>, name: Secret): string =>
  JSON.stringify([envelope_id, id, name]);

/** The recipients as they are stored, and the envelope with the key that their secrets are encrypted with. */
export const sealSecrets = async (
  envelope: EnvelopeItem,
  recipients: readonly RecipientItem[],
): Promise<{ envelope: EnvelopeItem; recipients: RecipientItem[] }> => {
  const plain = recipients.some((recipient) => SECRETS.some((name) => recipient[name] && !isSealed(recipient[name])));
  if (!plain) return { envelope, recipients: [...recipients] };
  const { data_key } = envelope;
  const { key, wrapped } = data_key
    ? { key: await openDataKey(data_key, contextOf(envelope)), wrapped: data_key }
    : await newDataKey(contextOf(envelope));
  const sealed = (recipient: RecipientItem, name: Secret): string | null => {
    const text = recipient[name];
    if (!text || isSealed(text)) return text;
    return MARK + encrypted(key, padded(text), placeOf(recipient, name));
  };
  return {
    envelope: { ...envelope, data_key: wrapped },
    recipients: recipients.map((one) => ({
      ...one,
      passcode: sealed(one, 'passcode'),
      in_app_key: sealed(one, 'in_app_key') ?? '',
    })),
  };
};

/** The recipient with the secrets in plain text. At most one call of KMS. */
export const withOpenSecrets = async (envelope: EnvelopeItem, recipient: RecipientItem): Promise<RecipientItem> => {
  if (!SECRETS.some((name) => recipient[name] && isSealed(recipient[name]))) return recipient;
  const key = await openDataKey(envelope.data_key ?? '', contextOf(envelope));
  const open = (name: Secret): string | null => {
    const text = recipient[name];
    if (!text || !isSealed(text)) return text;
    return unpadded(decrypted(key, text.slice(MARK.length), placeOf(recipient, name)));
  };
  return { ...recipient, passcode: open('passcode'), in_app_key: open('in_app_key') ?? '' };
};

/** The envelope with its recipients' secrets in plain text. At most one call of KMS. */
export const openSecrets = async (state: EnvelopeState): Promise<EnvelopeState> => {
  const recipients: RecipientItem[] = [];
  // One after the other: the first asks for the key, the others find it.
  for (const recipient of state.recipients) recipients.push(await withOpenSecrets(state.envelope, recipient));
  return { ...state, recipients };
};

/** The envelope as the caller may read it: the secrets are opened for its creator alone. */
export const openedFor = (caller: Caller, state: EnvelopeState): Promise<EnvelopeState> | EnvelopeState =>
  isOwner(caller, state.envelope) ? openSecrets(state) : state;

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
