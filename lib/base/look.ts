/**
 * True if two names look the same: they differ only in how letters are composed (Unicode NFC), or by characters that nothing shows.
 * People, and the certificate that they keep, couldn't tell them apart.
 */
export const looksLike = (a: string, b: string): boolean => shown(a) === shown(b);

const shown = (name: string): string => name.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
