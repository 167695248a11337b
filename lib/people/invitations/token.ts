import { fail } from '../../base/errors.ts';
import { hashSecret, newSecret } from '../../base/ids.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { ConditionFailed, getItem, getItems, updateItem } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { invitationKey, organizationKey } from '../../storage/keys.ts';
import type { InvitationItem } from '../../storage/records/invitation.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { SentCode } from '../../storage/records/sent-code.ts';
import { untilWritten } from '../../storage/retry.ts';
import { isAmong, withCode } from '../../storage/sent-codes.ts';
import type { InvitationToken } from './schema.ts';

/** Mails can be sent twice and overtake each other: the tokens of the latest few all work. */
const KEPT = 3;

/** A token is `<organization>.<secret>`: the organization finds the invitation in one read. */
const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Makes a token for a pending invitation and stores its hash; the token's text is seen this once. Undefined where the
 * invitation was answered or deleted meanwhile.
 */
export const mintToken = async (invitation: InvitationItem): Promise<string | undefined> => {
  const { organization_id, email, id, expires_at } = invitation;
  const secret = newSecret();
  const added = { hash: hashSecret(secret), expires_at };
  let known: InvitationItem | undefined = invitation;
  return untilWritten(async () => {
    if (known?.id !== id) return undefined;
    try {
      await storeToken(known, added);
    } catch (error) {
      if (error instanceof ConditionFailed) known = await pendingInvitation(organization_id, email);
      throw error;
    }
    return `${organization_id}.${secret}`;
  });
};

/** Throws ConditionFailed where the invitation is not as it was read: of two mails neither may take the other's token away. */
const storeToken = (invitation: InvitationItem, added: SentCode): Promise<unknown> => {
  const { id, tokens } = invitation;
  return updateItem(
    invitation,
    onlyIf(
      setting({ tokens: withCode(tokens, added, KEPT) }),
      'id = :id AND #status = :pending AND #tokens = :known',
      { ':id': id, ':pending': 'pending', ':known': tokens },
      { '#status': 'status' },
    ),
  );
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
  status === 'pending' && isAmong(tokens, secret);

/** The pending invitation that a mail is to be written for. */
export const pendingInvitation = async (
  organization_id: string,
  email: string,
): Promise<InvitationItem | undefined> => {
  const invitation = await getItem<InvitationItem>(invitationKey(organization_id, email));
  return invitation?.status === 'pending' ? invitation : undefined;
};
