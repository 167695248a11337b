import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { collection } from '../../lib/storage/engine/client.ts';
import { templateKey } from '../../lib/storage/engine/keys.ts';
import type { Read } from '../answers.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { LETTER } from '../pdf/make-pdf.ts';
import { textsOf } from '../pdf/tools.ts';
import { createSignature, ok, openSession, recipient, setField, submit } from '../stories/envelope.ts';
import { base64, file, pdf } from '../templates/material.ts';
import { formPdf, lines, widget } from './documents.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
});
afterAll(() => api.stop());

const OFF = {
  process_acroforms: false,
  process_tags: false,
  ignore_invalid_roles: false,
  ignore_invalid_fields: false,
};
const settings = async (change: Partial<typeof OFF>): Promise<void> => {
  const path = { organization_id: owner.organization_id };
  const { status } = await api.as(owner).updateOrganizationPipelineSettings({ path, body: { ...OFF, ...change } });
  expect(status).toBe(200);
};
afterEach(() => settings({}));

/** The client's one method, by which every request goes, as tests replace it. */
const client = DynamoDBDocumentClient.prototype as unknown as {
  send: (...given: [command: { input: unknown }, ...more: unknown[]]) => Promise<unknown>;
};

const roles = [
  { name: 'Seller', type: 'signer', sequence: 2 },
  { name: 'Buyer', type: 'signer', sequence: 1 },
  { name: 'Archive', type: 'cc', sequence: 3 },
];
const create = (bytes: Uint8Array, more: Record<string, unknown> = {}) =>
  api
    .as(owner)
    .createTemplate({ body: { name: 'T', documents: [{ name: 'deal.pdf', data: base64(bytes) }], roles, ...more } });
