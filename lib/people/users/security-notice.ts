import { timestamp } from '../../base/clock.ts';
import type { Write } from '../../storage/engine/write.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import { ACCOUNTS } from './user.ts';

/** Changes of an account that its owner must learn of, because somebody else may have made them. */
export const SECURITY_NOTICES = [
  'password_changed',
  'mfa_switched_on',
  'mfa_switched_off',
  'mfa_reset',
  'backup_codes_renewed',
  'backup_code_used',
  'api_key_created',
] as const;
export type SecurityNotice = (typeof SECURITY_NOTICES)[number];

/**
 * Makes the write that notifies the user by mail; it belongs in the transaction of the change. `details` appear in the
 * notice beside the time.
 */
export const securityNotice = (
  kind: SecurityNotice,
  user_id: string,
  details: Record<string, string | number> = {},
): Write => outboxWrite(ACCOUNTS, { message: { kind, user_id, happened_at: timestamp(), details } });
