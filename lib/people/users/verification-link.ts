/** The token of a verification link: the user's id, and a secret of 256 bits. */
export const linkToken = (user_id: string, secret: string): string => `${user_id}.${secret}`;

const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** The parts of a link's token; undefined for any other text. */
export const readLinkToken = (token: string): { user_id: string; secret: string } | undefined => {
  const [, user_id, secret] = SHAPE.exec(token) ?? [];
  return user_id && secret ? { user_id, secret } : undefined;
};
