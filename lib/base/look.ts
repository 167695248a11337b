/**
 * True if two names look the same: they differ only in how letters are composed (Unicode NFC), or by characters that
 * nothing shows. People, and the certificate that they keep, couldn't tell them apart.
 */
export const looksLike = (a: string, b: string): boolean => shown(a) === shown(b);

/**
 * A person's name for comparing: however its letters are composed, whatever their case, and with one blank between its
 * words.
 */
export const normalName = (name: string): string =>
  shown(name).toLowerCase().trim().replace(/\s+/gu, ' ').normalize('NFC');

const shown = (name: string): string => name.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');

const TAGS = '\\u{e0020}-\\u{e007f}';

/**
 * Control characters, ends of lines and paragraphs, halves of characters, characters that nothing shows, and those that
 * turn the direction of what follows. Three kinds are left out, where they shape what stands before them: joiners
 * (Persian, Indic scripts, emoji) and variation selectors (emoji, Han, Mongolian), but after letters that have no such
 * forms; tags (flags of regions).
 */
const HIDDEN = new RegExp(
  [
    // First, so that all else is looked at for few characters. A bounded look back keeps long texts quick.
    '(?=[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb])(?!',
    '(?<=[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}])',
    '(?<![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]\\p{M}{0,9})',
    '[\\u200c\\u200d\\p{Variation_Selector}]',
    '|(?<=[0-9#*])\\ufe0f\\u20e3',
    `|(?<=\\u{1f3f4}[${TAGS}]{0,9})[${TAGS}]`,
    ').',
  ].join(''),
  'gsu',
);

/**
 * Marks of direction. They turn nothing that has a direction, and put the punctuation of right-to-left names in its
 * place.
 */
const MARKS = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const hiddenIn = (text: string): string[] => {
  const found = text.match(HIDDEN) ?? [];
  return RIGHT_TO_LEFT.test(text.replace(MARKS, '')) ? found.filter((one) => !one.match(MARKS)) : found;
};

/** Tabulators and ends of lines, which shape a text of several lines and have no place in a name. */
const BREAKS = /[\t\n\r]/g;

/**
 * The first character of a name that hides what the name is: by it `fdp.exe` reads as `exe.pdf`, one name looks like
 * another, or a terminal that shows the name takes it for a command. Undefined if there is none. Written like `U+202E`.
 */
export const findHidden = (name: string): string | undefined => {
  const [first] = hiddenIn(name);
  return first && `U+${first.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** The same for a text that may have several lines. */
export const findHiddenInLines = (text: string): string | undefined => findHidden(text.replace(BREAKS, ' '));

/** A name that was found, and not given by the caller, without such characters. */
export const withoutHidden = (name: string): string => {
  const hidden = new Set(hiddenIn(name));
  return hidden.size === 0 ? name : name.replace(HIDDEN, (one) => (hidden.has(one) ? '' : one));
};

/** The same for a text that may have had several lines: it becomes one. */
export const asOneLine = (text: string): string => withoutHidden(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));
