/**
 * What a person wrote, without anything that mail programs make a link of: web and mail addresses go, and what looks like a
 * host name (`evil.example`, also `Dr.Smith`) is parted after its dots. Line breaks stay.
 */
export const withoutLinks = (text: string): string => {
  const visible = text.replace(INVISIBLE, '');
  // Full-width letters and dots that are one in a browser's eyes are looked at as that; other words stay as written.
  const plain = visible.normalize('NFKC');
  const parted = unlinked(plain);
  return parted === plain ? visible : parted;
};

const unlinked = (text: string): string =>
  text
    .replace(/[a-z][a-z0-9+.-]*:\/\/\S*/gi, '…')
    .replace(/\bwww\.\S*/gi, '…')
    .replace(/\b(?:mailto|tel|sms|data|javascript):\S*/gi, '…')
    .replace(/[^\s@]+@[^\s@]+\.\S+/g, '…')
    .replace(/(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}[/?#:]\S*/gu, '…')
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, '. ');

/** Controls of direction, joiners that show nothing, and the like: they hide what a text says, from people and from us. */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B\u200E\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** The same where it is a mail or a phone's address that is asked for: nothing else of it is left. */
export const plainContact = (text: string): string =>
  /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text) || /^[+()\d\s./-]+$/.test(text) ? text : withoutLinks(text);
