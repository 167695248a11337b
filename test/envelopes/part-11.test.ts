import { afterAll, beforeAll, expect, test } from 'vitest';
import { writtenTimeIn } from '../../lib/base/written-time.ts';
import type { Api, Person } from '../api.ts';
import { openMailed, PLACE, sendForPasskey, signWithKey, startWithPasskeys } from '../passkeys/signing.ts';
import { textOfFirstPage } from '../pdf/tools.ts';
import { ok, recipient, sendEnvelope, submit } from '../stories/envelope.ts';
import { agreed, receiveCode } from '../verification/ceremony.ts';

let api: Api;
let sender: Person;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ api, sender, stop } = await startWithPasskeys());
});
afterAll(() => stop());

const PART_11 = { part_11: true };
const BY_CODES = { auth_methods: ['email', 'passcode'], passcode: '4711' };
const sent = (details: Record<string, unknown>, more: Record<string, unknown> = PART_11, by = sender) =>
  sendEnvelope(api, by, [recipient('Signer', 1, { type: 'approver', ...details })], { fields: [], ...more });
const signedEvent = async (envelope_id: string, by = sender) =>
  ok(await api.as(by).getEnvelopeAudit({ path: { envelope_id } })).events.find(
    ({ event }) => event === 'recipient:signed',
  );

/** The text of the first page of what was sealed, in one line: of the certificate, unless it is another document. */
const firstPageOf = async (envelope_id: string, by = sender, wanted = 'certificate'): Promise<string> => {
  await api.settle();
  const { documents } = ok(await api.as(by).getEnvelope({ path: { envelope_id } }));
  const { id: document_id = '' } = documents.find(({ type }) => type === wanted) ?? {};
  const { bytes } = await api.as(by).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
  return (await textOfFirstPage(bytes)).replace(/\s+/g, ' ');
};

test('an envelope after Part 11 takes two components of each signer, from its making on', async () => {
  for (const auth_methods of [[], ['email'], ['sms', 'kba']]) {
    const refused = await sent({ auth_methods, phone_auth: '+12025550123' }).catch(String);
    expect(refused, String(auth_methods)).toMatch(/answered 406.*must be passkey, or both email and passcode/);
  }
  const envelope = await sent(BY_CODES);
  expect(envelope.part_11).toBe(true);
  const path = { envelope_id: envelope.id, role_name: 'Signer' };
  const corrected = await api.as(sender).updateRecipient({ path, body: { auth_methods: ['email'], passcode: null } });
  expect(corrected.status).toBe(406);
  expect((await sent({}, {})).part_11).toBe(false);
});

test('a signature by a mailed code and a passcode has its name, meaning and time in the chain', async () => {
  const envelope = await sent({ ...BY_CODES, first_name: 'Theo', last_name: 'Quill' });
  const session = await agreed(api, envelope);
  const as = api.as(session);
  expect((await submit(api, session)).status).toBe(401);
  const code = await receiveCode(api, session, 'email', envelope.recipients[0]?.email ?? '');
  ok(await as.verifySigner({ body: { auth_method: 'email', code } }));
  expect((await submit(api, session)).status).toBe(401);
  ok(await as.verifySigner({ body: { auth_method: 'passcode', code: '4711' } }));
  ok(await submit(api, session));
  const event = await signedEvent(envelope.id);
  expect(event?.data.declaration).toMatchObject({ name: 'Theo Quill', meaning: 'I approve', time: event?.created_at });
  expect(await firstPageOf(envelope.id)).toMatch(
    /Signature of the person named below, on .+ Meaning: I approve Passed by Theo Quill/,
  );
  // Another session of the same link has to pass both again.
  const other = await openMailed(api, envelope);
  expect(other.recipient).toMatchObject({ auth_step: 'email' });
});

test("a signature by a passkey has them too, and the organization's setting holds for whatever its senders state", async () => {
  const owner = await api.signUp();
  const path = { organization_id: owner.organization_id };
  expect(ok(await api.as(owner).updateOrganization({ path, body: PART_11 })).part_11).toBe(true);
  expect(await sent({}, { part_11: false }, owner).catch(String)).toContain('must be passkey');
  const envelope = await sendForPasskey(api, owner, { first_name: 'Theo', last_name: 'Quill' });
  expect(envelope.part_11).toBe(true);
  await signWithKey(api, envelope);
  const { declaration } = ((await signedEvent(envelope.id, owner))?.data ?? {}) as { declaration?: { time: string } };
  expect(declaration).toMatchObject({ name: 'Theo Quill', meaning: 'I sign' });
  expect(await firstPageOf(envelope.id, owner)).toMatch(
    /signed on .+ Meaning of the signature: I sign Passed by Theo Quill/,
  );
  const printed = writtenTimeIn(declaration?.time ?? '', PLACE.locale, PLACE.timezone);
  const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
  expect(plain(await firstPageOf(envelope.id, owner, 'attachment'))).toContain(plain(`Theo Quill I sign, ${printed}`));
});

test('no other envelope prints a meaning under its signatures', async () => {
  const envelope = await sendForPasskey(api, sender, { first_name: 'Theo', last_name: 'Quill' });
  await signWithKey(api, envelope);
  const page = await firstPageOf(envelope.id, sender, 'attachment');
  expect(page).toContain('Theo Quill');
  expect(page).not.toContain('I sign');
});
