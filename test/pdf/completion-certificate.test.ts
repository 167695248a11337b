import { PDF } from '@libpdf/core';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { decodeQR } from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { LANGUAGES } from '../../lib/base/languages.ts';
import { buildCertificate } from '../../lib/pdf/completion-certificate/build-certificate.ts';
import { sRgbProfile } from '../../lib/pdf/completion-certificate/colour-profile.ts';
import type { CertificateModel, CertificateRecipient } from '../../lib/pdf/completion-certificate/model.ts';
import { CERTIFICATE_TEXTS } from '../../lib/pdf/completion-certificate/texts/index.ts';
import { spokenIn } from '../../lib/pdf/completion-certificate/words.ts';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { renderPage } from '../../lib/pdf/pdfium/render.ts';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import { attachmentOf, expectArchivable } from './expect-archivable.ts';
import { expectSealed } from './expect-sealed.ts';
import { qpdfCheck, qpdfObjects, textOfFirstPage, textsOf, useSealKey } from './tools.ts';
import { pdfiumText } from './wasm-tools.ts';

const mark = encodePng(new Uint8Array(60 * 20 * 4).fill(90), 60, 20, 'rgba');
const at = '2026-01-02T03:04:05.678Z';

const recipient = (change: Partial<CertificateRecipient> = {}): CertificateRecipient => ({
  role_name: 'Signer 1',
  name: 'Alice Example',
  email: 'alice@example.com',
  type: 'signer',
  status: 'submitted',
  authentication: [
    { statement: 'Link by e-mail', name: null },
    { statement: 'Passcode', name: 'Alice at that time' },
  ],
  locale: 'en',
  timezone: 'Asia/Kolkata',
  steps: [
    { step: 'invited', at, ip: null, user_agent: null },
    { step: 'signed', at, ip: '203.0.113.7', user_agent: 'Mozilla/5.0' },
  ],
  bound_by: 1,
  shown_documents: [1],
  values: [
    { field: 'Rent (rent-1)', document: 1, page: 2, value: '1,200 €', is_stated: false, prepared: true, sha256: null },
  ],
  disclosures: 'I agree to sign electronically.',
  signature_image: mark,
  initials_image: mark,
  ...change,
});

const filled = (value: string): CertificateRecipient['values'][number] => ({
  field: value,
  document: null,
  page: 0,
  value,
  is_stated: false,
  prepared: false,
  sha256: sha256(value),
});

const model = (change: Partial<CertificateModel> = {}): CertificateModel => ({
  locale: 'en',
  envelope: {
    id: '0193b2f0-aaaa-7bbb-8ccc-0123456789ab',
    name: 'Lease',
    status: 'complete',
    created_at: at,
    completed_at: at,
    sender_name: 'Owner',
    sender_email: 'owner@example.com',
    organization_name: 'Example',
  },
  documents: [
    {
      name: 'lease.pdf',
      pages: 3,
      sha256: sha256('a'),
      size: 12_345,
      sent_sha256: sha256('s'),
      sent_size: 23_456,
      rewritten: ['it was encrypted without a password'],
      sealed_sha256: sha256('b'),
    },
  ],
  recipients: [recipient()],
  events: [
    {
      sequence: 1,
      created_at: at,
      event: 'recipient:signed',
      role_name: 'Signer 1',
      detail: null,
      is_stated: true,
      actor: 'alice@example.com',
      ip: '203.0.113.7',
      hash: sha256('e'),
    },
  ],
  chain: { head: sha256('head'), count: 1, algorithm: 'SHA-256 over canonical JSON' },
  seal: { level: 'B-B', subject: 'CN=Seal', sha256: sha256('certificate') },
  check_url: 'https://sign.example.com/verify',
  audit: { name: 'audit.json', data: Buffer.from('{"events": ["Zażółć"]}\n') },
  generated_at: at,
  ...change,
});

/** Every reader finds all of these in the text. */
const expectText = (bytes: Uint8Array, ...parts: string[]): void => {
  for (const text of textsOf(bytes)) for (const part of parts) expect(text.replace(/\s+/g, ' ')).toContain(part);
};

const pageCount = async (bytes: Uint8Array): Promise<number> => (await openPdf(bytes)).pages.length;

let forget = (): void => undefined;
beforeAll(async () => {
  forget = await useSealKey();
});
afterAll(() => forget());

