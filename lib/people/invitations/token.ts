import { fail, orFail } from '../../base/errors.ts';
import { hashSecret, newSecret } from '../../base/ids.ts';
import { change } from '../../storage/engine/change.ts';
import { single } from '../../storage/engine/commit.ts';
import { type At, readAt, readTogether } from '../../storage/engine/read.ts';
import { invitationAt, invitationWrites } from '../../storage/invitations.ts';
import { organizationAt } from '../../storage/organizations.ts';
import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import { isAmong, withCode } from '../../storage/sent-codes.ts';
import { linkToken, readLinkToken } from '../users/link-token.ts';
import type { InvitationToken } from './invitation-input-schema.ts';

/** Mails can arrive twice and out of order, so the latest few tokens all work. */
const KEPT = 3;

/**
 * Makes a token for a pending invitation, of its organization, and stores its hash; the token is returned this once.
 * Undefined if the invitation was answered or deleted meanwhile.
 */
export const issueInvitationToken = async (invitation: InvitationItem): Promise<string | undefined> => {
  const { organization_id, email, id, expires_at } = invitation;
  const secret = newSecret();
  const added = { hash: hashSecret(secret), expires_at };
  return change(
    () => pendingInvitation(organization_id, email),
    (known) =>
      known?.id === id
        ? {
            writes: [invitationWrites.replaceTokens(known, withCode(known.tokens, added, KEPT))],
            answer: linkToken(organization_id, secret),
          }
        : { answer: undefined },
    { known: invitation, write: single },
  );
};

/**
 * Finds the pending invitation by address and token, with its organization and the record at `place`. Throws
 * `invitation_not_found` for all faults alike (unknown, declined, used, expired).
 */
export const invitationOf = async <T = never>(
  { email, token }: InvitationToken,
  place?: At<T>,
): Promise<{ invitation: InvitationItem; organization: OrganizationItem; beside: T | undefined }> => {
  const { id: organization_id, secret } = orFail(readLinkToken(token), 'invitation_not_found');
  const [invitation, organization, ...beside] = await readTogether([
    invitationAt(organization_id, email),
    organizationAt(organization_id),
    ...(place ? [place] : []),
  ]);
  if (!invitation || !organization || !isToken(invitation, secret)) return fail('invitation_not_found');
  return { invitation, organization, beside: beside[0] };
};

const isToken = ({ status, tokens }: InvitationItem, secret: string): boolean =>
  status === 'pending' && isAmong(tokens, secret);

/** Reads the pending invitation for its mail. */
export const pendingInvitation = async (
  organization_id: string,
  email: string,
): Promise<InvitationItem | undefined> => {
  const invitation = await readAt(invitationAt(organization_id, email));
  return invitation?.status === 'pending' ? invitation : undefined;
};
