import { newSecret } from '../../base/ids.ts';

/**
 * A refresh token is `<owner>.<session>.<family>.<secret>`. Owner and session allow finding the session in one read.
 * The family stays over all rotations, the secret changes with each. A right family with another secret is therefore a
 * used token; the ids alone, which access tokens contain, don't allow making one.
 */
export interface RefreshToken {
  owner_id: string;
  session_id: string;
  family: string;
  secret: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const SHAPE = new RegExp(`^(${UUID})\\.(${UUID})\\.([\\w-]{43})\\.([\\w-]{43})$`);

/** Makes a refresh token for a session, of a new family unless one is given. */
export const newRefreshToken = (owner_id: string, session_id: string, family = newSecret()): RefreshToken => ({
  owner_id,
  session_id,
  family,
  secret: newSecret(),
});

/** Formats the token. */
export const writeRefreshToken = ({ owner_id, session_id, family, secret }: RefreshToken): string =>
  [owner_id, session_id, family, secret].join('.');

/** Parses a token; undefined if the text has another form. */
export const readRefreshToken = (text: string): RefreshToken | undefined => {
  const [, owner_id, session_id, family, secret] = SHAPE.exec(text) ?? [];
  return owner_id && session_id && family && secret ? { owner_id, session_id, family, secret } : undefined;
};
