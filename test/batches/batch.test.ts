import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { type Envelope, ok, prepareToSubmit, refusalOf, setField, submit } from '../stories/envelope.ts';
import { signature } from '../templates/material.ts';
import {
  actOn,
  allRows,
  checkedBatch,
  envelopesOf,
  makeTemplate,
  readBatch,
  tenantAddress,
  tenantRows,
} from './material.ts';

let api: Api;
let ada: Person;
let template_id: string;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
  template_id = await makeTemplate(api, ada);
});
afterAll(() => api.stop());

const csv = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const create = (body: Record<string, unknown>) => api.as(ada).createBatch({ body: { template_id, ...body } });
const target = (member: string) => ({ kind: 'recipient', role_name: 'Tenant', member });

describe('a batch', () => {
  test('becomes one envelope a row, with the values of its cells, and mails everybody once', async () => {
    const [first, second] = [tenantAddress(), tenantAddress()];
    const text = `Tenant;E-Mail;Rent;Start;Pets;Note\nAda Lovelace;${first};950;2026-12-01;A cat;Welcome\n\nTuring, Alan;${second};1.200;;;\n`;
    const made = ok(await create({ data: csv(text) }));
    expect(made).toMatchObject({
      status: 'draft',
      name: 'Rental',
      rows: 2,
      columns: ['Tenant', 'E-Mail', 'Rent', 'Start', 'Pets', 'Note'],
      mapping: [
        target('full_name'),
        target('email'),
        { kind: 'field', name: 'rent' },
        { kind: 'field', name: 'start' },
        { kind: 'field', name: 'pets' },
        target('message'),
      ],
    });
    const refused = await api.as(ada).actOnBatch({ path: { batch_id: made.id }, body: { action: 'send' } });
    expect(refusalOf(refused)).toEqual([400, 'batch_unchecked']);
    ok(await actOn(api, ada, made.id, 'check'));
    await api.settle();
    expect(await readBatch(api, ada, made.id)).toMatchObject({ status: 'checked', check: { bad: 0 } });
    expect(await api.messages(first)).toEqual([]);

    ok(await actOn(api, ada, made.id, 'send'));
    await api.settle();
    expect(await readBatch(api, ada, made.id)).toMatchObject({
      status: 'sent',
      progress: { done: 2, sent: 2, failed: 0, bad: 0, held_until: null },
    });
    const rows = await allRows(api, ada, made.id);
    expect(rows).toMatchObject([
      { index: 0, number: 2, state: 'sent', problems: [] },
      { index: 1, number: 4, state: 'sent', problems: [] },
    ]);
    const envelopes = await Promise.all(
      rows.map(async ({ envelope_id }) => ok(await api.as(ada).getEnvelope({ path: { envelope_id } }))),
    );
    expect(envelopes).toMatchObject([
      {
        recipients: [{ first_name: 'Ada', last_name: 'Lovelace', email: first, message: 'Welcome', status: 'invited' }],
      },
      { recipients: [{ first_name: 'Alan', last_name: 'Turing', email: second, message: null, status: 'invited' }] },
    ]);
    const valuesOf = ({ fields }: (typeof envelopes)[number]) =>
      Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    expect(envelopes.map(valuesOf)).toMatchObject([
      { rent: '950', start: '12/01/2026', pets: 'cat' },
      { rent: '1.200', start: null, pets: '' },
    ]);
    expect([(await api.messages(first)).length, (await api.messages(second)).length]).toEqual([1, 1]);
  });

  test('makes groups, people whom others put in, and reviewers of the roles that the template has as such', async () => {
    const person = { type: 'signer', full_name: 'Lin Okafor', email: 'lin@batches.example.com' };
    const roles = [
      { name: 'Tenant', type: 'signer', sequence: 1, shared: true },
      { name: 'Spouse', type: 'signer', sequence: 2, named_by: 'Tenant' },
      { ...person, name: 'Landlord', sequence: 3, may_send_back: true },
    ];
    const fields = roles.map(({ name }) => signature(`signature-${name}`, name));
    const group = await makeTemplate(api, ada, { roles, fields });
    const rows = [{ Tenant: 'Legal Department', Email: tenantAddress() }];
    const made = await checkedBatch(api, ada, { template_id: group, rows });
    expect(made.check).toMatchObject({ bad: 0 });
    ok(await actOn(api, ada, made.id, 'send'));
    await api.settle();
    const [row] = await allRows(api, ada, made.id);
    const envelope = ok(await api.as(ada).getEnvelope({ path: { envelope_id: row?.envelope_id ?? '' } }));
    expect(envelope.recipients).toMatchObject([
      { status: 'invited', shared: true, group_name: 'Legal Department' },
      { status: 'pending', named_by: 'Tenant', full_name: '', email: '' },
      { status: 'pending', full_name: 'Lin Okafor', may_send_back: true },
    ]);
  });

  test('names every bad row and cell before anything is sent, in the words of a single envelope', async () => {
    const good = tenantAddress();
    const made = await checkedBatch(api, ada, {
      template_id,
      rows: [
        { Tenant: 'Ada', Email: 'ada@', rent: '123456789', start: 'soon' },
        { Tenant: '', Email: good, rent: '1', start: '' },
        { Tenant: 'Grace Hopper', Email: good, rent: '1', start: '' },
        { Tenant: 'Alan', Email: '', rent: '1', start: '' },
      ],
    });
    expect(made.check).toMatchObject({ bad: 3 });
    const bad = await allRows(api, ada, made.id, 'bad');
    expect(bad.map(({ index, problems }) => [index, problems])).toEqual([
      [
        0,
        [
          { column: 'Email', error: 'must be an e-mail address like ada@example.com, without quotes and accents' },
          { column: 'rent', error: 'must be at most 8 characters long' },
          { column: 'start', error: 'must be a date like 12/31/2026 or 2026-12-31' },
        ],
      ],
      [1, [{ column: 'Tenant', error: 'a name is required' }]],
      [3, [{ column: 'Email', error: 'an e-mail address is required (or a phone number, for a link by SMS)' }]],
    ]);
    const refused = await actOn(api, ada, made.id, 'send');
    expect([refused.status, refused.body.error]).toEqual([
      400,
      '3 rows have problems: correct the file, or send the others with skip_bad.',
    ]);
    ok(await actOn(api, ada, made.id, 'send', { skip_bad: true }));
    await api.settle();
    expect(await readBatch(api, ada, made.id)).toMatchObject({ status: 'sent', progress: { sent: 1, bad: 3 } });
    expect((await allRows(api, ada, made.id)).map(({ state }) => state)).toEqual(['bad', 'bad', 'sent', 'bad']);
  });

  test('is read in the encodings and with the separators of spreadsheets', async () => {
    const lines = (separator: string) =>
      `Prénom${separator}Nom${separator}Courriel\r\nZoë${separator}Œuvre${separator}z@example.com\r\n`;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines('\t'), 'utf16le')]);
    const windows = Buffer.from(lines(';').replace('Œ', '\x8c'), 'latin1');
    const files = [Buffer.from(lines(',')), Buffer.from(`\ufeff${lines(';')}`), utf16, windows];
    for (const file of files) {
      const { columns, mapping, id } = ok(await create({ data: csv(file) }));
      expect(columns).toEqual(['Prénom', 'Nom', 'Courriel']);
      expect(mapping).toEqual([target('first_name'), target('last_name'), target('email')]);
      const [row] = await allRows(api, ada, id);
      expect(row).toMatchObject({ cells: ['Zoë', 'Œuvre', 'z@example.com'] });
    }
  });

  test('refuses a file that is no table, and says what is wrong where', async () => {
    const refusals: [Record<string, unknown>, string][] = [
      [{ data: csv('a,b\n1,"2') }, 'data: is no CSV: a quotation mark is not closed in line 2'],
      [{ data: csv('a,a\n1,2') }, 'data: columns 1 and 2 have the same name: a'],
      [{ data: csv('a,b\n1,2,3') }, 'data: row 2 has 3 cells, and there are 2 columns'],
      [{ data: csv('a,b\n') }, 'data: has no rows below the names of its columns'],
      [{ data: csv('[{"a": {"b": 1}}]') }, 'data: row 1, a: must be a text, a number, true, false or null'],
      [{ data: csv('[{"a": 1},]') }, 'data: is not valid JSON'],
      [{ rows: [] }, 'rows: has no rows below the names of its columns'],
      [{}, 'data: exactly one of data, rows and a file is required'],
      [{ rows: [{ a: 1 }], mapping: [] }, 'mapping: must have one entry for each of the 1 columns'],
      [
        { rows: [{ a: 1 }], mapping: [{ kind: 'field', name: 'tenant-signature' }] },
        'mapping.0.name: a signature field is filled by its recipient alone',
      ],
      [
        { rows: [{ a: 1, b: 2 }], mapping: [target('email'), target('email')] },
        'mapping.1: is the use of column 1 already',
      ],
      [
        { rows: [{ a: 1 }], mapping: [{ ...target('email'), role_name: 'Owner' }] },
        "mapping.0.role_name: must be one of the template's roles: Tenant",
      ],
    ];
    for (const [body, error] of refusals) {
      const answer = await create(body);
      expect([answer.status, answer.body.error]).toEqual([406, expect.stringContaining(error)]);
    }
  });

  test('takes a file as a form and by an upload, and changed columns until it is sent', async () => {
    const form = new FormData();
    form.set('template_id', template_id);
    form.set('file', new File([`who,mail\nAda,${tenantAddress()}\n`], 'tenants.csv', { type: 'text/csv' }));
    const made = ok(await api.as(ada).createBatch({ form }));
    expect(made.mapping).toEqual([null, target('email')]);
    const path = { batch_id: made.id };
    const mapping = [target('first_name'), target('email')];
    ok(await actOn(api, ada, made.id, 'check'));
    await api.settle();
    expect(await readBatch(api, ada, made.id)).toMatchObject({ status: 'checked', check: { bad: 1 } });
    expect(ok(await api.as(ada).updateBatch({ path, body: { mapping } }))).toMatchObject({
      status: 'draft',
      check: null,
      mapping,
    });
    ok(await actOn(api, ada, made.id, 'check'));
    await api.settle();
    ok(await actOn(api, ada, made.id, 'send'));
    await api.settle();
    const late = await api.as(ada).updateBatch({ path, body: { mapping } });
    expect([late.status, late.body.error]).toEqual([400, 'The batch is sent: a change is not possible now.']);

    const bytes = Buffer.from(`name,email\nAda,${tenantAddress()}\n`);
    const upload = ok(
      await api.as(ada).createUpload({ body: { name: 'tenants.csv', mime: 'text/csv', size: bytes.length } }),
    );
    const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
    expect(put.status).toBe(200);
    expect(ok(await create({ data: upload.id }))).toMatchObject({ rows: 1, columns: ['name', 'email'] });
  });

  test('is nobody else’s, lists its newest first, and is gone with its rows when it is deleted', async () => {
    const eve = await api.signUp();
    const [one, two] = [ok(await create({ rows: tenantRows(1) })), ok(await create({ rows: tenantRows(1) }))];
    for (const call of [
      api.as(eve).getBatch({ path: { batch_id: one.id } }),
      api.as(eve).getBatchRows({ path: { batch_id: one.id } }),
      actOn(api, eve, one.id, 'check'),
      api.as(eve).deleteBatch({ path: { batch_id: one.id } }),
    ]) {
      expect((await call).status).toBe(404);
    }
    expect((await api.as(eve).createBatch({ body: { template_id, rows: tenantRows(1) } })).status).toBe(404);
    const page = ok(await api.as(ada).getBatches({ query: { rows: 1 } }));
    expect(page.batches.map(({ id }) => id)).toEqual([two.id]);
    const next = ok(await api.as(ada).getBatches({ query: { rows: 1, before: page.next } }));
    expect(next.batches.map(({ id }) => id)).toEqual([one.id]);
    ok(await api.as(ada).deleteBatch({ path: { batch_id: one.id } }));
    await api.settle();
    expect((await api.as(ada).getBatch({ path: { batch_id: one.id } })).status).toBe(404);
  });
});

