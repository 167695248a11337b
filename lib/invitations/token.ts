import { timestamp } from '../clock.ts';
import { hashSecret, newSecret } from '../ids.ts';
import { fail } from '../operation/errors.ts';
import type { OrganizationItem } from '../organizations/record.ts';
import { isHashOf } from '../sessions/refresh-token.ts';
import { onlyIf, setting } from '../table/changes.ts';
import { ConditionFailed, getItem, getItems, type Key, updateItem } from '../table/client.ts';
import { invitationKey, organizationKey } from '../table/keys.ts';
import type { InvitationItem, InvitationToken } from './schema.ts';

/** Mails can be sent twice and overtake each other: the tokens of the latest few all work. */
const KEPT = 3;

/** A token is `<organization>.<secret>`: the organization finds the invitation in one read. */
const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Makes a token for a pending invitation and stores its hash; the token's text is seen this once. Undefined where the
 * invitation was answered or deleted meanwhile.
 */
export const mintToken = async (invitation: InvitationItem): Promise<string | undefined> => {
  const secret = newSecret();
  const tokens = [...invitation.tokens, { hash: hashSecret(secret), expires_at: invitation.expires_at }].slice(-KEPT);
  try {
    await updateItem(
      invitation,
      onlyIf(
        setting({ tokens }),
        'id = :id AND #status = :pending',
        { ':id': invitation.id, ':pending': 'pending' },
        { '#status': 'status' },
      ),
    );
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
  return `${invitation.organization_id}.${secret}`;
};

/**
 * The pending invitation that address and token name, its organization, and what stands at `keys`, read with them. Whatever is wrong (unknown, declined, used,
 * expired), the request ends with the same 404.
 */
export const invitationOf = async (
  { email, token }: InvitationToken,
  keys: readonly Key[] = [],
): Promise<{ invitation: InvitationItem; organization: OrganizationItem; beside: (Key | undefined)[] }> => {
  const [, organization_id, secret] = SHAPE.exec(token) ?? [];
  if (!organization_id || !secret) return fail('invitation_not_found');
  const [invitation, organization, ...beside] = (await getItems<Key>([
    invitationKey(organization_id, email),
    organizationKey(organization_id),
    ...keys,
  ])) as [InvitationItem | undefined, OrganizationItem | undefined, ...(Key | undefined)[]];
  if (!invitation || !organization || !isToken(invitation, secret)) return fail('invitation_not_found');
  return { invitation, organization, beside };
};

const isToken = ({ status, tokens }: InvitationItem, secret: string): boolean =>
  status === 'pending' && tokens.some(({ hash, expires_at }) => expires_at > timestamp() && isHashOf(hash, secret));

/** The pending invitation that a mail is to be written for. */
export const pendingInvitation = async (
  organization_id: string,
  email: string,
): Promise<InvitationItem | undefined> => {
  const invitation = await getItem<InvitationItem>(invitationKey(organization_id, email));
  return invitation?.status === 'pending' ? invitation : undefined;
};
