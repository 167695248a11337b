import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree, type Signer } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { signaturePicture } from '../pictures.ts';
import { ok, openSession, prepareToSubmit, recipient, sendEnvelope, submit } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const image = signaturePicture().toString('base64');

const begun = async (session: { signer: string }) => {
  const { id, link, qr_code, expires_at } = ok(await api.as(session).startDrawing());
  const [, part, key] = /\/draw#([0-9a-f-]{36})\.([\w-]{43})$/.exec(link) ?? [];
  expect(part).toBe(id);
  return { path: { id }, key, link, qr_code, expires_at };
};

const signer = async (): Promise<Signer> => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
  const session = await openSession(api, envelope, 'One');
  await agree(api, session);
  return session;
};

const unknown = ({ status, headers }: { status: number; headers: Headers }) =>
  expect([status, headers.get('x-error-code')]).toEqual([404, 'drawing_unknown']);

test('a drawing from another device reaches only the session that asked for it, and only once', async () => {
  const session = await signer();
  const { path, key, qr_code } = await begun(session);
  expect(Buffer.from(qr_code.split(',')[1] ?? '', 'base64').toString()).toMatch(/^(<\?xml[^>]*>)?\s*<svg/);
  expect(ok(await api.as(session).getDrawing({ path }))).toEqual({ image: null });
  unknown(await api.anyone.sendDrawing({ path, body: { key: `${key}x`, image } }));
  expect((await api.anyone.sendDrawing({ path, body: { key, image: 'bm8gcGljdHVyZQ==' } })).status).toBe(406);
  expect(ok(await api.anyone.sendDrawing({ path, body: { key, image } }))).toBe('OK');
  unknown(await api.anyone.sendDrawing({ path, body: { key, image } }));
  const found = ok(await api.as(session).getDrawing({ path }));
  expect(found.image).toMatch(/^data:image\/png;base64,/);
  const other = await signer();
  unknown(await api.as(other).getDrawing({ path }));
  unknown(await api.as(other).endDrawing({ path }));
  expect(ok(await api.as(session).getDrawing({ path }))).toEqual(found);
});

test('only one of two that are sent at once is accepted', async () => {
  const { path, key } = await begun(await signer());
  const send = () => api.anyone.sendDrawing({ path, body: { key, image } });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test('it ends with its dialog, with the signing, and after ten minutes', async () => {
  const session = await signer();
  const closed = await begun(session);
  ok(await api.as(session).endDrawing({ path: closed.path }));
  unknown(await api.anyone.sendDrawing({ path: closed.path, body: { key: closed.key, image } }));

  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
  const done = await prepareToSubmit(api, envelope, 'One');
  const late = await begun(done);
  ok(await submit(api, done));
  unknown(await api.anyone.sendDrawing({ path: late.path, body: { key: late.key, image } }));
  expect((await api.as(done).startDrawing()).status).toBe(400);

  const slow = await begun(session);
  await api.advance('PT11M');
  unknown(await api.as(session).getDrawing({ path: slow.path }));
  unknown(await api.anyone.sendDrawing({ path: slow.path, body: { key: slow.key, image } }));
});

test('only a recipient who may sign can ask for one', async () => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
  const session = await openSession(api, envelope, 'One');
  const { status, headers } = await api.as(session).startDrawing();
  expect([status, headers.get('x-error-code')]).toEqual([400, 'not_agreed']);
});
