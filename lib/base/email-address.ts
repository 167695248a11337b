/**
 * The one form in which e-mail addresses are compared, counted and used as keys. Only the letters A to Z are folded.
 * Unicode folds more than that: U+212A KELVIN SIGN becomes `k`, so that an address that nobody can hold beside an existing
 * one would open the other's envelopes (RFC 5321, 2.4: only ASCII letters have two cases that mean the same).
 */
export const normalEmail = (email: string): string =>
  email
    .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    .replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));

/** True where both are the same address, whatever the case of their letters. */
export const sameEmail = (a: string, b: string): boolean => normalEmail(a) === normalEmail(b);
