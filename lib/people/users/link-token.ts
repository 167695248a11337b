/** The token of a mailed link: the id by which its record is found in one read, and a secret of 256 bits. */
export const linkToken = (id: string, secret: string): string => `${id}.${secret}`;

const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/** The parts of a link's token; undefined for any other text. */
export const readLinkToken = (token: string): { id: string; secret: string } | undefined => {
  const [, id, secret] = SHAPE.exec(token) ?? [];
  return id && secret ? { id, secret } : undefined;
};
