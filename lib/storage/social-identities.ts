import { socialIdentityKey, userKey } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { ABSENT, allOf, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { SocialIdentityItem } from './records/identity-provider.ts';
import type { Identities, UserItem } from './records/user.ts';

/** Place of a person at a provider for everybody. `identityHash`: of issuer and subject. */
export const socialIdentityAt = (identityHash: string): At<SocialIdentityItem> => at(socialIdentityKey(identityHash));

export const socialIdentityWrites = {
  /** Holds while the person is connected with no account, or with the one that was read (`before`), which is gone. */
  connect: (
    identityHash: string,
    of: Pick<SocialIdentityItem, 'user_id' | 'created_at'>,
    before: SocialIdentityItem | undefined,
  ): Write => ({
    put: { ...socialIdentityKey(identityHash), ...of },
    where: before ? { user_id: before.user_id } : ABSENT,
  }),
  /** Holds while the person is connected with this account. */
  disconnect: (identityHash: string, user_id: string): Write => ({
    remove: socialIdentityKey(identityHash),
    where: { user_id },
  }),
  /** Holds while the user exists and has the identities, and the generation of sessions, that were read. */
  mark: (
    { id, identities: before, session_generation }: UserItem,
    identities: Identities,
    updated_at: string,
  ): Write => ({
    change: userKey(id),
    set: { identities, updated_at },
    where: allOf(PRESENT, { identities: before, session_generation }),
  }),
};
