import { PDF } from '@libpdf/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../lib/base/ids.ts';
import { LANGUAGES } from '../../lib/base/languages.ts';
import { buildCertificate, type CertificateModel, type CertificateRecipient } from '../../lib/pdf/certificate.ts';
import { CERTIFICATE_TEXTS } from '../../lib/pdf/certificate-texts/index.ts';
import { spokenIn } from '../../lib/pdf/certificate-words.ts';
import { encodePng } from '../../lib/pdf/images/png.ts';
import { inspectPdf } from '../../lib/pdf/inspect.ts';
import { sealPdf } from '../../lib/pdf/seal.ts';
import { expectSealed } from './expect-sealed.ts';
import { qpdfCheck, textOfFirstPage, textsOf, useSealKey } from './tools.ts';

const mark = encodePng(new Uint8Array(60 * 20 * 4).fill(90), 60, 20, 'rgba');
const at = '2026-01-02T03:04:05.678Z';

const recipient = (change: Partial<CertificateRecipient> = {}): CertificateRecipient => ({
  role_name: 'Signer 1',
  name: 'Alice Example',
  email: 'alice@example.com',
  type: 'signer',
  status: 'submitted',
  authentication: ['Link by e-mail', 'Passcode'],
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
  opened_at: at,
  agreed_at: at,
  signed_at: at,
  submitted_at: at,
  disclosures: 'I agree to sign electronically.',
  signature_image: mark,
  initials_image: mark,
  ...change,
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
      created_at: at,
      event: 'recipient:signed',
      role_name: 'Signer 1',
      detail: null,
      actor: 'alice@example.com',
      ip: '203.0.113.7',
      hash: sha256('e'),
    },
  ],
  chain: { head: sha256('head'), count: 1, algorithm: 'SHA-256 over canonical JSON' },
  seal: { level: 'B-B', subject: 'CN=Seal' },
  generated_at: at,
  ...change,
});

/** Every reader finds all of these in the text. */
const expectText = (bytes: Uint8Array, ...parts: string[]): void => {
  for (const text of textsOf(bytes)) for (const part of parts) expect(text.replace(/\s+/g, ' ')).toContain(part);
};

let forget = (): void => undefined;
beforeAll(async () => {
  forget = await useSealKey();
});
afterAll(() => forget());

describe('the certificate of completion', () => {
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
    const { pages } = await inspectPdf(bytes, 'certificate.pdf');
    expect(pages).toBeGreaterThan(5);
    expectText(bytes, `Page ${pages} of ${pages}`);
    for (const text of textsOf(bytes)) expect(text.match(/Alice Example/g)).toHaveLength(30);
  });

  it('takes texts of any length and script', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(20_000), async (text, length) => {
        const long = 'words of a long text '.repeat(length / 21);
        const bytes = await buildCertificate(
          model({
            recipients: [recipient({ name: text, user_agent: text, disclosures: long })],
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
    const people = names.map((name) =>
      recipient({ name, disclosures: null, signature_image: undefined, initials_image: undefined }),
    );
    for (const person of people) {
      const text = await textOfFirstPage(await buildCertificate(model({ recipients: [person] })));
      expect(text).toContain(person.name.normalize('NFC'));
    }
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

  it('can be sealed like a document', async () => {
    const { bytes } = await sealPdf(await buildCertificate(model()), {
      reason: 'Certificate',
      signingTime: new Date(at),
    });
    expectSealed(bytes);
  });
});
