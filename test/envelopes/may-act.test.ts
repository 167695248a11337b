import { expect, test } from 'vitest';
import { Failure } from '../../lib/base/errors.ts';
import { newId } from '../../lib/base/ids.ts';
import { demandMayFill, mayStillFill } from '../../lib/signing/envelopes/rules/may-act.ts';
import { holds } from '../../lib/storage/engine/holds.ts';
import { RECIPIENT_STATUSES, type RecipientItem } from '../../lib/storage/records/envelope.ts';
import { envelopeOf, personOf } from './tenant.ts';

const at = Date.UTC(2026, 0, 1);
const now = new Date(at).toISOString();
const sender = personOf('ada@example.com', newId());
const { envelope, recipients } = envelopeOf(sender, { name: 'Lease', to: ['signer@example.com'], at });

const SESSION = { session_id: 'this' };

const STATES: Pick<RecipientItem, 'auth_methods' | 'auth_method_states' | 'proven_in'>[] = [
  { auth_methods: [], auth_method_states: {} },
  { auth_methods: ['sms'], auth_method_states: { sms: null } },
  { auth_methods: ['sms'], auth_method_states: { sms: 'failed' } },
  // The sender's view allows nothing, and neither do proofs of another session.
  { auth_methods: ['sms'], auth_method_states: { sms: 'complete' } },
  { auth_methods: ['sms'], auth_method_states: { sms: 'complete' }, proven_in: ['other', 'this one'] },
  { auth_methods: ['sms'], auth_method_states: { sms: 'complete' }, proven_in: ['other', 'this'] },
  { auth_methods: ['passcode', 'kba'], auth_method_states: { passcode: 'complete', kba: 'complete' } },
  { auth_methods: ['passcode', 'kba'], auth_method_states: {}, proven_in: ['this'] },
];

const all = RECIPIENT_STATUSES.flatMap((status) =>
  [true, false].flatMap((agreed) =>
    STATES.map((states): RecipientItem => ({ ...(recipients[0] ?? expect.fail()), status, agreed, ...states })),
  ),
);

const mayFill = (recipient: RecipientItem): boolean => {
  try {
    demandMayFill(envelope, recipient, SESSION, now);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
};

test('the rule of who may fill is the same when the recipient is read and when the field is written, after any change of the recipient', () => {
  expect(all.filter(mayFill)).toHaveLength(3 * 3);
  for (const read of all.filter(mayFill)) {
    for (const written of all) {
      // Methods are another person's: they come with another round.
      if (JSON.stringify(written.auth_methods) !== JSON.stringify(read.auth_methods)) continue;
      expect(holds(written, mayStillFill(read, SESSION))).toBe(mayFill(written));
    }
    expect(holds({ ...read, round: read.round + 1 }, mayStillFill(read, SESSION))).toBe(false);
    expect(holds({ ...read, profile_id: newId() }, mayStillFill(read, SESSION))).toBe(false);
  }
});
