import { newSecret } from '../../base/ids.ts';

/**
 * A refresh token is `<owner>.<session>.<family>.<secret>`. Owner and session find its session in one read. The family
 * stays the same over all rotations, the secret changes with each: a right family with another secret is a token that
 * was used before, while who only knows the ids (they stand in access tokens) can't make one that looks like it.
 */
export interface RefreshToken {
  owner_id: string;
  session_id: string;
  family: string;
  secret: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const SHAPE = new RegExp(`^(${UUID})\\.(${UUID})\\.([\\w-]{43})\\.([\\w-]{43})$`);

/** A refresh token for a session, of a new family unless one is given. */
export const newRefreshToken = (owner_id: string, session_id: string, family = newSecret()): RefreshToken => ({
  owner_id,
  session_id,
  family,
  secret: newSecret(),
});

/** The token's text. */
export const writeRefreshToken = ({ owner_id, session_id, family, secret }: RefreshToken): string =>
  [owner_id, session_id, family, secret].join('.');

/** The token that `text` is, undefined where it has another shape. */
export const readRefreshToken = (text: string): RefreshToken | undefined => {
  const [, owner_id, session_id, family, secret] = SHAPE.exec(text) ?? [];
  return owner_id && session_id && family && secret ? { owner_id, session_id, family, secret } : undefined;
};
