import { domainOfEmail, sameEmail } from '../../base/email-address.ts';
import { Failure } from '../../base/errors.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { ProfileItem } from '../../storage/records/profile.ts';
import { domainName } from '../domains/name.ts';

/** The domains to which a member sends alone, because the organization's policy binds the member. */
export interface SendingBounds {
  /** Name of the organization. */
  organization: string;
  domains: readonly string[];
  /** The member's own address, which is always allowed. */
  own: string;
}

/** The bounds of a member; undefined for one who may send everywhere. */
export const sendingBounds = (
  { name, policy }: Pick<OrganizationItem, 'name' | 'policy'>,
  { roles, group_ids, email }: Pick<ProfileItem, 'roles' | 'group_ids' | 'email'>,
  { always = false }: { always?: boolean } = {},
): SendingBounds | undefined => {
  const sending = policy?.sending;
  if (!sending) return undefined;
  const isFree =
    roles.some((role) => sending.roles.includes(role)) || sending.group_ids.some((id) => group_ids?.has(id));
  return isFree && !always ? undefined : { organization: name, domains: sending.domains, own: email };
};

/**
 * Throws `recipient_outside` for a recipient at none of the domains. Somebody without an e-mail address is at none:
 * whom a phone number or a link of the sender's reaches, nobody can tell.
 */
export const demandInside = (bounds: SendingBounds | undefined, recipient: Reached): void => {
  if (!bounds || isInside(bounds, recipient)) return;
  const { organization, domains } = bounds;
  throw new Failure('recipient_outside', {
    organization,
    domains: domains.join(', ') || 'none',
    recipient: recipient.email || recipient.phone || recipient.role_name,
  });
};

interface Reached {
  role_name: string;
  email: string;
  phone: string | null;
}

/** True if the bounds allow the recipient. */
export const isInside = (bounds: SendingBounds | undefined, { email }: Pick<Reached, 'email'>): boolean => {
  if (!bounds || (email && sameEmail(email, bounds.own))) return true;
  const domain = email ? domainName(domainOfEmail(email)) : undefined;
  return domain !== undefined && bounds.domains.includes(domain);
};