const created = async (bytes: Uint8Array, more: Record<string, unknown> = {}): Promise<Read<'createTemplate'>> => {
  const { status, body } = await create(bytes, more);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const namesOf = (fields: readonly { name: string }[]): string[] => fields.map(({ name }) => name);
const textsOfDocument = async (document_id: string): Promise<string[]> =>
  textsOf((await api.as(owner).getTemplateDocument({ path: { document_id }, query: { type: 'file' } })).bytes);

const TAGS = lines(
  'Sign {{signature:Buyer}} here',
  'Company {{Textbox:seller:company:required:width=200}}',
  '{{date}}',
);
const FORM = formPdf([
  widget('/FT /Tx /T (company) /V (ACME) /MaxLen 6'),
  widget('/FT /Btn /T (agree) /Ff 2 /AS /Off', '72 500 84 512'),
  widget('/FT /Sig /T (sign)', '72 400 172 430'),
]);

describe('without settings', () => {
  const taken = async (bytes: Uint8Array): Promise<Buffer> => {
    const { fields, documents } = await created(bytes);
    expect(fields).toEqual([]);
    const path = { document_id: documents[0].id };
    return Buffer.from((await api.as(owner).getTemplateDocument({ path, query: { type: 'file' } })).bytes);
  };

  test('a document without a form is taken as it is, tags and all', async () => {
    expect((await taken(TAGS)).equals(TAGS)).toBe(true);
  });

  test('a form becomes part of the pages, with its values', async () => {
    const bytes = await taken(FORM);
    expect(bytes.toString('latin1')).not.toMatch(/AcroForm|Widget/);
    for (const text of textsOf(bytes)) expect(text).toContain('ACME');
  });
});

describe('process_tags', () => {
  test('makes fields from tags, and removes the tags from the pages of the document', async () => {
    await settings({ process_tags: true });
    const { fields, documents, is_sendable } = await created(TAGS);
    expect(fields).toMatchObject([
      { name: 'signature-1', type: 'signature', role_name: 'Buyer', required: true, page: 1, width: 71, height: 36 },
      { name: 'company', type: 'textbox', role_name: 'Seller', required: true, width: 200, height: 15 },
      { name: 'date-1', type: 'date', role_name: 'Buyer', required: false },
    ]);
    expect(fields[0].x).toBeCloseTo(72 + 27.3, 0);
    expect(fields[0].y).toBeCloseTo(697.6, 0);
    expect(is_sendable).toBe(true);
    for (const text of await textsOfDocument(documents[0].id)) {
      expect(text.split(/\s+/).filter(Boolean).sort()).toEqual(['Company', 'Sign', 'here']);
    }
  });

  test('shows the page as it was uploaded, and without the tags', async () => {
    await settings({ process_tags: true });
    const { id: template_id, documents } = await created(TAGS);
    const image = async (variant: string, document_id = documents[0].id) => {
      const answer = await api.as(owner).getTemplateDocumentPage({ path: { document_id, variant, page: '1' } });
      const picture = await fetch(answer.body);
      return { url: answer.body as string, bytes: Buffer.from(await picture.arrayBuffer()).toString('base64') };
    };
    const [original, tagged] = [await image('original'), await image('tagged')];
    expect(original.bytes).not.toBe(tagged.bytes);
    expect((await image('original')).bytes).toBe(original.bytes);
    const copy = await api
      .as(owner)
      .duplicateTemplate({ path: { template_id }, body: { action: 'duplicate', name: 'C' } });
    expect((await image('original', copy.body.documents[0].id)).bytes).toBe(original.bytes);
    expect((await image('tagged', copy.body.documents[0].id)).bytes).toBe(tagged.bytes);
    await api.as(owner).deleteTemplate({ path: { template_id } });
    for (const { url } of [original, tagged]) expect((await fetch(url)).status).toBe(404);
  });

  test('adds the roles that tags name to a template without roles', async () => {
    await settings({ process_tags: true });
    const template = await created(lines('{{signature:Buyer}}', '{{signature:buyer}}', '{{initial:Seller}}'), {
      roles: [],
    });
    expect(template.roles).toMatchObject([
      { name: 'Buyer', type: 'signer', sequence: 1, order: 1 },
      { name: 'Seller', type: 'signer', sequence: 1, order: 2 },
    ]);
    expect(template.fields.map(({ role_name }) => role_name)).toEqual(['Buyer', 'Buyer', 'Seller']);
  });

  test('keeps fields on the page, and their names different from those of the call', async () => {
    await settings({ process_tags: true });
    const mine = { name: 'signature-1', role_name: 'Buyer', type: 'signature', page: 1, x: 72, y: 72 };
    const bytes = lines(`${'x '.repeat(230)}{{signature:Buyer}}`, '{{signature:Buyer:width=612:height=792}}');
    const { fields } = await created(bytes, { fields: [mine] });
    expect(Object.fromEntries(fields.map(({ name, x }) => [name, x]))).toEqual({
      'signature-1': 72,
      'signature-2': 612 - 71,
      'signature-3': 0,
    });
  });

  test.each([
    [
      '{{signature:Nobody}}',
      /^The tag \{\{signature:Nobody\}\} on page 1 of deal\.pdf can't be used: there is no role with the name Nobody\.$/,
    ],
    ['{{signature:Archive}}', /the role Archive only gets a copy/],
    ['{{first_name}}', /first_name is no type of field/],
    ['{{textbox:Buyer:a:width=700}}', /must be on page 1/],
    ['{{textbox:Buyer:a:validator=none}}', /validator: must be one of/],
    ['{{textbox:Buyer:a}} {{textbox:Buyer:a}}', /a field with the name a already/],
    ['{{checkbox:Buyer:a:default=maybe}}', /default: must be true or false/],
    ['{{signature:Buyer', /not closed/],
  ])('refuses %s, naming tag and page, and creates nothing', async (tag, message) => {
    await settings({ process_tags: true });
    await api.settle();
    const before = (await api.as(owner).getTemplates({})).body.count;
    const { status, body, headers } = await create(lines('fine', tag));
    expect([status, headers.get('x-error-code'), body.error]).toEqual([
      406,
      'unusable_tag',
      expect.stringMatching(message),
    ]);
    expect((await api.as(owner).getTemplates({})).body.count).toBe(before);
  });

  test('doesn’t change what it should ignore, on the page too', async () => {
    const bytes = lines('{{signature:Buyer}}', '{{signature:Nobody}}', '{{first_name}}');
    await settings({ process_tags: true, ignore_invalid_roles: true });
    expect((await create(bytes)).body.error).toContain('first_name');
    await settings({ process_tags: true, ignore_invalid_fields: true });
    expect((await create(bytes)).body.error).toContain('Nobody');
    await settings({ process_tags: true, ignore_invalid_roles: true, ignore_invalid_fields: true });
    const { fields, documents } = await created(bytes);
    expect(namesOf(fields)).toEqual(['signature-1']);
    for (const text of await textsOfDocument(documents[0].id)) {
      expect(text).toMatch(/\{\{signature:Nobody\}\}\s+\{\{first_name\}\}/);
      expect(text).not.toContain('Buyer');
    }
  });

  test('takes up to 500 fields from a document', async () => {
    await settings({ process_tags: true });
    const many = (count: number) => {
      const all = Array.from({ length: count }, () => '{{initial:Buyer}}');
      return lines(...Array.from({ length: 10 }, (_, row) => all.filter((_, index) => index % 10 === row).join('')));
    };
    const template = await created(many(500));
    expect(template.fields).toHaveLength(500);
    const path = { template_id: template.id };
    const copy = await api.as(owner).duplicateTemplate({ path, body: { action: 'duplicate', name: 'Copy' } });
    expect(copy.body.fields).toHaveLength(500);
    const { status, body } = await create(many(501));
    expect([status, body.error]).toEqual([406, expect.stringContaining('501 fields')]);
  });
});

describe('process_acroforms', () => {
  test('makes fields from the form’s fields, for the first signer, and removes the form', async () => {
    await settings({ process_acroforms: true });
    const { fields, documents } = await created(FORM);
    expect(fields).toMatchObject([
      {
        name: 'company',
        type: 'textbox',
        role_name: 'Buyer',
        default: 'ACME',
        settings: { max_length: 6 },
        x: 72,
        y: 600,
        width: 200,
        height: 20,
      },
      { name: 'agree', type: 'checkbox', required: true, default: null },
      { name: 'sign', type: 'signature', height: 30 },
    ]);
    const { bytes } = await api
      .as(owner)
      .getTemplateDocument({ path: { document_id: documents[0].id }, query: { type: 'file' } });
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/AcroForm|Widget|ACME/);
  });

  test('creates a signer if there is none', async () => {
    await settings({ process_acroforms: true });
    const template = await created(FORM, { roles: [] });
    expect(template.roles).toMatchObject([{ name: 'Signer 1', type: 'signer' }]);
    expect(template.is_sendable).toBe(true);
  });

  test('numbers a field that is shown twice, and makes a group of radio buttons', async () => {
    await settings({ process_acroforms: true });
    const state = (on: string, is: string) => `/AS /${is} /AP << /N << /${on} 20 0 R /Off 20 0 R >> >>`;
    const form = formPdf(
      [
        widget('/Parent 40 0 R', '72 700 172 714'),
        widget('/Parent 40 0 R', '72 680 172 694'),
        widget(`/Parent 41 0 R ${state('S', 'Off')}`, '72 600 86 614'),
        widget(`/Parent 41 0 R ${state('L', 'L')}`, '72 580 86 594'),
      ],
      {
        20: '<< /Type /XObject /Subtype /Form /BBox [0 0 14 14] /Length 0 >>\nstream\n\nendstream',
        40: '<< /FT /Tx /T (date of\nbirth) /Kids [30 0 R 31 0 R] >>',
        41: '<< /FT /Btn /T (size) /Ff 49152 /V /L /Kids [32 0 R 33 0 R] >>',
      },
      LETTER,
      '40 0 R 41 0 R',
    );
    expect((await created(form)).fields).toMatchObject([
      { name: 'date ofbirth', type: 'textbox' },
      { name: 'date ofbirth-2', type: 'textbox' },
      { name: 'size', type: 'radio', group: 'size', label: 'S', default: null },
      { name: 'size-2', type: 'radio', group: 'size', label: 'L', default: 'true' },
    ]);
  });

  test('refuses an unsupported field, naming it and its page, or keeps it as part of the page', async () => {
    const form = formPdf([
      widget(`/FT /Tx /T (novel) /V (${'x'.repeat(10_001)})`),
      widget('/FT /Tx /T (a)', '72 500 172 520'),
    ]);
    await settings({ process_acroforms: true });
    const { status, body } = await create(form);
    expect([status, body.error]).toEqual([406, expect.stringMatching(/^The form field novel on page 1 of deal\.pdf/)]);
    await settings({ process_acroforms: true, ignore_invalid_fields: true });
    expect(namesOf((await created(form)).fields)).toEqual(['a']);
  });
});

