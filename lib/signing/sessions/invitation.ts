import { timestamp } from '../../base/clock.ts';
import { hashSecret } from '../../base/ids.ts';
import type { Origin } from '../../people/access/origin.ts';
import { pageBrand } from '../../people/brands/snapshot.ts';
import { findForLink } from '../../storage/envelopes/read.ts';
import { isActing, isOpen, mayOpen } from '../envelopes/rules/lifecycle.ts';
import type { LinkInvitation } from './link-invitation.ts';

/**
 * Finds the facts that a link shows before it is opened. Null for one that isn't known, has expired or doesn't open
 * yet, and for one of a host's device, which somebody else may hold. It opens nothing. One call.
 */
export const findInvitation = async (
  path: { envelope_id: string; role_name: string; key: string },
  { device }: Origin,
): Promise<LinkInvitation | null> => {
  const { envelope, recipient, key } = await findForLink(path.envelope_id, path.role_name, hashSecret(path.key));
  if (!envelope || !recipient || !key) return null;
  if (key.role_name !== recipient.role_name || key.profile_id !== recipient.profile_id) return null;
  if (key.expires_at <= timestamp() || key.type === 'in_person_link' || recipient.delegated_to !== null) return null;
  const isEarly = !mayOpen(envelope, recipient);
  if (isEarly && recipient.type !== 'cc') return null;
  const acts = isOpen(envelope) && isActing(recipient) && recipient.type !== 'cc';
  const { name, full_logo_url, primary_color } = pageBrand(envelope.brand, envelope.organization);
  // The brand stands above.
  const from = { sender: envelope.sender_name || (name ?? ''), brand: { name, full_logo_url, primary_color } };
  const locales = [recipient.locale, envelope.locale];
  // Until then the link opens nothing, so it tells no more than that.
  if (isEarly) return { ...from, envelope: '', name: '', act: 'wait', message: null, locales, known: false };
  return {
    ...from,
    envelope: envelope.name,
    name: `${recipient.first_name} ${recipient.last_name}`.trim(),
    act: !acts ? 'read' : recipient.type === 'approver' ? 'approve' : 'sign',
    message: recipient.message,
    locales,
    known: recipient.status !== 'invited' && device?.signing?.presented !== undefined,
  };
};
