/**
 * Normalizes an e-mail address for comparing, counting and keys. Only the letters A to Z are folded (RFC 5321, 2.4).
 * Unicode folds more: U+212A KELVIN SIGN becomes `k`, and so two different addresses would open the same envelopes.
 */
export const normalEmail = (email: string): string =>
  email
    .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    .replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));

/** True if both are the same address, regardless of ASCII case. */
export const sameEmail = (a: string, b: string): boolean => normalEmail(a) === normalEmail(b);

/** Domain of an e-mail address, in lower case. */
export const domainOfEmail = (email: string): string => normalEmail(email).replace(/^.*@/s, '');
