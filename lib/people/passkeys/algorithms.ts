/** COSE algorithms of passkeys, the preferred one first: Ed25519, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];
