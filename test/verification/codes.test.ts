import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { isSentCode, issueRecipientCode } from '../../lib/signing/auth-methods/codes.ts';
import { getItem } from '../../lib/storage/engine/client.ts';
import { recipientCodeKey } from '../../lib/storage/engine/keys.ts';
import type { CodeItem } from '../../lib/storage/records/envelope.ts';
import { startTable } from '../storage/engine.ts';

let table: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

test('the latest three codes for a recipient all work, even if they are made at the same time', async () => {
  const recipient = {
    envelope_id: newId(),
    role_name: 'Signer',
    profile_id: newId(),
    round: 0,
    email: '',
    phone_auth: '+15550100199',
  };
  const working = async (codes: string[], session = 'session') => {
    const item = await getItem<CodeItem>(recipientCodeKey(recipient.envelope_id, 'Signer', 'sms'));
    return codes.map((code) => isSentCode({ codes: item ? [item] : [] }, recipient, 'sms', session, code));
  };
  const together = await Promise.all([1, 2, 3].map(() => issueRecipientCode(recipient, 'sms', 'session')));
  expect(await working(together)).toEqual([true, true, true]);
  const later = [
    await issueRecipientCode(recipient, 'sms', 'session'),
    await issueRecipientCode(recipient, 'sms', 'session'),
    await issueRecipientCode(recipient, 'sms', 'session'),
  ];
  expect(await working([...together, ...later])).toEqual([false, false, false, true, true, true]);
  // A code is the session's that asked for it.
  expect(await working(later, 'another')).toEqual([false, false, false]);
});
