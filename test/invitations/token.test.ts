import { afterAll, beforeAll, expect, test } from 'vitest';
import { timestampIn } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { invitationOf, issueInvitationToken } from '../../lib/people/invitations/token.ts';
import { getItem, putRecord } from '../../lib/storage/engine/client.ts';
import { invitationKey, organizationKey } from '../../lib/storage/engine/keys.ts';
import type { InvitationItem } from '../../lib/storage/records/invitation.ts';
import { startTable } from '../storage/engine.ts';

let table: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const email = 'ada@example.com';

const pending = async (): Promise<InvitationItem> => {
  const organization_id = newId();
  await putRecord({ ...organizationKey(organization_id), id: organization_id });
  const key = invitationKey(organization_id, email);
  const expires_at = timestampIn(60_000);
  await putRecord({ ...key, id: newId(), organization_id, email, status: 'pending', expires_at, tokens: [] });
  return (await getItem<InvitationItem>(key)) as InvitationItem;
};

test('tokens that are made at the same time, for a mail that is sent twice, all work', async () => {
  const invitation = await pending();
  const tokens = await Promise.all([1, 2, 3].map(() => issueInvitationToken(invitation)));
  for (const token of tokens) {
    expect((await invitationOf({ email, token: token ?? '' })).invitation.id).toBe(invitation.id);
  }
});

test('no token is created for an invitation that was answered meanwhile', async () => {
  const invitation = await pending();
  await putRecord({ ...invitation, status: 'declined' });
  expect(await issueInvitationToken(invitation)).toBeUndefined();
});
