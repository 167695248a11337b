/**
 * Characters that are invisible on a page: controls, formats, lone surrogates, blanks, combining marks, characters that
 * Unicode allows fonts to ignore (Hangul fillers, variation selectors), the blank Braille pattern, the null notehead,
 * and the object replacement character.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]/gu;

/** True if something of the text is visible on a page. */
export const isVisible = (text: string): boolean => text.replace(UNSEEN, '') !== '';
