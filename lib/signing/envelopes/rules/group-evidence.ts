import type { RecipientItem } from '../../../storage/records/envelope.ts';
import { fullName } from './full-name.ts';

/** Evidence of who signs for a group, as `recipient:signed` binds it. */
export const groupEvidence = (recipient: Pick<RecipientItem, 'shared' | 'first_name' | 'last_name'>) =>
  recipient.shared ? { group: { name: fullName(recipient.shared), by: fullName(recipient) } } : {};

/** The groups, as `envelope:created` binds them. */
export const sentGroups = (recipients: readonly RecipientItem[]): { role_name: string; name: string }[] =>
  recipients.flatMap(({ role_name, shared }) => (shared ? [{ role_name, name: fullName(shared) }] : []));
