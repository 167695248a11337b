import { sha256 } from '../../base/ids.ts';

/**
 * Hashes (hex) and keys and signatures (base64url) of a JSON text, taken out as bytes: letters of random text take
 * more, deflated, than the bytes that they stand for. JSON has no control characters of its own, so one marks each
 * place.
 */
const HASH = '\x01';
const BYTES = '\x02';
const RP_HASH = '\x03';

/** Long enough for a hash: shorter words are more often texts than random ones. */
const RANDOM = /[A-Za-z0-9_-]{43,}/g;
const IS_HASH = /^[0-9a-f]{64}$/;
/** Most bytes of one place, and of all: what is beyond stays in the text. */
const LARGEST = 1000;
const ROOM = 0xffff;

/** The text without its hashes, keys and signatures, and their bytes one after the other. `withBytes` undoes it. */
export const ownBytes = (json: string): { text: string; bytes: Uint8Array } => {
  const parts: Buffer[] = [];
  let room = ROOM;
  const take = (bytes: Buffer): void => {
    parts.push(bytes);
    room -= bytes.length;
  };
  const text = withoutRpHash(json).replace(RANDOM, (word) => {
    if (room < LARGEST) return word;
    if (IS_HASH.test(word)) {
      take(Buffer.from(word, 'hex'));
      return HASH;
    }
    const bytes = Buffer.from(word, 'base64url');
    if (bytes.length > LARGEST || bytes.toString('base64url') !== word) return word;
    take(bytes);
    return BYTES + String.fromCharCode(bytes.length);
  });
  return { text, bytes: Buffer.concat(parts) };
};

/** The text that `ownBytes` has made these of. */
export const withBytes = (text: string, bytes: Buffer): string => {
  let at = 0;
  const next = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the marks
  const whole = text.replace(/\x01|\x02(.)/gs, (_, length?: string) =>
    length ? next(length.charCodeAt(0)).toString('base64url') : next(32).toString('hex'),
  );
  return withRpHash(whole);
};

/** The host of a passkey's page. The data of its authenticator begin with the SHA-256 of it (WebAuthn 3, 6.1). */
const RP_ID = /"rp_id":"([^"\\]+)"/;

const rpHashIn = (json: string): Buffer | undefined => {
  const [, host] = RP_ID.exec(json) ?? [];
  return host ? Buffer.from(sha256(host), 'hex') : undefined;
};

const withoutRpHash = (json: string): string => {
  const hash = rpHashIn(json);
  if (!hash) return json;
  return json.replace(/"authenticator_data":"([\w-]+)"/g, (whole, word: string) => {
    const bytes = Buffer.from(word, 'base64url');
    const isPlain = bytes.toString('base64url') === word && bytes.subarray(0, 32).equals(hash);
    return isPlain ? `"authenticator_data":"${RP_HASH}${bytes.subarray(32).toString('base64url')}"` : whole;
  });
};

const withRpHash = (json: string): string => {
  const hash = json.includes(RP_HASH) && rpHashIn(json);
  if (!hash) return json;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the mark
  return json.replace(/"\x03([\w-]*)"/g, (_, word: string) => {
    const bytes = Buffer.concat([hash, Buffer.from(word, 'base64url')]);
    return `"${bytes.toString('base64url')}"`;
  });
};
