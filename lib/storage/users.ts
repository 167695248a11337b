import { collection } from './engine/client.ts';
import type { Key } from './engine/key.ts';
import { emailKey, knownAttemptsPrefix, networkKey, SESSION_PREFIX, signUpKey, userKey } from './engine/keys.ts';
import { type At, at, readTogether } from './engine/read.ts';
import { ABSENT, allOf, anyOf, is, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { Attempts } from './records/attempts.ts';
import type { NetworkItem } from './records/network.ts';
import type { SessionItem } from './records/session.ts';
import type { EmailItem, Muted, SecondFactor, SignUpItem, UserItem } from './records/user.ts';

export const userAt = (id: string): At<UserItem> => at(userKey(id));
/** Place of the owner of an address. */
export const addressAt = (email: string): At<EmailItem> => at(emailKey(email));
/** Place of the latest sign-up with an address. */
export const signUpAt = (email: string): At<SignUpItem> => at(signUpKey(email));
/** Place of a network from which the user has signed in. */
export const networkAt = (user_id: string, networkHash: string): At<NetworkItem> =>
  at(networkKey(user_id, networkHash));

type Details<T> = Omit<T, keyof Key>;

/** Makes a new user's record. */
export const userRecord = (user: Details<UserItem>): UserItem => ({ ...userKey(user.id), ...user });

/** Claim of the user's address. */
export const addressRecord = (email: string, of: Details<EmailItem>): EmailItem => ({ ...emailKey(email), ...of });

/** Record of the user's sign-up with the address. */
export const signUpRecord = (email: string, of: Details<SignUpItem>): SignUpItem => ({ ...signUpKey(email), ...of });

/** A user with all records beside it. */
export interface Account {
  user?: UserItem | undefined;
  sessions: SessionItem[];
  /** Attempts at the password from the user's own devices and networks. */
  attempts: Attempts[];
  /** Returns the record at a place beside the user. */
  beside: <T>(place: At<T>) => T | undefined;
}

/** Reads a user with all records beside it. One query. */
export const readAccount = async (user_id: string): Promise<Account> => {
  const { pk, sk } = userKey(user_id);
  const items = await collection<Key>(pk);
  const find = <T>(place: Key): T | undefined =>
    items.find((item) => item.pk === place.pk && item.sk === place.sk) as T | undefined;
  const all = <T>(prefix: string): T[] => items.filter((item) => item.sk.startsWith(prefix)) as T[];
  return {
    user: find<UserItem>({ pk, sk }),
    sessions: all<SessionItem>(SESSION_PREFIX),
    attempts: all<Attempts>(knownAttemptsPrefix('password')),
    beside: find,
  };
};

/** Changes to a user's own members. */
export type UserChanges = Partial<Details<UserItem>>;

type Removed = Pick<UserItem, 'current_profile_id' | 'identities'>;

export const userWrites = {
  create: (user: UserItem): Write => ({ put: user }),
  /** Holds while the user exists. */
  check: (id: string): Write => ({ check: userKey(id) }),
  /** Holds while the user exists. */
  change: (id: string, changes: UserChanges): Write => ({ change: userKey(id), set: changes, where: PRESENT }),
  /** Changes a user and keeps it permanently, as verified; holds while the user exists. */
  verify: (id: string, changes: UserChanges): Write => ({
    change: userKey(id),
    set: { ...changes, email_verified: true },
    unset: ['ttl'],
    where: PRESENT,
  }),
  /** Holds while the user's current profile, and connections with providers, are those that were read. */
  remove: (id: string, { current_profile_id, identities }: Removed): Write => ({
    remove: userKey(id),
    where: { current_profile_id, identities },
  }),
  /** Holds while the password is the one that was read. */
  changePassword: ({ id, password_hash }: UserItem, changes: UserChanges): Write => ({
    change: userKey(id),
    set: changes,
    where: { password_hash },
  }),
  /** Holds for a user without a second factor. */
  switchOnMfa: (id: string, changes: UserChanges & { mfa: SecondFactor }): Write => ({
    change: userKey(id),
    set: changes,
    where: allOf(PRESENT, { mfa: is.eitherOf(is.missing, null) }),
  }),
  /** Replaces the second factor that was read; of two simultaneous uses only one holds. */
  replaceMfa: (id: string, { version }: SecondFactor, changes: UserChanges): Write => ({
    change: userKey(id),
    set: changes,
    where: { 'mfa.version': version },
  }),
  /** Holds while the user has as many passkeys as were read. */
  resetFactors: ({ id, passkeys }: UserItem, changes: UserChanges): Write => ({
    change: userKey(id),
    set: changes,
    where: allOf(PRESENT, { passkeys }),
  }),
  /** Counts one more passkey; holds for a user of this generation with fewer than `most`. */
  addPasskey: (
    { id, session_generation }: Pick<UserItem, 'id' | 'session_generation'>,
    most: number,
    updated_at: string,
  ): Write => ({
    change: userKey(id),
    add: { passkeys: 1 },
    set: { updated_at },
    where: allOf(PRESENT, { session_generation, passkeys: is.eitherOf(is.missing, is.below(most)) }),
  }),
  /** Counts one passkey less. */
  removePasskey: (id: string, updated_at: string): Write => ({
    change: userKey(id),
    add: { passkeys: -1 },
    set: { updated_at },
    where: PRESENT,
  }),
};

export const addressWrites = {
  /** Holds for a free address. */
  claim: (address: EmailItem): Write => ({ put: address, where: ABSENT }),
  /** Holds for a free address, or one of this user's. */
  prove: (address: EmailItem): Write => ({ put: address, where: anyOf(ABSENT, { user_id: address.user_id }) }),
  signUp: (signUp: SignUpItem): Write => ({ put: signUp }),
  /** Frees the address; holds while it is this user's. */
  remove: (email: string, user_id: string): Write => ({ remove: emailKey(email), where: { user_id } }),
  /**
   * Copies the user's current profile to the address; it needs no condition, because an address is removed with its
   * user.
   */
  follow: (email: string, to: { organization_id: string; profile_id: string }): Write => ({
    change: emailKey(email),
    set: to,
  }),
};

/**
 * Writes of what a person has switched off; they hold while the user exists and has switched off what was read. An
 * address that the person hasn't proven gets it with its proof.
 */
export const muteWrites = (
  { id, email, email_verified, muted: before }: UserItem,
  muted: Muted,
  at: string,
): Write[] => [
  {
    change: userKey(id),
    set: { muted, updated_at: at },
    where: allOf(PRESENT, { muted: before ?? is.missing }),
  },
  ...(email_verified ? [{ change: emailKey(email), set: { muted }, where: { user_id: id } }] : []),
];

/** The write of a network of the user's, until `ttl`. */
export const networkWrite = (user_id: string, networkHash: string, ttl: number): Write => {
  const network: NetworkItem = { ...networkKey(user_id, networkHash), ttl };
  return { put: network };
};

/** The users of these addresses; addresses without an account are left out. */
export const findUserIds = async (emails: readonly string[]): Promise<string[]> =>
  (await readTogether(emails.map(addressAt))).flatMap((found) => found?.user_id ?? []);
