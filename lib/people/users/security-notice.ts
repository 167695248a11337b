import { timestamp } from '../../base/clock.ts';
import { outboxWrite } from '../../storage/outbox/outbox.ts';
import type { Write } from '../../storage/write.ts';
import { ACCOUNTS } from './record.ts';

/** What is done to an account that its owner must learn of, because it may have been somebody else's doing. */
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
 * The write that has a user told by mail; it belongs in the transaction of what it tells of. `details` are what the
 * notice's text names beside the time.
 */
export const securityNotice = (
  kind: SecurityNotice,
  user_id: string,
  details: Record<string, string | number> = {},
): Write => outboxWrite(ACCOUNTS, { message: { kind, user_id, happened_at: timestamp(), details } });
