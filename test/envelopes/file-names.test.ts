import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentDisposition } from '../../lib/aws/files/names.ts';
import { LANGUAGES, QUOTES } from '../../lib/base/languages.ts';
import {
  combinedFileName,
  documentFileName,
  partyFileName,
  zipFileName,
} from '../../lib/signing/envelopes/rules/file-names.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { type Envelope, ok, openSession, pdf, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

const sealed = { type: 'attachment', sealed_file: 'key' } as const;
const lease = { name: 'Lease 2026' };

describe('the name of a file that is downloaded', () => {
  it('says in the reader’s language that it is signed, and whose certificate it is', () => {
    expect(documentFileName({ ...sealed, name: 'Lease.PDF' }, lease, [])).toBe('Lease – signed.pdf');
    expect(documentFileName({ ...sealed, name: 'Lease' }, lease, ['de-AT'])).toBe('Lease – unterschrieben.pdf');
    expect(documentFileName({ ...sealed, name: 'v1.2 Lease.docx' }, lease, ['xx'])).toBe(
      'v1.2 Lease.docx – signed.pdf',
    );
    const certificate = { ...sealed, type: 'certificate', name: 'Certificate of completion.pdf' } as const;
    expect(documentFileName(certificate, lease, ['fr'])).toBe('Lease 2026 – certificat.pdf');
    expect(combinedFileName(lease, ['en'])).toBe('Lease 2026 – all documents.pdf');
    expect(zipFileName({ ...lease, signed: true }, ['en'])).toBe('Lease 2026 – signed.zip');
  });

  it('is the sender’s own before the sealing, and says it once', () => {
    expect(documentFileName({ ...sealed, sealed_file: null, name: 'Lease' }, lease, [])).toBe('Lease.pdf');
    expect(zipFileName({ ...lease, signed: false }, [])).toBe('Lease 2026.zip');
    expect(documentFileName({ ...sealed, name: 'Lease – signed.pdf' }, lease, [])).toBe('Lease – signed.pdf');
  });

  it.each(
    LANGUAGES.flatMap((language) =>
      (['attachment', 'certificate'] as const).map((type) => {
        const of = { ...sealed, type, name: 'Lease' };
        return [language, documentFileName(of, { name: 'Lease' }, [language])] as const;
      }),
    ),
  )(
    'has what a party has called it in quotation marks where that reads in %s like the platform’s own: %s',
    (language, said) => {
      const [begin, end] = QUOTES[language];
      const stem = said.replace(/\.pdf$/, '');
      const draft = { type: 'attachment', sealed_file: null, name: `${begin}${stem}${end}.pdf` } as const;
      for (const name of [said, stem, `${stem.toUpperCase()}.PDF`, `${stem}).pdf`, draft.name]) {
        const named = documentFileName({ ...draft, name }, lease, [language]);
        expect(named.startsWith(begin), named).toBe(true);
        expect(named.slice(begin.length).toLowerCase().split(end)[1], named).toBe('.pdf');
      }
      expect(zipFileName({ name: stem, signed: false }, [language])).toBe(`${begin}${stem}${end}.zip`);
      expect(partyFileName(`field - ${said}`, [language])).toBe(`${begin}field - ${stem}${end}.pdf`);
    },
  );

  it('says it also after a long name, in programs that read ASCII alone, too', () => {
    const name = documentFileName({ ...sealed, name: `${'Ä'.repeat(400)}.pdf` }, lease, []);
    expect(contentDisposition('attachment', name)).toMatch(
      /_ - signed\.pdf"; filename\*=.*%20%E2%80%93%20signed\.pdf$/,
    );
  });
});

describe('a sealed envelope', () => {
  let api: Api;
  let sender: Person;
  let done: Envelope;
  let signer: { signer: string };

  beforeAll(async () => {
    api = await startApi();
    sender = await api.signUp();
    const sent = await sendEnvelope(api, sender, [recipient('One', 1)], {
      name: 'Lease 2026',
      documents: [{ name: 'lease.pdf', data: pdf(1) }],
    });
    signer = await openSession(api, sent, 'One');
    await sign(api, sent, 'One');
    await api.settle();
    done = ok(await api.as(sender).getEnvelope({ path: { envelope_id: sent.id } }));
  });
  afterAll(() => api.stop());

  const nameIn = (header: string | null): string =>
    decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(header ?? '')?.[1] ?? '');

  it('names its files alike in answers, behind links, combined and in a ZIP, for sender and signer', async () => {
    const [document, certificate] = done.documents;
    const named = async (who: object, id: string | undefined, query: object) => {
      const ask = (more: object) => api.as(who).getEnvelopeDocument({ path: { document_id: id ?? '' }, query: more });
      const link = await fetch(String((await ask({ ...query, type: 'download' })).body));
      await link.arrayBuffer();
      return [
        nameIn((await ask({ ...query, type: 'file' })).headers.get('content-disposition')),
        nameIn(link.headers.get('content-disposition')),
      ];
    };
    for (const who of [sender, signer]) {
      expect(await named(who, document?.id, {})).toEqual(Array(2).fill('lease – signed.pdf'));
      expect(await named(who, certificate?.id, {})).toEqual(Array(2).fill('Lease 2026 – certificate.pdf'));
      expect(await named(who, document?.id, { combined: true })).toEqual(
        Array(2).fill('Lease 2026 – all documents.pdf'),
      );
    }
    const zip = await api.as(sender).getEnvelopesZip({ path: { ids: done.id }, headers: { 'accept-language': 'de' } });
    expect(nameIn(zip.headers.get('content-disposition'))).toBe('Lease 2026 – unterschrieben.zip');
    expect(Object.keys(unzipSync(zip.bytes)).map((path) => path.split('/').at(-1))).toEqual([
      'lease – unterschrieben.pdf',
      'Lease 2026 – Zertifikat.pdf',
    ]);
  });
});
