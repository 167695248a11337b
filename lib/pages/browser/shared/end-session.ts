import type { Tokens } from './answers.ts';
import { call } from './call.ts';

/** Ends a session that a page opened for its own purpose. The page has done its work whether or not this succeeds. */
export const endSession = async ({ refresh_token }: Pick<Tokens, 'refresh_token'>): Promise<void> => {
  await call('POST', '/v2/oauth2/revoke', { token: refresh_token }, { keepalive: true }).catch(() => {});
};
