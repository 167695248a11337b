import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { signedFields } from '../../lib/pdf/file/signature-fields.ts';
import { FILLED_FORM } from '../pdf/form-file.ts';
import { withTable } from '../pdf/make-pdf.ts';
import { pyhanko } from '../pdf/pyhanko.ts';
import { signAs as signForeign } from '../pdf/sign-as.ts';
import { pdfsig } from '../pdf/tools.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { beginSigning, follow, goOn, withCertificate } from './signing.ts';
import { startWithTrust } from './trust-world.ts';

/** A document that holds a foreign signature, signed by two with certificates and by one without. */

let world: Awaited<ReturnType<typeof startWithTrust>>;
let restore: () => void;
beforeAll(async () => {
  world = await startWithTrust();
  restore = setEnvironment({ SEAL_CERTIFICATE: await world.pki.sealCertificate() });
});
afterEach(() => world.dummy.signIn('ada'));
afterAll(async () => {
  restore();
  await world.stop();
});

const inTurn = async (envelope: Envelope): Promise<void> => {
  ok(await world.signAs(envelope, 'One', 'ada'));
  await sign(world.api, envelope, 'Plain');
  ok(await world.signAs(envelope, 'Two', 'kurt'));
};

const atOnce = async (envelope: Envelope): Promise<void> => {
  const { api, dummy, service } = world;
  const one = await beginSigning(api, envelope, 'One');
  const two = await beginSigning(api, envelope, 'Two');
  const step = ok(await follow(api, service, one));
  dummy.signIn('kurt');
  expect(ok(await follow(api, service, two))).toMatchObject({ step: 'wait' });
  await sign(api, envelope, 'Plain');
  dummy.signIn('ada');
  expect(ok(await follow(api, service, { ...one, step }))).toMatchObject({ step: 'done' });
  dummy.signIn('kurt');
  expect(ok(await goOn(api, two))).toMatchObject({ step: 'done' });
};

/** A field of each person, which fills in the form where the document is certified. */
const fieldsOf = (isCertified: boolean) =>
  ['One', 'Plain', 'Two'].map((role_name, index) => ({
    name: `signature-${role_name}`,
    role_name,
    type: 'signature',
    document_id: 0,
    width: 71,
    height: 36,
    ...(isCertified ? { page: 0 } : { page: 1, x: 100 + index * 120, y: 400 }),
  }));

describe.each([
  ['that others have signed', {}],
  ['that others have certified for filling it in', { certifies: 2 } as const],
])('on a document %s', (_, rules) => {
  test.each([
    ['in turn', [1, 2, 3] as const, inTurn],
    ['at once', [1, 1, 1] as const, atOnce],
  ])(
    'two with certificates and one without sign %s: each signature is intact, and permits all that follows',
    async (_way, sequences, act) => {
      const sent = await signForeign(withTable(FILLED_FORM), rules);
      const documents = [{ name: 'signed.pdf', data: Buffer.from(sent).toString('base64') }];
      const recipients = [
        withCertificate('One', sequences[0], world.service),
        recipient('Plain', sequences[1]),
        withCertificate('Two', sequences[2], world.service),
      ];
      const own = {
        role_name: 'Plain',
        type: 'textbox',
        name: 'city',
        settings: { form_field: 'City' },
        default: 'Graz',
      };
      const fields = [...fieldsOf('certifies' in rules), own];
      const envelope = await sendEnvelope(world.api, world.sender, recipients, { documents, fields });
      await act(envelope);
      const [file = new Uint8Array()] = await world.sealedFiles(envelope);
      expect(Buffer.compare(file.subarray(0, sent.length), sent)).toBe(0);
      expect(await world.verifiedOf(envelope, file)).toEqual(['CN=Ada Lovelace', 'CN=Kurt Goedel']);
      const names = ['Law firm', 'Signature of One', 'Signature of Two', 'Countersign seal'];
      const data = Buffer.from(file).toString('base64');
      const verified = ok(await world.api.anyone.verifyDocument({ body: { data } }));
      expect(verified).toMatchObject({
        verdict: 'intact',
        signatures: names.map((field, place) => ({
          field,
          intact: true,
          level: place === 0 ? 'B-T' : 'B-LTA',
          later: expect.arrayContaining(names.slice(place + 1)),
        })),
      });
      const judged = pyhanko(file) ?? names.map((field) => ({ field, sound: true, later: 'NONE' }));
      expect(judged.map(({ field }) => field)).toEqual(expect.arrayContaining(names));
      expect(judged.filter(({ sound, later }) => !sound || later === 'OTHER')).toEqual([]);
      const valid = pdfsig(file)?.match(/Signature is Valid/g) ?? names;
      expect(valid.length).toBeGreaterThanOrEqual(names.length);
      expect(pdfsig(file) ?? '').not.toMatch(/invalid|mismatch/i);
    },
  );
});

test('a certificate signs in the signature field that a certified form has for its person', async () => {
  const { api, sender, service } = world;
  const sent = await signForeign(withTable(FILLED_FORM), { certifies: 2 });
  const documents = [{ name: 'signed.pdf', data: Buffer.from(sent).toString('base64') }];
  const fields = [
    { name: 'signature-One', role_name: 'One', type: 'signature', settings: { form_field: 'Tenant' } },
    { name: 'name', role_name: 'One', type: 'textbox', settings: { form_field: 'Name' }, default: 'Ada Lovelace' },
  ];
  const recipients = [withCertificate('One', 1, service)];
  const envelope = await sendEnvelope(api, sender, recipients, { documents, fields });
  ok(await world.signAs(envelope, 'One', 'ada'));
  const [file = new Uint8Array()] = await world.sealedFiles(envelope);
  expect(Buffer.compare(file.subarray(0, sent.length), sent)).toBe(0);
  expect(await world.verifiedOf(envelope, file)).toEqual(['CN=Ada Lovelace']);
  const data = Buffer.from(file).toString('base64');
  const { verdict, signatures } = ok(await api.anyone.verifyDocument({ body: { data } }));
  const facts = signatures.map(({ field, intact, signer }) => [field, intact, signer]);
  expect([verdict, facts]).toEqual([
    'intact',
    [
      ['Law firm', true, 'Countersign test seal'],
      ['Signature of One', true, 'Ada Lovelace'],
      ['Countersign seal', true, expect.any(String)],
    ],
  ]);
  // The field in which the signature stands by its name, and that of the form, have the same one.
  const values = new Map(signedFields(await openPdf(file)).map(({ name, value }) => [name, value]));
  expect(values.get('Tenant')).toBeDefined();
  expect(values.get('Tenant')).toBe(values.get('Signature of One'));
  const judged = pyhanko(file) ?? [{ field: 'Tenant', sound: true, later: 'LTA_UPDATES' }];
  expect(judged.map(({ field }) => field)).toContain('Tenant');
  expect(judged.filter(({ sound, later }) => !sound || later === 'OTHER')).toEqual([]);
});