describe('a document that is attached to a template', () => {
  const attach = (template_id: string, bytes: Uint8Array) => {
    const form = new FormData();
    form.append('file', file(bytes, 'annex.pdf'));
    form.append('template_id', template_id);
    return api.as(owner).createTemplateDocument({ form });
  };

  test('adds its fields, with names different from the existing ones', async () => {
    const template = await created(pdf(), {
      fields: [{ name: 'company', role_name: 'Buyer', type: 'textbox', x: 10, y: 10 }],
    });
    await settings({ process_acroforms: true, process_tags: true });
    const { status, body } = await attach(template.id, FORM);
    expect(status).toBe(200);
    const { body: now } = await api.as(owner).getTemplate({ path: { template_id: template.id } });
    const brought = now.fields.filter(({ document_id }) => document_id === body.id);
    expect(namesOf(brought)).toEqual(['company-2', 'agree', 'sign']);
    await api.as(owner).deleteTemplateDocument({ path: { document_id: body.id } });
    const { body: after } = await api.as(owner).getTemplate({ path: { template_id: template.id } });
    expect(namesOf(after.fields)).toEqual(['company']);
  });

  test('adds the roles of its tags if there are none, and is refused if there are others', async () => {
    await settings({ process_tags: true });
    const empty = await created(pdf(), { roles: [] });
    expect((await attach(empty.id, TAGS)).status).toBe(200);
    const { body } = await api.as(owner).getTemplate({ path: { template_id: empty.id } });
    expect(namesOf(body.roles)).toEqual(['Buyer', 'seller']);
    const other = await attach(empty.id, lines('{{signature:Witness}}'));
    expect([other.status, other.body.error]).toEqual([406, expect.stringContaining('Witness')]);
  });

  const LARGE = lines(...Array.from({ length: 10 }, () => '{{initial:Buyer}}'.repeat(18)));

  test('may add more fields than one transaction takes', async () => {
    await settings({ process_tags: true });
    const { id: template_id } = await created(pdf());
    expect((await attach(template_id, LARGE)).status).toBe(200);
    expect((await api.as(owner).getTemplate({ path: { template_id } })).body.fields).toHaveLength(180);
  });

  const templateAt = async (template_id: string) => (await api.as(owner).getTemplate({ path: { template_id } })).body;

  const failingOnce = async (command: string, after: number, template_id: string, run: () => Promise<unknown>) => {
    const { send } = client;
    let calls = 0;
    client.send = async function (...given) {
      const isOfTemplate = JSON.stringify(given[0].input).includes(`TEMPLATE#${template_id}`);
      if (given[0].constructor.name === command && isOfTemplate && ++calls === after)
        throw new Error('the table is away');
      return send.apply(this, given);
    };
    try {
      await run();
    } finally {
      client.send = send;
    }
    expect(calls).toBeGreaterThanOrEqual(after);
  };

  describe.each([
    // The place of the document, with the event of administration; then fields, and the document at last.
    ['TransactWriteCommand', 1],
    ['PutCommand', 1],
    ['PutCommand', 60],
    ['TransactWriteCommand', 2],
  ] as const)('whose %s fails the %ith time', (command, after) => {
    test('is not attached at all, and can be attached with all of its fields', async () => {
      await settings({ process_tags: true });
      const { id: template_id } = await created(pdf());
      await failingOnce(command, after, template_id, async () => {
        expect((await attach(template_id, LARGE)).status).toBe(500);
      });
      const { documents, fields } = await templateAt(template_id);
      expect([documents.length, fields.length]).toEqual([1, 0]);
      expect((await attach(template_id, LARGE)).status).toBe(200);
      const { fields: all } = await templateAt(template_id);
      expect(namesOf(all).sort()).toEqual(Array.from({ length: 180 }, (_, index) => `initial-${index + 1}`).sort());
    });

    test('leaves nothing behind when its template is deleted', async () => {
      await settings({ process_tags: true });
      const { id: template_id } = await created(pdf());
      await failingOnce(command, after, template_id, () => attach(template_id, LARGE));
      expect((await api.as(owner).deleteTemplate({ path: { template_id } })).status).toBe(200);
      expect(await collection(templateKey(template_id).pk)).toEqual([]);
    });
  });

  test('keeps its file if its write is followed by a conflict', async () => {
    await settings({ process_tags: true });
    const { id: template_id } = await created(pdf());
    const { send } = client;
    let conflicts = 0;
    client.send = async function (...given) {
      const answer = await send.apply(this, given);
      const isOfTemplate = JSON.stringify(given[0].input).includes(`TEMPLATE#${template_id}`);
      const isWrite = given[0].constructor.name === 'TransactWriteCommand' && isOfTemplate;
      if (!isWrite || ++conflicts !== 2) return answer;
      const CancellationReasons = [{ Code: 'TransactionConflict' }];
      throw new TransactionCanceledException({ message: 'conflict', $metadata: {}, CancellationReasons });
    };
    try {
      expect((await attach(template_id, LARGE)).status).toBe(503);
    } finally {
      client.send = send;
    }
    const { documents, fields } = await templateAt(template_id);
    expect([documents.length, fields.length]).toEqual([2, 180]);
    for (const { id: document_id } of documents) {
      const file = await api.as(owner).getTemplateDocument({ path: { document_id }, query: { type: 'file' } });
      expect(file.status).toBe(200);
    }
  });

  test('has all of its fields if another one is attached at once, or is refused', async () => {
    await settings({ process_tags: true });
    const { id: template_id } = await created(pdf());
    const answers = await Promise.all([attach(template_id, LARGE), attach(template_id, LARGE)]);
    const attached = answers.filter(({ status }) => status === 200);
    expect(attached.length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    const { documents, fields } = await templateAt(template_id);
    expect(documents).toHaveLength(1 + attached.length);
    for (const { body } of attached) {
      expect(fields.filter(({ document_id }) => document_id === body.id)).toHaveLength(180);
    }
    expect(fields).toHaveLength(180 * attached.length);
  });
});

describe('an envelope that is made from documents', () => {
  const send = (bytes: Uint8Array, recipients: readonly object[], fields: readonly object[] = []) =>
    api.as(owner).createEnvelope({
      body: {
        name: 'Deal',
        documents: [
          { name: 'blank.pdf', data: base64(pdf()) },
          { name: 'deal.pdf', data: base64(bytes) },
        ],
        recipients,
        fields,
      },
    });

  test('has the fields of its tags, and is sent and signed without the tags on the page', async () => {
    await settings({ process_acroforms: true, process_tags: true });
    const { status, body } = await send(TAGS, [recipient('Seller', 1), recipient('Buyer', 2)]);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(
      body.fields.map(({ name, role_name, document_id }) => [name, role_name, document_id === body.documents[1].id]),
    ).toEqual([
      ['signature-1', 'Buyer', true],
      ['company', 'Seller', true],
      ['date-1', 'Seller', true],
    ]);
    const sent = await api
      .as(owner)
      .getEnvelopeDocument({ path: { document_id: body.documents[1].id }, query: { type: 'file' } });
    for (const text of textsOf(sent.bytes)) expect(text).not.toContain('{');

    const seller = await openSession(api, body, 'Seller');
    await agree(api, seller);
    ok(await setField(api, seller, 'company', 'ACME Ltd'));
    ok(await submit(api, seller));
    const buyer = await openSession(api, body, 'Buyer');
    await agree(api, buyer);
    ok(await setField(api, buyer, 'signature-1', await createSignature(api, buyer)));
    ok(await submit(api, buyer));
    await api.settle();
    const sealed = await api
      .as(owner)
      .getEnvelopeDocument({ path: { document_id: body.documents[1].id }, query: { type: 'file' } });
    expectSealed(sealed.bytes);
    for (const text of textsOf(sealed.bytes)) {
      expect(text).toContain('ACME Ltd');
      expect(text).not.toContain('{');
    }
  });

  test('is refused if a tag asks for a payment, which nobody could make', async () => {
    await settings({ process_tags: true });
    const { status, body } = await send(lines('{{payment:Buyer:fee}}'), [recipient('Buyer', 1)]);
    expect([status, body.error]).toEqual([406, expect.stringMatching(/payment isn't supported.*fee/)]);
  });

  test('has the fields of its form, for its signer', async () => {
    await settings({ process_acroforms: true });
    const { status, body } = await send(FORM, [recipient('Buyer', 1)]);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.fields.map(({ name, role_name }) => [name, role_name])).toEqual([
      ['company', 'Buyer'],
      ['agree', 'Buyer'],
      ['sign', 'Buyer'],
    ]);
  });

  test('is refused if a tag names no recipient, because nobody can be added', async () => {
    await settings({ process_tags: true });
    const { status, body } = await send(lines('{{signature:Witness}}'), [recipient('Buyer', 1)]);
    expect([status, body.error]).toEqual([406, expect.stringContaining('there is no role with the name Witness')]);
    const approver = recipient('Buyer', 1, { type: 'approver' });
    expect((await send(lines('{{date}}'), [approver])).body.fields).toMatchObject([{ role_name: 'Buyer' }]);
  });

  test("applies the form's own limits when it is filled", async () => {
    await settings({ process_acroforms: true });
    const { body: envelope } = await send(FORM, [recipient('Buyer', 1)]);
    const session = await openSession(api, envelope, 'Buyer');
    await api.as(session).agreeRecipient({
      path: { envelope_id: envelope.id, role_name: 'Buyer' },
      body: { disclosures: 'I agree to sign electronically.' },
    });
    const longer = await setField(api, session, 'company', 'ACME Ltd');
    expect([longer.status, longer.body.error]).toEqual([406, 'value: must be at most 6 characters long']);
    expect((await setField(api, session, 'company', 'ACME 2')).status).toBe(200);
  });
});
