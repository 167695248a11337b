import type { Origin } from '../../../people/access/origin.ts';
import type { RecipientItem } from '../../../storage/records/envelope.ts';
import { type Actor, type NewEvent, SYSTEM } from './chain.ts';
import { fullName } from './full-name.ts';

/**
 * The visitor of a template's link, who has confirmed the recipient's address. `key_id`: the access key to which that
 * led.
 */
export const visitorActor = (
  { email }: Pick<RecipientItem, 'email'>,
  key_id: string,
  { ip, userAgent }: Origin,
): Actor => ({
  ...SYSTEM,
  type: 'signer',
  id: key_id,
  email,
  ip,
  user_agent: userAgent,
});

/** The event by which the trail says that a person took a role by a template's link, with a confirmed address. */
export const claimedRole = (
  recipient: Pick<RecipientItem, 'role_name' | 'email' | 'first_name' | 'last_name'>,
  link: Readonly<Record<string, unknown>>,
  actor: Actor,
  at: string,
): NewEvent => ({
  event: 'recipient:claimed',
  role_name: recipient.role_name,
  event_detail: 'link',
  actor,
  data: { link, verified: { method: 'email', name: fullName(recipient), address: recipient.email, at } },
});
