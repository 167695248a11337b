import * as z from 'zod';
import { timestamp } from '../../base/clock.ts';
import { Email, Id, Locale, Name, Phone, Timestamp, Timezone } from '../../base/schema.ts';
import type { Key } from '../../storage/key.ts';
import { emailKey, userKey } from '../../storage/keys.ts';

/** A person who can sign in, as answered to that person. */
export const User = z
  .object({
    id: Id,
    email: Email,
    email_verified: z.boolean(),
    first_name: Name.nullable(),
    last_name: Name.nullable(),
    phone: Phone.nullable(),
    picture: z.string().nullable(),
    b2cId: z.string().nullable(),
    googleId: z.string().nullable(),
    appleId: z.string().nullable(),
    githubId: z.string().nullable(),
    locked: z.boolean(),
    lock_reason: z.string().nullable(),
    mfa_enabled: z.boolean(),
    mfa_enrolled_at: Timestamp.nullable(),
    locale: Locale.nullable(),
    timezone: Timezone.nullable(),
    has_password: z.boolean(),
    password_changed_at: Timestamp.nullable(),
    sign_in_providers: z.array(z.string()),
    mfa: z.object({
      enabled: z.boolean(),
      enrolled_at: Timestamp.nullable(),
      backup_codes_remaining: z.int(),
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

/** A user, as the table holds it. */
export interface UserItem extends Key {
  id: string;
  email: string;
  email_verified: boolean;
  /** Argon2id, as a PHC string. */
  password_hash: string | null;
  password_changed_at: string | null;
  first_name: string;
  last_name: string;
  phone: string | null;
  locale: string | null;
  timezone: string | null;
  /** Where the user was last: signing in goes there again. */
  current_organization_id: string;
  current_profile_id: string;
  /**
   * Another one ends all sessions, codes and challenges of the one before, also those that begin at the same moment. Absent
   * until the first change.
   */
  session_generation?: string;
  /** None where signing in takes the password alone. */
  mfa?: SecondFactor | null;
  /** Seconds since 1970. A sign-up that is not verified goes by itself, with all that was made for it. */
  ttl?: number;
  created_at: string;
  updated_at: string;
}

/** What a user has beside the password. `README.md` in `lib/people/mfa` says why the secret is no hash. */
export interface SecondFactor {
  /** Shared with the user's authenticator, base32. */
  secret: string;
  enrolled_at: string;
  /** The latest time step whose code was used: neither that one nor those before count any more. */
  last_step: number;
  /** Hashes of the codes that are left. */
  backup_codes: string[];
  /** Another one after each use: of two uses at once one fails. */
  version: string;
}

/** In whose name events of the outbox are written that belong to an account, or to none, and to no organization. */
export const ACCOUNTS = 'accounts';

/**
 * That an address belongs to a user: what makes it unique, and how it is found. It repeats where the user was last, so
 * that a sign-in reads the user and that profile at once; what the user's own item says counts.
 */
export interface EmailItem extends Key {
  user_id: string;
  organization_id: string;
  profile_id: string;
}

/** The latest sign-up with an address: until the address is verified it belongs to nobody, and several may try. */
export interface SignUpItem extends EmailItem {
  ttl: number;
}

/** How long a sign-up can be verified. */
export const SIGN_UP_SECONDS = 30 * 24 * 60 * 60;

/** What makes the user's address the user's. */
export const emailClaim = (user: UserItem): EmailItem => ({
  ...emailKey(user.email),
  user_id: user.id,
  organization_id: user.current_organization_id,
  profile_id: user.current_profile_id,
});

/** The complete item of a new user. */
export const newUser = (
  details: Pick<
    UserItem,
    | 'id'
    | 'email'
    | 'email_verified'
    | 'password_hash'
    | 'first_name'
    | 'last_name'
    | 'phone'
    | 'locale'
    | 'timezone'
    | 'current_organization_id'
    | 'current_profile_id'
  >,
): UserItem => {
  const created_at = timestamp();
  return {
    ...userKey(details.id),
    ...details,
    password_changed_at: details.password_hash === null ? null : created_at,
    created_at,
    updated_at: created_at,
  };
};

/** The user as it is answered: never a hash or a secret. There are no other ways to sign in. */
export const presentUser = (item: UserItem): User => ({
  id: item.id,
  email: item.email,
  email_verified: item.email_verified,
  first_name: item.first_name,
  last_name: item.last_name,
  phone: item.phone,
  picture: null,
  b2cId: null,
  googleId: null,
  appleId: null,
  githubId: null,
  locked: false,
  lock_reason: null,
  mfa_enabled: Boolean(item.mfa),
  mfa_enrolled_at: item.mfa?.enrolled_at ?? null,
  locale: item.locale,
  timezone: item.timezone,
  has_password: item.password_hash !== null,
  password_changed_at: item.password_changed_at,
  sign_in_providers: [],
  mfa: {
    enabled: Boolean(item.mfa),
    enrolled_at: item.mfa?.enrolled_at ?? null,
    backup_codes_remaining: item.mfa?.backup_codes.length ?? 0,
  },
  created_at: item.created_at,
  updated_at: item.updated_at,
});
