import { type FailedMail, invitesFailed } from '../rules/invite-failure.ts';
import { changeEnvelope } from './commit.ts';

/** Records mails that failed in their envelope. Nothing happens if it has no such recipient any more. */
export const recordFailedMails = async (envelope_id: string, failed: readonly FailedMail[]): Promise<void> => {
  await changeEnvelope(envelope_id, (state) => invitesFailed(state, failed));
};
