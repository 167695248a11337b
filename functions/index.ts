import type { Operation } from '../lib/operation/operation.ts';
import { handler as createOauthApp } from './authentication/create-oauth-app.ts';
import { handler as deleteOauthApp } from './authentication/delete-oauth-app.ts';
import { handler as getJwks } from './authentication/get-jwks.ts';
import { handler as getOauthApps } from './authentication/get-oauth-apps.ts';
import { handler as getSignInPage } from './authentication/get-sign-in-page.ts';
import { handler as getSocialProviders } from './authentication/get-social-providers.ts';
import { handler as rotateOauthApp } from './authentication/rotate-oauth-app.ts';
import { handler as startAuthorization } from './authentication/start-authorization.ts';
import { handler as updateOauthApp } from './authentication/update-oauth-app.ts';
import { handler as disableMfa } from './mfa/disable-mfa.ts';
import { handler as enrollMfa } from './mfa/enroll-mfa.ts';
import { handler as getMfaStatus } from './mfa/get-mfa-status.ts';
import { handler as regenerateBackupCodes } from './mfa/regenerate-backup-codes.ts';
import { handler as verifyMfaEnrollment } from './mfa/verify-mfa-enrollment.ts';
import { handler as getProfilePicture } from './profiles/get-profile-picture.ts';
import { handler as getMyUser } from './users/get-my-user.ts';
import { handler as getResetPasswordPage } from './users/get-reset-password-page.ts';
import { handler as getSessions } from './users/get-sessions.ts';
import { handler as getVerifyEmailPage } from './users/get-verify-email-page.ts';
import { handler as resetPassword } from './users/reset-password.ts';
import { handler as revokeOtherSessions } from './users/revoke-other-sessions.ts';
import { handler as revokeSession } from './users/revoke-session.ts';

/** The whole API, one line per operation. */
export const operations: Operation[] = [
  createOauthApp,
  deleteOauthApp,
  getJwks,
  getOauthApps,
  getSignInPage,
  getSocialProviders,
  rotateOauthApp,
  startAuthorization,
  updateOauthApp,
  disableMfa,
  enrollMfa,
  getMfaStatus,
  regenerateBackupCodes,
  verifyMfaEnrollment,
  getProfilePicture,
  getMyUser,
  getResetPasswordPage,
  getSessions,
  getVerifyEmailPage,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
];
