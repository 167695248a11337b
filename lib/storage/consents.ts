import { putRecord } from './engine/client.ts';
import { authorizationCodeKey, consentEndKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, anyOf, is } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { AuthorizationCodeItem } from './records/authorization-code.ts';

export const authorizationCodeAt = (codeHash: string): At<AuthorizationCodeItem> => at(authorizationCodeKey(codeHash));

/** Stores a user's consent under the hash of its code. */
export const storeConsent = (codeHash: string, consent: Omit<AuthorizationCodeItem, 'pk' | 'sk'>): Promise<void> =>
  putRecord({ ...authorizationCodeKey(codeHash), ...consent });

/**
 * Stores the time at which a user ended an application's access. `ttl`: the time until which an earlier code could be
 * used.
 */
export const storeConsentEnd = (
  { user_id, client_id }: { user_id: string; client_id: string },
  { ended_at, ttl }: { ended_at: string; ttl: number },
): Promise<void> => putRecord({ ...consentEndKey(user_id, client_id), ended_at, ttl });

export const consentWrites = {
  /** Uses the code up; of two simultaneous uses only one holds. */
  use: (consent: AuthorizationCodeItem): Write => ({ change: consent, set: { used: true }, where: { used: false } }),
  /** Holds unless the user has ended the application's access since. */
  stands: ({ user_id, client_id, issued_at }: AuthorizationCodeItem): Write => ({
    check: consentEndKey(user_id, client_id),
    where: anyOf(ABSENT, { ended_at: is.below(issued_at) }),
  }),
};
