import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Signer } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { noisyPicture } from '../pictures.ts';
import { type Envelope, ok, openSession, pdf, setField, submit } from '../stories/envelope.ts';
import { recompute } from './auditor.ts';

/** Three bytes each in UTF-8. */
const wide = (length: number, seed = 0): string =>
  Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7 + seed) % 200))).join('');

/** A name of `length` wide characters that no other number has. */
const named = (number: number, length: number): string => `${wide(length - 5)}${String(number).padStart(5, '0')}`;

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const role = (index: number): string => named(index, 100);

const person = (index: number) => ({
  role_name: role(index),
  type: 'signer',
  first_name: wide(100),
  last_name: wide(100, index),
  email: `large-${process.pid}-${index}@${'x'.repeat(40)}.example.com`,
  message: wide(2000),
  // One signs first, then all others at the same time: the most that one submit can invite.
  sequence: index === 0 ? 1 : 2,
});

const place = { document_id: 0, page: 1, x: 10, y: 10, width: 200, height: 60 };

/** The text that every recipient fills in. */
const own = (index: number) => [
  { ...place, name: named(index * 10, 150), role_name: role(index), type: 'textarea', required: true },
  { ...place, name: named(index * 10 + 1, 150), role_name: role(index), type: 'signature', required: true, y: 100 },
];

const signatureOf = async (session: Signer, seed: number): Promise<string> =>
  ok(
    await api
      .as(session)
      .createSignatureBlock({ body: { signature: noisyPicture(600, 300, { seed: seed + 1 }).toString('base64') } }),
  ).id;

/** Fills everything that recipient `index` can fill; `more` runs before the submit. */
const sign = async (envelope: Envelope, index: number, more: (signer: Signer) => Promise<void> = async () => {}) => {
  const path = { envelope_id: envelope.id, role_name: role(index) };
  const signer = await openSession(api, envelope, role(index));
  ok(await api.as(signer).agreeRecipient({ path, body: { disclosures: wide(20_000, index) } }));
  ok(await setField(api, signer, named(index * 10, 150), wide(10_000, index)));
  ok(await setField(api, signer, named(index * 10 + 1, 150), await signatureOf(signer, index)));
  await more(signer);
  ok(await submit(api, signer));
};

/** Checks that the envelope is complete and sealed, and that all its records can be read. */
const expectWhole = async (envelope: Envelope, signers: number) => {
  await api.settle();
  const done = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } })) as Envelope;
  expect(done).toMatchObject({ status: 'complete', signed: true });
  const audit = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  expect(audit).toMatchObject({ intact: true });
  const signed = recompute(audit.events);
  expect(signed).toHaveLength(signers);
  await openSession(api, done, role(signers - 1));
  const [listed] = ok(await api.as(sender).getEnvelopes({ query: { rows: 1 } })).envelopes;
  expect(listed.id).toBe(envelope.id);
  const path = { document_id: done.documents[0]?.id };
  const { bytes } = await api.as(sender).getEnvelopeDocument({ path, query: { type: 'file' } });
  expectSealed(bytes);
  return signed;
};

const large = {
  name: wide(200),
  description: wide(2000),
  data: { own: wide(49_980) },
};

test('the most recipients, each with the longest names, message, disclosures, value and picture, all sign', async () => {
  const people = Array.from({ length: 15 }, (_, index) => person(index));
  const body = {
    ...large,
    documents: Array.from({ length: 10 }, (_, index) => ({ name: named(index, 190), data: pdf() })),
    recipients: people,
    fields: people.flatMap((_, index) => own(index)),
  };
  const envelope = ok(await api.as(sender).createEnvelope({ body })) as Envelope;
  for (const index of people.keys()) await sign(envelope, index);
  await expectWhole(envelope, 15);
}, 600_000);

test('the most fields, of all types and with the longest names, are signed by recipients one after the other', async () => {
  const people = [person(0), person(1)];
  const others = Array.from({ length: 1000 - 4 }, (_, index) => ({
    ...place,
    name: named(1000 + index, 150),
    role_name: role(0),
    ...(index < 200
      ? { type: 'radio', group: 'a large group', default: 'false', width: 14, height: 14 }
      : index < 220
        ? { type: 'initial', width: 40, height: 20 }
        : { type: 'textbox', default: '値', label: wide(20), height: 15, readonly: index % 2 === 0 }),
  }));
  const body = {
    ...large,
    documents: [{ name: wide(190), data: pdf() }],
    recipients: people,
    fields: [...own(0), ...own(1), ...others],
  };
  const envelope = ok(await api.as(sender).createEnvelope({ body })) as Envelope;
  await sign(envelope, 0, async (signer) => {
    const initials = ok(
      await api
        .as(signer)
        .createInitialsBlock({ body: { initial: noisyPicture(600, 300, { seed: 100 }).toString('base64') } }),
    ).id;
    ok(await setField(api, signer, named(1100, 150), true));
    for (let field = 1200; field < 1220; field++) ok(await setField(api, signer, named(field, 150), initials));
  });
  await sign(envelope, 1);
  const [first, second] = await expectWhole(envelope, 2);
  expect(first?.shown.get(role(0))?.size).toBe(998);
  expect(second?.shown.get(role(0))).toEqual(first?.shown.get(role(0)));
}, 600_000);
