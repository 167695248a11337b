import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedKinds, inputAccept, kindOf, namedAs } from '../../lib/fields/attachment-kinds.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, pdf, recipient, sendEnvelope } from '../stories/envelope.ts';
import { agreed } from '../verification/ceremony.ts';

const latin = (content: string): Uint8Array => Buffer.from(content, 'latin1');
const ooxml = (part: string) => `PK\x03\x04\x14\0[Content_Types].xml…${part}`;

describe('a kind of files', () => {
  it.each([
    ['pdf', '\n%PDF-1.7'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\0\0\0\0WEBPVP8 '],
    ['tiff', 'MM\0*'],
    ['heic', '\0\0\0\x18ftypheic'],
  ] as const)('%s is known by its content, and taken unless the sender says otherwise', (kind, content) => {
    expect(kindOf(latin(content), acceptedKinds({}))).toBe(kind);
    expect(kindOf(latin(content), ['docx'])).toBeUndefined();
  });

  it.each([
    ['docx', ooxml('word/document.xml')],
    ['xlsx', ooxml('xl/workbook.xml')],
    ['pptx', ooxml('ppt/presentation.xml')],
    ['odt', 'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.text'],
    ['ods', 'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'],
    ['text', 'Name;Amount\r\nAda;1\t2\n'],
  ] as const)('%s is taken where the sender allows it', (kind, content) => {
    expect(kindOf(latin(content), acceptedKinds({ accept: [kind] }))).toBe(kind);
    expect(kindOf(latin(content), acceptedKinds({}))).toBeUndefined();
  });

  it.each(['MZ\x90\0', '\x7fELF', '<html><script>', '#!/bin/sh', 'PK\x03\x04evil.exe'])('of %j is none', (content) => {
    expect(kindOf(latin(content), acceptedKinds({ accept: ['pdf', 'jpeg', 'docx'] }))).toBeUndefined();
  });

  it.each([
    ['evil.exe', 'pdf', 'evil.pdf'],
    ['photo.JPEG', 'jpeg', 'photo.JPEG'],
    ['scan', 'png', 'scan.png'],
    ['run.pdf.bat', 'pdf', 'run.pdf.pdf'],
    ['.htaccess', 'pdf', '.htaccess.pdf'],
  ] as const)('gives %s, which is a %s, the name %s', (name, kind, shown) => {
    expect(namedAs(name, kind)).toBe(shown);
  });

  it('is offered by the file dialog with its endings and its type', () => {
    expect(inputAccept(['pdf', 'jpeg'])).toBe('.pdf,application/pdf,.jpg,.jpeg,image/jpeg');
  });
});

describe('an attachment', () => {
  let api: Api;
  let sender: Person;
  beforeAll(async () => {
    api = await startApi();
    sender = await api.signUp();
  });
  afterAll(() => api.stop());

  const field = (settings: object) => ({
    name: 'proof',
    role_name: 'One',
    type: 'attachment',
    page: 1,
    x: 72,
    y: 300,
    settings,
  });

  it('of another kind is refused with the kinds that its sender accepts, and leaves the field as it was', async () => {
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], {
      fields: [field({ accept: ['text', 'pdf'] })],
    });
    const session = await agreed(api, envelope, 'One');
    const path = { envelope_id: envelope.id, role_name: 'One', field_name: 'proof' };
    const attach = (content: string, name: string) => {
      const form = new FormData();
      form.append('document', new File([latin(content)], name, { type: 'application/pdf' }));
      return api.as(session).updateRecipientField({ path, form });
    };
    expect(ok(await attach('How I earn it', 'income.exe')).settings).toMatchObject({
      name: 'income.txt',
      mime: 'text/plain',
      accept: ['text', 'pdf'],
    });
    const refused = await attach('MZ\x90\0\x03', 'Proof of income.pdf');
    expect([refused.status, refused.body.error]).toEqual([
      406,
      'document: must be a file of one of these kinds: PDF, TEXT',
    ]);
    const { fields } = ok(await api.as(session).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(fields[0]).toMatchObject({ value: 'attached', settings: { name: 'income.txt' } });
  });

  it.each([[['exe']], [[]], ['pdf']])('that accepts %j is refused at its creation', async (accept) => {
    const { status, body } = await api.as(sender).createTemplate({
      body: {
        name: 'A',
        documents: [{ name: 'a.pdf', data: pdf() }],
        roles: [{ name: 'One', type: 'signer' }],
        fields: [{ ...field({ accept }), document_id: 0 }],
      },
    });
    expect([status, body.error]).toEqual([406, expect.stringContaining('settings.accept: must be a list of kinds')]);
  });
});
