import type { Key } from './engine/key.ts';
import type { Write } from './engine/write.ts';
import type { KeptSecret } from './records/kept-secret.ts';

/** A client that acts for users and has a secret: an API key, or an application. */
export interface ClientItem extends Key, KeptSecret {
  organization_id: string;
  profile_id: string;
}

/** Writes for API keys and applications alike. */
export const clientWrites = {
  create: (client: ClientItem): Write => ({ put: client }),
  /** Holds while secret, organization and profile are as they were read. */
  change: <T extends ClientItem>(before: T, changes: Partial<T>): Write => ({
    change: before,
    set: { ...changes },
    where: {
      secret_hash: before.secret_hash,
      organization_id: before.organization_id,
      profile_id: before.profile_id,
    },
  }),
  /** Holds if it is this organization's, and acts as this profile, where one is given. */
  remove: (place: Key, organization_id: string, profile_id?: string): Write => ({
    remove: place,
    where: { organization_id, ...(profile_id === undefined ? {} : { profile_id }) },
  }),
};
