/** A person or service in a mail header. */
export interface MailAddress {
  name?: string | null | undefined;
  /** `user@host`. */
  address: string;
}

/**
 * Formats the address for SES: ASCII only, the name quoted (RFC 5322, 3.2.4) or, with other characters, as encoded
 * words (RFC 2047). Line breaks in a name, which would start a new header, become spaces.
 */
export const formatAddress = ({ name, address }: MailAddress): string => {
  if (!/^[^\s<>,;"]+@[^\s<>,;"@]+$/.test(address)) throw new Error('The mail address is malformed');
  const clean = (name ?? '')
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  if (clean === '') return address;
  if (/^[\x20-\x7e]+$/.test(clean)) return `"${clean.replace(/[\\"]/g, '\\$&')}" <${address}>`;
  return `${encodedWords(clean)} <${address}>`;
};

/** Parses `Name <user@host>`, or a bare address. */
export const parseAddress = (text: string): MailAddress => {
  const match = text.match(/^\s*(.*?)\s*<([^<>]+)>\s*$/);
  return match?.[2] ? { name: match[1]?.replace(/^"|"$/g, ''), address: match[2] } : { address: text.trim() };
};

/**
 * Encodes a name. An encoded word has at most 75 characters and may not split a character: 45 bytes become 60 in
 * base64.
 */
const encodedWords = (text: string): string => {
  const words = [''];
  for (const character of text) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > 45) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
};
