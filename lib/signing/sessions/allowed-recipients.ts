import { fail } from '../../base/errors.ts';
import { isInside, sendingBounds } from '../../people/policy/sending-rule.ts';
import { readTogether } from '../../storage/engine/read.ts';
import { organizationAt } from '../../storage/organizations.ts';
import { profileAt } from '../../storage/profiles.ts';
import type { EnvelopeState } from '../../storage/records/envelope.ts';

/**
 * Throws `recipient_not_allowed` if a signer puts in somebody to whom the envelope's owner, or whoever made it, may not
 * send. The domains aren't a signer's business. One read, none for nobody.
 */
export const demandAllowed = async (
  { envelope }: EnvelopeState,
  people: readonly { email?: string | null | undefined; phone?: string | null | undefined }[],
): Promise<void> => {
  if (people.length === 0) return;
  const { organization_id, profile_id, owner_email, sent_inside } = envelope;
  const [organization, profile] = await readTogether([
    organizationAt(organization_id),
    profileAt(organization_id, profile_id),
  ]);
  const owner = profile ?? { roles: [], email: owner_email };
  const bounds = organization && sendingBounds(organization, owner, { always: sent_inside === true });
  const outside = people.find(({ email }) => !isInside(bounds, { email: email ?? '' }));
  if (outside) fail('recipient_not_allowed', { recipient: outside.email || outside.phone || 'none' });
};