describe('a batch that is being sent', () => {
  test('stops when it is paused, goes on with what is left, and is canceled for what nobody has opened', async () => {
    const template = await makeTemplate(api, ada);
    const rows = tenantRows(30);
    const { id } = await checkedBatch(api, ada, { template_id: template, rows });
    ok(await actOn(api, ada, id, 'send'));
    const paused = ok(await actOn(api, ada, id, 'pause'));
    expect(paused.status).toBe('paused');
    await api.settle();
    const { progress } = await readBatch(api, ada, id);
    expect((await envelopesOf(api, ada, template)).length).toBe(progress.sent);
    ok(await actOn(api, ada, id, 'resume'));
    await api.settle();
    expect(await readBatch(api, ada, id)).toMatchObject({ status: 'sent', progress: { sent: 30, done: 30 } });

    const [mail] = await api.messages(rows[7]?.['E-mail']);
    const { openLink, linkIn } = await import('../../infra/local/story/signing.ts');
    const link = linkIn(mail ? [mail] : []);
    if (!link) throw new Error('The mail has no link');
    await openLink(api, link);
    ok(await actOn(api, ada, id, 'cancel'));
    await api.settle();
    expect(await readBatch(api, ada, id)).toMatchObject({
      status: 'canceled',
      progress: { sent: 30, withdrawn: 29, canceled: 0 },
    });
    const statuses = Object.groupBy(await envelopesOf(api, ada, template), ({ status }) => status);
    expect([statuses.canceled?.length, statuses['in progress']?.length]).toEqual([29, 1]);
    expect((await allRows(api, ada, id, 'sent')).map(({ index }) => index)).toEqual([7]);
  });

  test('shows states and values of all rows as CSV, in which no cell is a formula', async () => {
    const template = await makeTemplate(api, ada);
    const email = tenantAddress();
    const rows = [
      { Name: 'Ada Lovelace', Email: email, rent: '=1+1', start: '' },
      { Name: 'Alan "A" Turing', Email: 'alan@', rent: '@SUM(1)', start: '2026-12-01' },
    ];
    const { id } = await checkedBatch(api, ada, { template_id: template, rows });
    ok(await actOn(api, ada, id, 'send', { skip_bad: true }));
    await api.settle();
    const csvOf = async () => {
      const { url } = ok(await api.as(ada).getBatchCsv({ path: { batch_id: id } }));
      return (await fetch(url)).text();
    };
    const [sent] = await allRows(api, ada, id, 'sent');
    const lines = (await csvOf()).replace(/^\ufeff/, '').split('\r\n');
    expect(lines[0]).toBe('Row,State,Problem,Envelope,Envelope status,Sent at,Completed at,Name,Email,rent,start');
    expect(lines[1]).toMatch(
      new RegExp(
        `^1,sent,,${sent?.envelope_id},pending,[^,]+Z,,Ada Lovelace,${email.replaceAll('.', '\\.')},'=1\\+1,$`,
      ),
    );
    expect(lines[2]).toBe(
      '2,bad,"Email: must be an e-mail address like ada@example.com, without quotes and accents",,,,,' +
        `"Alan ""A"" Turing",alan@,'@SUM(1),2026-12-01`,
    );
    ok(await actOn(api, ada, id, 'cancel'));
    await api.settle();
    expect(await csvOf()).toMatch(/1,withdrawn,,[^,]+,canceled,/);
  });

  const READ = ['Get', 'GetObject', 'Query', 'BatchGet', 'BatchGet', 'BatchGet'];
  test.each([
    ['as rules leave it, in three reads for a hundred envelopes', 0, READ],
    [
      'also where the fields of an envelope are too large to share an item: a read more for each',
      450,
      [...READ, 'Query', 'Query'],
    ],
  ])('has in its CSV what those filled in who have submitted, %s', async (_, more, calls) => {
    const others = Array.from({ length: more }, (_, index) => ({
      id: `o${index}`,
      label: `${index} ${'x'.repeat(190)}`,
    }));
    const at = (name: string, type: string, y: number, more: object = {}) => ({
      ...{ name, type, y, role_name: 'Tenant', page: 1, x: 300 },
      ...more,
    });
    const template = await makeTemplate(api, ada, {
      fields: [
        signature('signature-Tenant', 'Tenant'),
        at('pets', 'dropdown', 260, { label: 'Pets', options: [{ id: 'cat', label: 'A cat' }, ...others] }),
        at('called', 'textbox', 280, { settings: { rules: { show: { field: 'pets', is: 'filled' } } } }),
        at('rent', 'textbox', 300, { settings: { number: {} } }),
        at('year', 'textbox', 320, {
          settings: { rules: { value: { round: { product: [{ field: 'rent' }, '12'] }, digits: 2 } } },
        }),
        at('agreed', 'checkbox', 340),
      ],
    });
    const rows = tenantRows(3);
    const { id } = await checkedBatch(api, ada, { template_id: template, rows });
    ok(await actOn(api, ada, id, 'send'));
    await api.settle();
    const envelopes = await Promise.all(
      (await allRows(api, ada, id)).map(async ({ envelope_id }) =>
        ok(await api.as(ada).getEnvelope({ path: { envelope_id: envelope_id ?? '' } })),
      ),
    );
    const fillIn = async (envelope: (typeof envelopes)[number] | undefined, values: Record<string, unknown>) => {
      const signer = await prepareToSubmit(api, envelope as Envelope, 'Tenant');
      for (const [name, value] of Object.entries(values)) ok(await setField(api, signer, name, value));
      return signer;
    };
    ok(await submit(api, await fillIn(envelopes[0], { pets: 'cat', called: '=1+1', agreed: true })));
    const second = await fillIn(envelopes[1], { pets: 'cat', called: 'Tom' });
    ok(await setField(api, second, 'pets', ''));
    ok(await submit(api, second));
    // Nobody has submitted this one.
    await fillIn(envelopes[2], { called: 'Jerry' });
    await api.settle();
    const { url, has_values } = ok(await api.as(ada).getBatchCsv({ path: { batch_id: id } }));
    expect(has_values).toBe(true);
    expect(callsOf('getBatchCsv').map(({ command }) => command)).toEqual([...calls, 'PutObject', 'Put']);
    const table = (await (await fetch(url)).text()).replace(/^\ufeff/, '').split('\r\n');
    const values = table.map((line) => line.split(',').slice(10));
    expect(values.slice(0, 4)).toEqual([
      ['Value: agreed', 'Value: called', 'Value: Pets (pets)', 'Value: rent', 'Value: year'],
      ['true', "'=1+1", 'A cat', '1000', '12000'],
      ['', '', '', '1001', '12012'],
      ['', '', '', '', ''],
    ]);
  });

  test('sends the rows of all its files, by several workers side by side', async () => {
    const template = await makeTemplate(api, ada);
    const good = [0, 249, 250, 499, 500, 749, 750, 1003];
    const [row] = tenantRows(1);
    const rows = Array.from({ length: 1004 }, (_, at) =>
      good.includes(at) ? tenantRows(1)[0] : { ...row, 'E-mail': '' },
    );
    const mailed = await checkedBatch(api, ada, { template_id: template, rows });
    expect(mailed.check).toMatchObject({ bad: rows.length - good.length });
    ok(await actOn(api, ada, mailed.id, 'send', { skip_bad: true }));
    await api.settle();
    expect(await readBatch(api, ada, mailed.id)).toMatchObject({
      status: 'sent',
      progress: { done: rows.length, sent: good.length, failed: 0 },
    });
    const sent = await allRows(api, ada, mailed.id, 'sent');
    expect(sent.map(({ index }) => index)).toEqual(good);
    expect(await envelopesOf(api, ada, template)).toHaveLength(good.length);
  });

  test('never sends a row that was canceled before its turn', async () => {
    const template = await makeTemplate(api, ada);
    const { id } = await checkedBatch(api, ada, { template_id: template, rows: tenantRows(40) });
    ok(await actOn(api, ada, id, 'send'));
    ok(await actOn(api, ada, id, 'cancel'));
    await api.settle();
    const { status, progress } = await readBatch(api, ada, id);
    expect(status).toBe('canceled');
    expect(progress.canceled + progress.withdrawn).toBe(40);
    const envelopes = await envelopesOf(api, ada, template);
    expect(envelopes).toHaveLength(progress.withdrawn);
    expect(envelopes.every((one) => one.status === 'canceled')).toBe(true);
  });

  test('sends only what was checked: a changed template pauses it until it is checked again', async () => {
    const template = await makeTemplate(api, ada);
    const { id } = await checkedBatch(api, ada, { template_id: template, rows: tenantRows(3) });
    ok(await api.as(ada).updateTemplate({ path: { template_id: template }, body: { name: 'Rental 2027' } }));
    ok(await actOn(api, ada, id, 'send'));
    await api.settle();
    expect(await readBatch(api, ada, id)).toMatchObject({ status: 'paused', stopped_by: 'template_changed' });
    expect((await actOn(api, ada, id, 'resume')).headers.get('x-error-code')).toBe('batch_unchecked');
    ok(await actOn(api, ada, id, 'check'));
    await api.settle();
    ok(await actOn(api, ada, id, 'send'));
    await api.settle();
    expect(await readBatch(api, ada, id)).toMatchObject({ status: 'sent', stopped_by: null, progress: { sent: 3 } });
    expect((await envelopesOf(api, ada, template)).map(({ name }) => name)).toEqual(Array(3).fill('Rental 2027'));
  });

  test('stops when its template is gone', async () => {
    const template = await makeTemplate(api, ada);
    const { id } = await checkedBatch(api, ada, { template_id: template, rows: tenantRows(2) });
    ok(await api.as(ada).deleteTemplate({ path: { template_id: template } }));
    ok(await actOn(api, ada, id, 'send'));
    await api.settle();
    expect(await readBatch(api, ada, id)).toMatchObject({ status: 'paused', stopped_by: 'template_gone' });
  });

  // The last one, because it moves the clock to another day.
  test('waits for the next day when its part of the day’s messages is used up, and fails nothing', async () => {
    await using _clock = await api.freezeClock();
    const bob = await api.signUp();
    const template = await makeTemplate(api, bob);
    const restore = setEnvironment({ MESSAGES_PER_DAY: '10' });
    try {
      const { id } = await checkedBatch(api, bob, { template_id: template, rows: tenantRows(12) });
      ok(await actOn(api, bob, id, 'send'));
      await api.settle();
      const held = await readBatch(api, bob, id);
      expect(held).toMatchObject({ status: 'sending', progress: { sent: 9, failed: 0 } });
      expect(held.progress.held_until?.slice(11)).toMatch(/^00:00:0/);
      // One of ten is left to everything else.
      const alone = { name: 'Alone', template_id: template, recipients: [{ role_name: 'Tenant', first_name: 'Ada' }] };
      const email = tenantAddress();
      const [recipient] = alone.recipients;
      ok(await api.as(bob).createEnvelope({ body: { ...alone, recipients: [{ ...recipient, email }] } }));
      await api.advance('P1D');
      await api.settle();
      const body = { grant_type: 'password', username: bob.email, password: bob.password };
      bob.token = ok(await api.anyone.authenticate({ body })).access_token ?? '';
      expect(await readBatch(api, bob, id)).toMatchObject({
        status: 'sent',
        progress: { sent: 12, failed: 0, held_until: null },
      });
      expect(await envelopesOf(api, bob, template)).toHaveLength(13);
    } finally {
      restore();
    }
  });
});
