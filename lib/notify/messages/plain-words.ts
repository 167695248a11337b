/**
 * Removes everything from a person's text that mail programs turn into links: web and mail addresses are removed, and
 * possible host names (`evil.example`, also `Dr.Smith`) get blanks after their dots. Line breaks stay.
 */
export const withoutLinks = (text: string): string => {
  const visible = text.replace(INVISIBLE, '');
  // Browsers normalize full-width letters and dots, so they are checked in that form; other words stay as written.
  const plain = visible.normalize('NFKC');
  const parted = unlinked(plain);
  return parted === plain ? visible : parted;
};

// A match begins only where a word begins: else a long word would be searched again from each of its letters.
const unlinked = (text: string): string =>
  text
    .replace(/(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/\S*/gi, '…')
    .replace(/\bwww\.\S*/gi, '…')
    .replace(/\b(?:mailto|tel|sms|data|javascript):\S*/gi, '…')
    .replace(/(?<![^\s@])[^\s@]+@[^\s@]+\.\S+/g, '…')
    .replace(/(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}[/?#:]\S*/gu, '…')
    .replace(/(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu, '. ');

/**
 * Direction controls, invisible joiners and similar characters, which hide a text's meaning from people and from this
 * check.
 */
const INVISIBLE = /[\u00AD\u061C\u180E\u200B\u200E\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** The same for a contact: only a mail address or phone number remains. */
export const plainContact = (text: string): string =>
  /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text) || /^[+()\d\s./-]+$/.test(text) ? text : withoutLinks(text);
