import { fail } from '../../base/errors.ts';
import { forgetWrite } from '../../storage/attempts.ts';
import { challengeWrites } from '../../storage/challenges.ts';
import { commit } from '../../storage/engine/commit.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { MessageRequest } from '../../storage/outbox/message-request.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { SecondFactor } from '../../storage/records/user.ts';
import { sessionWrites } from '../../storage/sessions.ts';
import { userAt, userWrites } from '../../storage/users.ts';
import type { Origin } from '../access/origin.ts';
import type { Reach } from '../access/scopes.ts';
import { recordFailure } from '../administration/act.ts';
import { answerSession } from '../sessions/answer.ts';
import { beginningOf } from '../sessions/beginning.ts';
import { readChallenge } from '../sessions/challenge.ts';
import type { AuthenticateResponse } from '../sessions/login-session-schema.ts';
import { isOfGeneration, newSession } from '../sessions/session-store.ts';
import { securityNotice } from '../users/security-notice.ts';
import { ACCOUNTS } from '../users/user.ts';
import { countGuess, knowDevice, ownNetwork, ownNetworkAt, visitorOf } from '../users/visitor.ts';
import { CODE_LIMIT } from './limits.ts';
import { afterBackupCode, afterOtp } from './mfa-store.ts';

/** A presented second factor. */
export type Shown = { otp: string } | { recovery_code: string };

/**
 * Completes a sign-in that began with the password (`demandSecondFactor`). Throws `mfa_token_invalid` or
 * `second_factor_wrong`, and `too_many_requests` after too many codes for one user, whom it then notifies. Token and
 * code are used up together.
 */
export const signInWithSecondFactor = async (
  mfa_token: string,
  shown: Shown,
  scopes: Reach,
  origin: Origin,
): Promise<AuthenticateResponse> => {
  const challenge = await readChallenge(mfa_token);
  if (!challenge) return fail('mfa_token_invalid');
  const { user_id } = challenge;
  const [item, last, network, organization] = await readTogether([
    userAt(user_id),
    profileAt(challenge.organization_id, challenge.profile_id),
    ownNetworkAt(user_id, origin),
    organizationAt(challenge.organization_id),
  ]);
  const visitor = visitorOf(item, network, origin);
  const { left, place } = await countGuess({ kind: 'mfa', subject: user_id, user_id }, visitor, origin, CODE_LIMIT);
  // Without a second factor, or after a change of the password, the sign-in must start again.
  if (!item?.mfa || !isOfGeneration(challenge, item)) return fail('mfa_token_invalid');
  const user = { ...item, mfa: item.mfa };
  const mfa = 'otp' in shown ? afterOtp(user, shown.otp) : afterBackupCode(user, shown.recovery_code);
  if (!mfa) {
    const { organization_id, profile_id } = challenge;
    await recordFailure('second_factor_wrong', { organization_id, user_id, profile_id, email: user.email });
    if (left === 0) await commit([outboxWrite(ACCOUNTS, { message: locked(user.email) })]);
    return fail('second_factor_wrong');
  }
  const begun = await beginningOf(challenge, user, origin, { profile: last, organization });
  const { profile } = begun;
  const session = newSession({ user, scopes, ...begun }, origin);
  await commit(
    [
      challengeWrites.use(challenge),
      userWrites.replaceMfa(user.id, user.mfa, { mfa }),
      sessionWrites.create(session.item),
      ownNetwork(user.id, origin),
      forgetWrite(place),
      ...('otp' in shown ? [] : [backupCodeUsed(user.id, mfa)]),
    ],
    { refuse: () => fail('second_factor_wrong') },
  );
  knowDevice(user, origin);
  return answerSession(session, { user, profile });
};

const backupCodeUsed = (user_id: string, { backup_codes }: SecondFactor) =>
  securityNotice('backup_code_used', user_id, { codes_left: backup_codes.length });

const locked = (email: string): MessageRequest => ({
  kind: 'account_locked',
  email,
  minutes: CODE_LIMIT.lockSeconds / 60,
});
