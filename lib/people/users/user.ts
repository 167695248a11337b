import { timestamp } from '../../base/clock.ts';
import type { EmailItem, UserItem } from '../../storage/records/user.ts';
import { addressRecord, userRecord } from '../../storage/users.ts';
import type { User } from './user-schema.ts';

/** Namespace of outbox events that belong to an account, or to none, and to no organization. */
export const ACCOUNTS = 'accounts';

/** Time for which a sign-up can be verified. */
export const SIGN_UP_SECONDS = 30 * 24 * 60 * 60;

/** The record that gives the user the address. */
export const emailClaim = (user: UserItem): EmailItem =>
  addressRecord(user.email, { ...currentProfileOf(user), ...(user.muted ? { muted: user.muted } : {}) });

/** The user with the current profile. */
export const currentProfileOf = ({ id, current_organization_id, current_profile_id }: UserItem) => ({
  user_id: id,
  organization_id: current_organization_id,
  profile_id: current_profile_id,
});

/** Makes the item of a new user. */
export const newUser = (
  details: Omit<Parameters<typeof userRecord>[0], 'password_changed_at' | 'created_at' | 'updated_at'>,
): UserItem => {
  const created_at = timestamp();
  return userRecord({
    ...details,
    password_changed_at: details.password_hash === null ? null : created_at,
    created_at,
    updated_at: created_at,
  });
};

/** Presents the user: never a hash or a secret. */
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
  sign_in_providers: Object.keys(item.identities ?? {}),
  mfa: {
    enabled: Boolean(item.mfa),
    enrolled_at: item.mfa?.enrolled_at ?? null,
    backup_codes_remaining: item.mfa?.backup_codes.length ?? 0,
  },
  created_at: item.created_at,
  updated_at: item.updated_at,
});
