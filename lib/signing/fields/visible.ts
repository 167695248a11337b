/**
 * Characters that leave no mark on a page: controls, formats, lone surrogates, blanks of every kind, marks that only stand
 * on another character, what Unicode lets fonts ignore (fillers of Hangul and variation selectors among it), the blank
 * Braille pattern, the null notehead, and the place of an object.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]/gu;

/** True where something of the text can be seen on a page. */
export const isVisible = (text: string): boolean => text.replace(UNSEEN, '') !== '';