describe('the certificate of completion', () => {
  it('names the person in the place of a role that nobody has named', async () => {
    const unnamed = { role_name: 'Person-1' };
    const { events } = model();
    const bytes = await buildCertificate(
      model({
        recipients: [recipient({ ...unnamed, hidden: [] })],
        events: events.map((event) => ({ ...event, ...unnamed, actor: null, recipient: 'Alice at that moment' })),
      }),
    );
    expectText(bytes, 'Alice Example', 'Alice at that moment');
    for (const text of textsOf(bytes)) expect(text).not.toContain('Person-1');
  });

  it('states the hashes, people, events and the chain, and is a valid PDF', async () => {
    const bytes = await buildCertificate(model());
    expect(qpdfCheck(bytes)).toContain('No syntax');
    expectText(
      bytes,
      'Certificate of completion',
      '0193b2f0-aaaa-7bbb-8ccc-0123456789ab',
      sha256('a'),
      sha256('b'),
      sha256('head'),
      sha256('e'),
      'Alice Example',
      'alice@example.com',
      'Passcode',
      '203.0.113.7',
      'recipient:signed',
      'Jan 2, 2026, 3:04:05 AM UTC',
      'Jan 2, 2026, 8:34:05 AM UTC+05:30',
      'Rent (rent-1)',
      '1,200 €',
      'I agree to sign electronically.',
      sha256('certificate'),
      'https://sign.example.com/verify',
      'PAdES B-B',
      'Page 1 of',
    );
  });

  it('has room for any number of recipients, documents and events on numbered pages', async () => {
    const many = <T>(item: T): T[] => Array<T>(30).fill(item);
    const one = model();
    const bytes = await buildCertificate(
      model({
        recipients: many(recipient()),
        documents: one.documents.flatMap(many),
        events: one.events.flatMap(many),
      }),
    );
    const pages = await pageCount(bytes);
    expect(pages).toBeGreaterThan(5);
    expectText(bytes, `Page ${pages} of ${pages}`);
    for (const text of textsOf(bytes)) expect(text.match(/Alice Example/g)?.length).toBeGreaterThanOrEqual(60);
  });

  it('takes texts of any length and script', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(20_000), async (text, length) => {
        const long = 'words of a long text '.repeat(length / 21);
        const bytes = await buildCertificate(
          model({
            recipients: [recipient({ name: text, timezone: text, disclosures: long, values: [filled(text)] })],
            events: [{ ...model().events[0], detail: text } as never],
          }),
        );
        expect(bytes.length).toBeGreaterThan(1000);
      }),
      { numRuns: 8 },
    );
    const bytes = await buildCertificate(model({ recipients: [recipient({ name: '山田太郎 Ἀριστοτέλης Жанна' })] }));
    expectText(bytes, '山田太郎 Ἀριστοτέλης Жанна');
  });

  it('names people in their own scripts', async () => {
    const names = [
      'محمد بن سلمان',
      'שרה כהן',
      'बबिता श्रीवास्तव',
      'রহিমা খাতুন',
      'தமிழ்ச்செல்வி',
      'สมชาย ใจดี',
      '王小明',
      '山田 花子',
      '김철수',
    ];
    const people = names.map((name) => recipient({ name, signature_image: undefined, initials_image: undefined }));
    const text = pdfiumText(await buildCertificate(model({ recipients: people })));
    for (const name of names) expect(text).toContain(name.normalize('NFC'));
  });

  it('is written in ten languages, with times in UTC, and with hashes and addresses as they are', async () => {
    for (const language of LANGUAGES) {
      const spoken = spokenIn(language);
      const bytes = await buildCertificate(model({ locale: language }));
      // Readers and screen readers go by the catalogue's language (ISO 32000-2, 14.9.2).
      expect((await PDF.load(bytes)).getLanguage()).toBe(language);
      const text = await textOfFirstPage(bytes);
      for (const name of ['title', 'documents', 'recipients'] as const) {
        expect(text, language).toContain(CERTIFICATE_TEXTS[language][name]);
      }
      expect(spoken.moment(at)).toMatch(/2026.* UTC$/);
      for (const part of [sha256('a'), sha256('b'), 'alice@example.com', 'owner@example.com', '203.0.113.7']) {
        expect(text, language).toContain(part);
      }
    }
    expect(spokenIn('ar-SA').moment(at)).toContain('2026');
  });

  it('a disclosure longer than a page is printed whole', async () => {
    const disclosures = `${'These are the terms. '.repeat(600)}The end of the terms.`;
    expectText(await buildCertificate(model({ recipients: [recipient({ disclosures })] })), 'The end of the terms.');
  });

  it('is PDF/A-3u and tagged, sealed or not, and carries the audit trail', async () => {
    const plain = await buildCertificate(model({ recipients: [recipient(), recipient({ timezone: null })] }));
    const { bytes } = await sealPdf(plain, { reason: 'Certificate', signingTime: new Date(at) });
    expectSealed(bytes);
    const [structure] = [await expectArchivable(bytes, 'audit.json'), await expectArchivable(plain, 'audit.json')];
    expect(attachmentOf(bytes, 'audit.json').toString()).toBe('{"events": ["Zażółć"]}\n');
    const types = structure.map(({ type }) => type);
    expect(types.filter((type) => /^H\d$/.test(type)).slice(0, 2)).toEqual(['H1', 'H2']);
    // Two people with their acts and values, and the events.
    expect(types.filter((type) => type === 'Table')).toHaveLength(5);
    for (const type of ['P', 'TH', 'TD', 'Figure', 'L', 'LBody', 'Link']) expect(types).toContain(type);
    // The seal's widget is printed and not shown (ISO 19005-3 section 6.3).
    const widgets = Object.values(qpdfObjects(bytes)).filter((one) => (one as { '/FT'?: string })?.['/FT'] === '/Sig');
    expect(widgets).toMatchObject([{ '/F': 132, '/Rect': [0, 0, 0, 0] }]);
    // Made of the same, it is the same: the identifier too.
    expect(await buildCertificate(model())).toEqual(await buildCertificate(model()));
  });

  it('shows the address of the check page as a code that a camera reads, in either direction of writing', async () => {
    for (const locale of ['en', 'ar']) {
      const bytes = await buildCertificate(model({ locale }));
      const image = PNG.sync.read(Buffer.from(await renderPage(bytes, await pageCount(bytes), { width: 1000 })));
      expect(decodeQR(image)).toBe('https://sign.example.com/verify');
    }
  });

  it('breaks addresses and names of files between their words alone', async () => {
    const email = 'an.unusually.long.address.of.a.person@mail.department-of-long-names.example-company.co.uk';
    const [event] = model().events;
    const bytes = await buildCertificate(model({ events: [{ ...event, actor: email } as never] }));
    const whole = textsOf(bytes).map((text) => text.replace(/\s*\n\s*/g, '\n'));
    for (const text of whole) {
      const broken = text.slice(text.indexOf('an.unusually'));
      const lines = broken.slice(0, broken.indexOf('co.uk') + 5).split('\n');
      expect(lines.join('')).toBe(email);
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines.slice(1)) expect(line).toMatch(/^[.@-]/);
    }
  });

  it('means the colours of sRGB: white is the white of the profile’s space, in the place that its table names', () => {
    const profile = sRgbProfile();
    expect([profile.readUInt32BE(0), profile.toString('latin1', 12, 20)]).toEqual([profile.length, 'mntrRGB ']);
    const tags = [...Array(profile.readUInt32BE(128)).keys()].map((index) => {
      const entry = 132 + index * 12;
      const [at, size] = [profile.readUInt32BE(entry + 4), profile.readUInt32BE(entry + 8)];
      return [profile.toString('latin1', entry, entry + 4), profile.subarray(at, at + size)] as const;
    });
    const found = new Map(tags);
    const xyz = (tag: string): number[] => [8, 12, 16].map((at) => (found.get(tag)?.readInt32BE(at) ?? 0) / 0x1_0000);
    const [red, green, blue] = [xyz('rXYZ'), xyz('gXYZ'), xyz('bXYZ')];
    const white = xyz('wtpt');
    for (const [axis, value] of white.entries()) {
      expect((red[axis] ?? 0) + (green[axis] ?? 0) + (blue[axis] ?? 0)).toBeCloseTo(value, 3);
    }
    for (const [, data] of tags) expect(data.length).toBeGreaterThan(11);
    expect(found.get('gTRC')?.toString('latin1', 0, 4)).toBe('para');
  });

  it('prints a text that several people accepted once', async () => {
    const people = ['Ada', 'Bert', 'Cleo'].map((name) => recipient({ name }));
    const other = recipient({ name: 'Dora', disclosures: 'Another text.' });
    const bytes = await buildCertificate(model({ recipients: [...people, other] }));
    for (const text of textsOf(bytes)) {
      expect(text.match(/I agree to sign electronically/g)).toHaveLength(1);
      expect(text.replace(/\s+/g, ' ')).toContain('Accepted by Ada Bert Cleo');
      expect(text).toContain('Another text.');
    }
  });
});
