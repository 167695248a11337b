import { timestamp } from '../../base/clock.ts';
import type { Write } from '../../storage/engine/write.ts';
import type { MessageRequest, NoticeDetails, SecurityNotice } from '../../storage/outbox/message-request.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import { ACCOUNTS } from './user.ts';

/**
 * Makes the write that notifies the user by mail; it belongs in the transaction of the change. `details` appear in the
 * notice beside the time.
 */
export const securityNotice = <Kind extends SecurityNotice>(
  kind: Kind,
  user_id: string,
  ...[details]: keyof NoticeDetails<Kind> extends never ? [] : [NoticeDetails<Kind>]
): Write => {
  const request = { kind, user_id, happened_at: timestamp(), details: details ?? {} };
  return outboxWrite(ACCOUNTS, { message: request as MessageRequest });
};
