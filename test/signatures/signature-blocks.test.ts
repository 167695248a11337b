import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../functions/index.ts';
import { newId } from '../../lib/base/ids.ts';
import { KEPT_BLOCKS } from '../../lib/signing/signatures/signature-store.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { hugeHeader, noisyPicture, plainPicture, signaturePicture } from '../pictures.ts';
import { openSession, recipient, sendEnvelope } from '../stories/envelope.ts';

let api: Api;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  api = await startApi();
  person = await api.signUp();
  stranger = await api.signUp();
});
afterAll(() => api.stop());

const KINDS = [
  { field: 'signature', create: 'createSignatureBlock', list: 'getSignatures', remove: 'deleteSignature' },
  { field: 'initial', create: 'createInitialsBlock', list: 'getInitials', remove: 'deleteInitials' },
] as const;

type Kind = (typeof KINDS)[number];

const call = <Id extends OperationId>(who: Person, id: Id, say?: object) => api.as(who)[id](say);

const sendForm = (who: Person, kind: Kind, bytes: Uint8Array) => {
  const form = new FormData();
  form.append(kind.field, new Blob([new Uint8Array(bytes)]), 'me.png');
  return call(who, kind.create, { form });
};

describe.each(KINDS)('$create', (kind) => {
  test('takes a multipart form', async () => {
    const { status, body } = await sendForm(person, kind, signaturePicture());
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      profile_id: person.profile_id,
      created_at: expect.any(String),
      updated_at: body.created_at,
      deleted_at: null,
    });
  });

  test('takes base64 and data: URLs in JSON', async () => {
    const base64 = signaturePicture().toString('base64');
    for (const text of [base64, `data:image/png;base64,${base64}`]) {
      expect((await call(person, kind.create, { body: { [kind.field]: text } })).status).toBe(200);
    }
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a PNG that is cut off', signaturePicture().subarray(0, 80)],
    ['a PNG that says it is 60000 pixels wide', hugeHeader()],
    ['a blank picture', plainPicture(120, 40, 0)],
    ['more than 2 MB', Buffer.concat([signaturePicture(), Buffer.alloc(2 * 1024 * 1024)])],
  ])('refuses %s', async (_, bytes) => {
    const asForm = await sendForm(person, kind, bytes);
    const asJson = await call(person, kind.create, { body: { [kind.field]: bytes.toString('base64') } });
    for (const { status, body } of [asForm, asJson]) {
      expect(status).toBe(406);
      expect(body.error).toContain(kind.field);
    }
  });

  test('refuses a request without a picture', async () => {
    expect((await call(person, kind.create, { body: {} })).status).toBe(406);
    expect((await call(person, kind.create, { form: new FormData() })).status).toBe(406);
    expect((await call(person, kind.create, { body: { [kind.field]: 'not base64 !' } })).status).toBe(406);
  });

  test('keeps a picture small, even if it has much detail', async () => {
    expect((await sendForm(person, kind, noisyPicture(900, 900, { levels: 2 }))).status).toBe(200);
  });
});

describe.each(KINDS)('$list and $remove', (kind) => {
  test("show and delete only the caller's own", async () => {
    const owner = await api.signUp();
    const first = (await sendForm(owner, kind, signaturePicture())).body;
    const second = (await sendForm(owner, kind, signaturePicture())).body;
    expect((await call(owner, kind.list)).body).toEqual([second, first]);
    expect((await call(stranger, kind.list)).body).toEqual([]);
    const foreign = await call(stranger, kind.remove, { path: { id: first.id } });
    const unknown = await call(stranger, kind.remove, { path: { id: newId() } });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await call(owner, kind.remove, { path: { id: first.id } })).status).toBe(200);
    expect((await call(owner, kind.list)).body).toEqual([second]);
    expect((await call(owner, kind.remove, { path: { id: first.id } })).status).toBe(404);
  });
});

test.each(KINDS)('$create works in a signing session, for the recipient alone', async (kind) => {
  const [signer, other] = [await signerOf(person), await signerOf(person)];
  const run = <Id extends OperationId>(who: { signer: string }, id: Id, say?: object) => api.as(who)[id](say);
  const body = { [kind.field]: signaturePicture().toString('base64') };
  const made = await run(signer, kind.create, { body });
  expect(made?.body).toMatchObject({ profile_id: signer.profile_id });
  expect((await run(signer, kind.list))?.body).toEqual([made?.body]);
  expect((await run(other, kind.list))?.body).toEqual([]);
  expect((await run(other, kind.remove, { path: { id: made?.body.id } }))?.status).toBe(404);
});

test.each([KINDS, KINDS.toReversed()])('a profile keeps its latest blocks of $create', async (...kinds) => {
  const owner = await api.signUp();
  const [full, other] = kinds as unknown as typeof KINDS;
  const kept = (await sendForm(owner, other, signaturePicture())).body;
  const made: unknown[] = [];
  for (let count = 0; count < KEPT_BLOCKS + 2; count++) {
    made.unshift((await sendForm(owner, full, signaturePicture())).body);
  }
  expect((await call(owner, full.list)).body).toEqual(made.slice(0, KEPT_BLOCKS));
  expect((await call(owner, other.list)).body).toEqual([kept]);
});

async function signerOf(sender: Person): Promise<{ signer: string; profile_id: string }> {
  const envelope = await sendEnvelope(api, sender, [recipient('Signer', 1)], { no_contact: true });
  const { signer } = await openSession(api, envelope, 'Signer');
  return { signer, profile_id: decodeJwt<{ profile_id: string }>(signer).profile_id };
}
