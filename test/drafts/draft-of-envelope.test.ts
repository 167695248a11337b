import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../lib/base/ids.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
});
afterAll(() => api.stop());

const begin = (envelope_id: string, by: { token: string } = ada, more: Record<string, unknown> = {}) =>
  api.as(by).createDraft({ body: { envelope_id, ...more } });

const sent = () =>
  sendEnvelope(api, ada, [recipient('One', 1), recipient('Two', 2)], { name: 'Lease', no_contact: true });

test('a draft of an envelope has its documents, recipients and fields, and nothing that was filled in', async () => {
  const envelope = await sent();
  await sign(api, envelope, 'One');
  const draft = ok(await begin(envelope.id));
  const original = ok(await api.as(ada).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(draft).toMatchObject({ name: 'Lease', visibility: 'private', no_contact: true });
  expect(draft.roles.map(({ name, email, sequence }) => [name, email, sequence])).toEqual(
    original.recipients.map(({ role_name, email, sequence }) => [role_name, email, sequence]),
  );
  const placed = ({
    name,
    page,
    x,
    y,
    width,
    height,
  }: {
    name: string;
    page: number;
    x: number;
    y: number;
    width: number;
    height: number;
  }) => ({ name, page, x, y, width, height });
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
  expect(draft.fields.map(placed).sort(byName)).toEqual(original.fields.map(placed).sort(byName));
  expect(JSON.stringify(draft.fields)).not.toContain('"value"');
  const attachments = original.documents.filter(({ type }) => type === 'attachment');
  expect(draft.documents.map(({ name, pages }) => [name, pages])).toEqual(
    attachments.map(({ name, pages }) => [name, pages]),
  );
});

test('a draft of an envelope is sent as another envelope, and the first one stays as it is', async () => {
  const envelope = await sent();
  const draft = ok(await begin(envelope.id, ada, { name: 'Lease, again' }));
  const again = ok(await api.as(ada).sendDraft({ path: { draft_id: draft.id }, body: {} }));
  expect(again.id).not.toBe(envelope.id);
  expect(again).toMatchObject({ name: 'Lease, again', status: 'pending' });
  await sign(api, again, 'One');
  const first = ok(await api.as(ada).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(first).toMatchObject({ name: 'Lease', status: 'pending' });
  const file = async (document_id: string): Promise<Buffer> => {
    const { bytes } = await api.as(ada).getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } });
    return Buffer.from(bytes);
  };
  expect(await file(again.documents[0]?.id ?? '')).toEqual(await file(envelope.documents[0]?.id ?? ''));
});

test('others than the sender make no draft of it: a stranger finds nothing, a colleague is refused', async () => {
  const envelope = await sent();
  const stranger = await api.signUp();
  const unknown = await begin(newId(), stranger);
  const hidden = await begin(envelope.id, stranger);
  expect([hidden.status, hidden.body]).toEqual([unknown.status, unknown.body]);
  expect((await begin(envelope.id, await memberOf(api, ada, 'member'))).status).not.toBe(200);
});

test('a draft is of a template or of an envelope, not of both', async () => {
  const envelope = await sent();
  const { status, body } = await begin(envelope.id, ada, { template_id: newId() });
  expect([status, body]).toMatchObject([406, { error: expect.stringContaining('envelope_id') }]);
});
