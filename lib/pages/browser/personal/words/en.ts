import type { InLanguage } from '../../shared/words/forms.ts';

/** Words of the page with one's own account. `{name}` stands for what is filled in. */
export const en = {
  accountParts: 'Parts of your account',
  partProfile: 'Profile',
  partSecurity: 'Signing in',

  // Passkeys
  passkeys: 'Passkeys',
  passkeysAbout:
    'With a passkey you sign in without a password: by your fingerprint, your face or the PIN of your device.',
  passkeysNone: 'You have no passkeys yet.',
  passkeyAdd: 'Add a passkey',
  passkeyAdded: 'Added: {date}',
  passkeyUsed: 'Last used: {date}',
  passkeyName: 'Name of the passkey',
  passkeyNamed: 'Passkey {name}',
  passkeySave: 'Save name',
  passkeyRemove: 'Remove',
  passkeyRemoveAsk: 'Remove {name}?',
  passkeyRemoveAbout: 'You can no longer sign in with it. Other ways to sign in stay as they are.',
  passkeyRemoved: '{name} was removed.',
  passkeyDone: '{name} was added.',
  refused_passkey_not_added: 'The passkey was not added. Begin again.',
  refused_too_many_passkeys: 'You have as many passkeys as possible. Remove one first.',
  refused_old_password_wrong: 'The password is wrong.',
  refused_mfa_code_wrong: 'The code is wrong, or was used before.',
} as const;

export type PersonalWords = InLanguage<typeof en>;
