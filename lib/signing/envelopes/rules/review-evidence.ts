import type { RecipientItem } from '../../../storage/records/envelope.ts';

/** The roles that may send back, as `envelope:created` binds them. */
export const sentReviewers = (recipients: readonly RecipientItem[]): string[] =>
  recipients.flatMap(({ role_name, may_send_back }) => (may_send_back ? [role_name] : []));
