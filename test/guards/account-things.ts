import { signaturePicture } from '../pictures.ts';
import { ok } from '../stories/envelope.ts';
import type { Colleague } from './callers.ts';
import { type Thing, thing } from './thing.ts';

const picture = signaturePicture().toString('base64');

const UNKNOWN_APP = {
  client_id: '6f0e6a0e-6a53-4d8e-9d0c-0a4b1f4c8a11',
  redirect_uri: 'https://crm.example.com/callback',
  response_type: 'code',
};

const NO_ID = '0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f';
const NO_CREDENTIAL = {
  id: 'eA',
  rawId: 'eA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
};

/**
 * The callers' own accounts. They come last, because a caller may end sessions of others who act for the same person.
 */
export const ACCOUNT_THINGS: readonly Thing[] = [
  thing({
    name: "The caller's own signatures and initials",
    make: async () => ({}),
    changes: [
      {
        by: 'drawTypedSignature',
        strength: 1,
        keeps: true,
        inOwn: true,
        try: (as) => as.drawTypedSignature({ body: { text: 'Ada' } }),
      },
      {
        by: 'createSignatureBlock',
        strength: 2,
        keeps: true,
        inOwn: true,
        try: (as) => as.createSignatureBlock({ body: { signature: picture } }),
      },
      {
        by: 'createInitialsBlock',
        strength: 2,
        keeps: true,
        inOwn: true,
        try: (as) => as.createInitialsBlock({ body: { initial: picture } }),
      },
      {
        by: 'forgetRememberedMarks',
        strength: 2,
        keeps: true,
        inOwn: true,
        because: 'What is remembered belongs to the proven address, which a key or an application has not proven.',
        try: (as) => as.forgetRememberedMarks(),
      },
    ],
  }),
  thing<{ session_id: string }>({
    name: "A session of the owner's",
    make: async ({ api, owner }) => {
      const known = new Set(ok(await api.as(owner).getSessions()).map(({ id }) => id));
      const body = { grant_type: 'password', username: owner.email, password: owner.password };
      ok(await api.anyone.authenticate({ body }));
      return { session_id: ok(await api.as(owner).getSessions()).find(({ id }) => !known.has(id)).id };
    },
    changes: [{ by: 'revokeSession', strength: 3, try: (as, path) => as.revokeSession({ path }) }],
  }),
  thing<Colleague>({
    name: "A member's profile",
    make: ({ colleague }) => colleague(['member']),
    sessions: (creator) => ({ creator }),
    changes: [
      {
        by: 'updateProfile',
        strength: 1,
        keeps: true,
        try: (as, path) => as.updateProfile({ path, body: { first_name: 'Augusta' } }),
      },
      { by: 'switchProfile', strength: 2, try: (as, path) => as.switchProfile({ path }) },
      { by: 'deleteProfile', strength: 3, try: (as, path) => as.deleteProfile({ path }) },
    ],
  }),
  thing({
    name: "The caller's own account",
    make: async () => ({}),
    changes: [
      {
        by: 'answerAuthorization',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'not_found',
        try: (as) => as.answerAuthorization({ body: UNKNOWN_APP }),
      },
      {
        by: 'changePassword',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'old_password_wrong',
        try: (as) => as.changePassword({ body: { old_password: 'wrong', new_password: 'correct horse battery' } }),
      },
      {
        by: 'updateNotificationPreferences',
        strength: 1,
        keeps: true,
        inOwn: true,
        try: (as) => as.updateNotificationPreferences({ body: { app: { 'recipient:opened': true } } }),
      },
      { by: 'enrollMfa', strength: 3, keeps: true, inOwn: true, try: (as) => as.enrollMfa() },
      {
        by: 'verifyMfaEnrollment',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'mfa_code_wrong',
        try: (as) => as.verifyMfaEnrollment({ body: { code: '000000' } }),
      },
      {
        by: 'regenerateBackupCodes',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'mfa_off',
        try: (as) => as.regenerateBackupCodes({ body: { code: '000000' } }),
      },
      {
        by: 'disableMfa',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'mfa_off',
        try: (as) => as.disableMfa({ body: { code: '000000' } }),
      },
      {
        by: 'startPasskey',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'passkeys_unavailable',
        try: (as) => as.startPasskey({ body: { password: 'wrong' } }),
      },
      {
        by: 'createPasskey',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'passkeys_unavailable',
        try: (as) => as.createPasskey({ body: { credential: NO_CREDENTIAL } }),
      },
      {
        by: 'updatePasskey',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'not_found',
        try: (as) => as.updatePasskey({ path: { passkey_id: NO_ID }, body: { name: 'Laptop' } }),
      },
      {
        by: 'deletePasskey',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'not_found',
        try: (as) => as.deletePasskey({ path: { passkey_id: NO_ID } }),
      },
      {
        by: 'startIdentityConnection',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'provider_not_found',
        try: (as) => as.startIdentityConnection({ body: { provider: 'google' } }),
      },
      {
        by: 'connectIdentity',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'provider_sign_in_over',
        try: (as) => as.connectIdentity({ body: { provider: 'google', state: 'none' } }),
      },
      {
        by: 'disconnectIdentity',
        strength: 3,
        keeps: true,
        inOwn: true,
        letIn: 'not_found',
        try: (as) => as.disconnectIdentity({ path: { provider: 'google' } }),
      },
      { by: 'revokeOtherSessions', strength: 3, keeps: true, inOwn: true, try: (as) => as.revokeOtherSessions() },
    ],
  }),
  thing<{ organization_id: string }>({
    name: 'Child organizations',
    make: async ({ owner: { organization_id } }) => ({ organization_id }),
    changes: [
      {
        by: 'createOrganization',
        strength: 3,
        keeps: true,
        try: (as, { organization_id }) =>
          as.createOrganization({ body: { name: 'Child', parent_id: organization_id } }),
      },
    ],
  }),
];
