import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { LANGUAGES } from '../../lib/base/languages.ts';
import { parse } from '../../lib/http/parse.ts';
import type { Read, Refusal } from '../answers.ts';
import { type Answered, type Api, type Person, type RequestInput, startApi } from '../api.ts';
import { type Envelope, recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

let api: Api;
let sender: Person;
let envelope: Envelope;
let template: { id: string };

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  envelope = await sendEnvelope(api, sender, [recipient('Buyer', 1)]);
  template = (await api.as(sender).createTemplate({ body: lease() })).body;
});
afterAll(() => api.stop());

type Session = 'sender' | 'nobody';
/** A request with one mistake: method and path, what else is sent, and the status and the words that answer it. */
type Mistake = [
  name: string,
  request: string,
  input: RequestInput & { as?: Session },
  status: number,
  ...words: string[],
];

const ask = (
  request: string,
  { as = 'sender', ...input }: RequestInput & { as?: Session },
): Promise<Answered<Refusal & Read<'getEnvelope'>>> => {
  const [method = '', path = ''] = request
    .replace('{envelope}', envelope.id)
    .replace('{template}', template.id)
    .replace('{organization}', sender.organization_id)
    .replace('{profile}', sender.profile_id)
    .split(' ');
  return api.request(method, path, as === 'sender' ? { token: sender.token } : {}, input);
};

const strict = { prefer: 'handling=strict' };
const authorization = (value: string) => ({ as: 'nobody' as const, headers: { authorization: value } });
const json = { 'content-type': 'application/json' };
const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const to = (details: object) => ({ name: 'N', documents: [], recipients: [{ ...recipient('Buyer', 1), ...details }] });

const PICTURE = `/v2/envelope-documents/page-image/${randomUUID()}/original`;
const ID_ONLY = { template_id: randomUUID() };

const twoRoles = (...names: string[]) => ({
  name: 'N',
  documents: lease().documents,
  recipients: names.map((name) => recipient(name, 1)),
});

const MISTAKES: Mistake[] = [
  [
    'a role of a template with a character that nothing shows',
    'POST /v2/roles/{template}',
    { body: { name: 'Ten\u200bant' } },
    406,
    'name: must not hold the invisible character U+200B',
  ],
  [
    'two roles that look the same, one composed otherwise',
    'POST /v2/envelopes',
    { body: twoRoles('G\u00e9rant', 'Ge\u0301rant') },
    406,
    'recipients.1.role_name',
    'must look different from that of recipient 0',
  ],
  [
    'two roles of a new template that look the same',
    'POST /v2/templates',
    { body: { name: 'Lease', roles: [{ name: 'G\u00e9rant' }, { name: 'Ge\u0301rant' }] } },
    406,
    'roles.1.name',
    'must look different from that of role 0',
  ],
  ['no token', 'GET /v2/profiles', { as: 'nobody' }, 401, 'no access token', 'Authorization: Bearer <token>'],
  ['Basic instead of Bearer', 'GET /v2/profiles', authorization('Basic YTpi'), 401, 'Basic', '/v2/oauth2/token'],
  [
    'a token without Bearer',
    'GET /v2/profiles',
    authorization('eyJhbGciOiJub25lIn0.e30.'),
    401,
    'without the word Bearer',
  ],
  ['Bearer without a token', 'GET /v2/profiles', authorization('Bearer'), 401, 'no access token'],
  ['Token instead of Bearer', 'GET /v2/profiles', authorization('Token abc'), 401, 'says Token'],
  [
    'an API key in X-API-Key',
    'GET /v2/profiles',
    { as: 'nobody', headers: { 'x-api-key': 'k' } },
    401,
    'X-API-Key is not read',
    'client_credentials',
  ],
  ['a token that is none', 'GET /v2/profiles', authorization('Bearer abc'), 401, 'not valid', '/v2/oauth2/token'],
  [
    'no token for a signer',
    'POST /v2/envelopes/{envelope}/recipients/Buyer/submit',
    { as: 'nobody', body: {} },
    401,
    'signer: Bearer <token>',
  ],
  [
    'Basic for a signer',
    'POST /v2/sign/verify',
    { as: 'nobody', body: {}, headers: { signer: 'Basic x' } },
    401,
    'header signer says Basic',
  ],

  ['a wrong method', 'DELETE /v2/envelopes', {}, 404, 'has no DELETE', 'GET, POST'],
  ['PUT for PATCH', 'PUT /v2/organizations/{organization}', { body: {} }, 404, 'has no PUT', 'DELETE, GET, PATCH'],
  ['a wrong method without a token', 'PATCH /v2/envelopes', { as: 'nobody', body: '{' }, 404, 'has no PATCH'],
  ['a wrong method at a static path', 'POST /openapi.json', { as: 'nobody' }, 404, 'has no POST', 'GET'],
  ['an unknown path', 'GET /v2/envelope', {}, 404, 'no such operation'],
  ['no version in the path', 'GET /webhooks/1', {}, 404, 'no such operation'],

  ['JSON that ends early', 'POST /v2/envelopes', { body: '{"name": "x"' }, 400, 'line 1, column 13', 'comma or }'],
  [
    'a comma too many',
    'POST /v2/envelopes',
    { body: '{\n  "name": "x",\n}' },
    400,
    'line 3, column 1',
    'double quotes',
  ],
  ['single quotes', 'POST /v2/envelopes', { body: "{'name': 'x'}" }, 400, 'line 1, column 2', 'double quotes'],
  ['a missing colon', 'POST /v2/templates', { body: '{"name" "x"}' }, 400, 'line 1, column 9', 'colon'],
  [
    'a line break in a text',
    'POST /v2/templates',
    { body: '{"name":\n "a\nb"}' },
    400,
    'line 2, column 2',
    'line break',
  ],
  [
    'a form as JSON',
    'POST /v2/templates',
    { body: 'name=x', headers: json },
    400,
    'line 1, column 1',
    'expected a value',
  ],
  ['half of a character', 'POST /v2/templates', { body: '{"name":"\\ud83d"}' }, 400, 'half of a character'],
  ['broken JSON where no body is needed', 'DELETE /v2/users/sessions', { body: '[1' }, 400, 'line 1, column 3'],
  [
    'XML',
    'POST /v2/templates',
    { body: '<name>x</name>', headers: { 'content-type': 'application/xml' } },
    406,
    'Content-Type',
    'application/json',
  ],
  ['a list as body', 'POST /v2/envelopes', { body: [] }, 406, 'request body: must be an object'],
  ['null as body', 'POST /v2/templates', { body: 'null' }, 406, 'request body: must be an object'],
  ['no body', 'POST /v2/envelopes', {}, 406, 'recipients: is required'],

  [
    'an unknown status in a list',
    'GET /v2/envelopes?status=done',
    {},
    406,
    'status',
    'must be one of',
    'in progress',
    'complete',
  ],
  ['one wrong status of two', 'GET /v2/envelopes?status=complete&status=done', {}, 406, 'status.1', 'must be one of'],
  ['an unknown view', 'GET /v2/envelopes?view=all', {}, 406, 'view', 'must be one of', 'inbox'],
  ['an unknown order', 'GET /v2/envelopes?sort_by=price', {}, 406, 'sort_by', 'must be one of'],
  ['too many rows', 'GET /v2/envelopes?rows=5000', {}, 406, 'rows', 'at most 100'],
  ['a page before the first', 'GET /v2/envelopes?page=-1', {}, 406, 'page', 'at least 0'],
  ...['1e0', '%201', '1%20', '%2B1', '0x1', '1.0', '01', '1_0', 'Infinity'].flatMap((number): Mistake[] => [
    [`a page in a path spelt ${number}`, `GET ${PICTURE}/${number}`, {}, 406, 'page', 'must be a number'],
    [`rows spelt ${number}`, `GET /v2/templates?rows=${number}`, {}, 406, 'rows', 'must be a number'],
  ]),
  ['page 0 of a document', `GET ${PICTURE}/0`, {}, 406, 'page', 'at least 1'],
  ['half a page', `GET ${PICTURE}/1.5`, {}, 406, 'page', 'must be a'],
  ['a page beyond all numbers', `GET ${PICTURE}/99999999999999999999`, {}, 406, 'page'],
  ['no picture of a signature', 'POST /v2/profiles/signatures', { body: {} }, 406, 'signature: is required', 'base64'],
  ['no picture of initials', 'POST /v2/profiles/initials', { body: {} }, 406, 'initial: is required', 'base64'],
  ['an empty picture', 'POST /v2/profiles/signatures', { body: { signature: '' } }, 406, 'signature: is required'],
  ['no file to verify', 'POST /v2/verify', { as: 'nobody', body: {} }, 406, 'file: is required', 'data as base64'],
  ['no document for a template', 'POST /v2/template-documents', { body: ID_ONLY }, 406, 'file: is required', 'data'],
  ['words for a number', 'GET /v2/templates?rows=many', {}, 406, 'rows', 'must be a number'],
  ['words for a boolean', 'GET /v2/templates?is_starred=maybe', {}, 406, 'is_starred', 'true or false'],
  ['a date that is none', 'GET /v2/envelopes?created_before=tomorrow', {}, 406, 'created_before', 'ISO 8601'],
  ['an id that is none', 'GET /v2/envelopes/42', {}, 406, 'envelope_id', 'must be a UUID'],
  ['an id of nobody', `GET /v2/envelopes/${randomUUID()}`, {}, 404, 'no such envelope'],

  [
    'an address without @',
    'POST /v2/organization-contacts',
    { body: { ...person, email: 'ada' } },
    406,
    'email',
    'ada@example.com',
  ],
  ['a number for a text', 'POST /v2/templates', { body: { name: 7 } }, 406, 'name', 'must be a text'],
  [
    'a text for a boolean',
    'PATCH /v2/organizations/{organization}/pipeline-settings',
    { body: { process_tags: 'yes' } },
    406,
    'process_tags',
    'true or false',
  ],
  [
    'an unknown recipient type',
    'POST /v2/envelopes',
    { body: to({ type: 'notary' }) },
    406,
    'recipients.0.type',
    'must be one of',
    'signer',
  ],
  [
    'a slash in a role',
    'POST /v2/roles/{template}',
    { body: { name: 'Buyer/Seller', type: 'signer' } },
    406,
    'name',
    '/',
  ],
  [
    'a telephone number of letters',
    'POST /v2/envelopes',
    { body: to({ phone: 'call me' }) },
    406,
    'recipients.0.phone',
    'only digits',
  ],
  ['no recipients', 'POST /v2/envelopes', { body: { name: 'N', recipients: [] } }, 406, 'recipients', 'at least one'],
  [
    'a field type that is none',
    'POST /v2/fields/{template}',
    { body: { ...signatureField('Tenant'), type: 'stamp' } },
    406,
    'type',
    'must be one of',
    'signature',
  ],
  ['an http webhook', 'PATCH /v2/webhooks', { body: { url: 'ftp://example.com' } }, 406, 'url'],
  ['an unknown grant', 'POST /v2/oauth2/token', { as: 'nobody', body: { grant_type: 'magic' } }, 406, 'grant_type'],
  [
    'a color by name',
    'PATCH /v2/organizations/{organization}',
    { body: { primary_color: 'red' } },
    406,
    'primary_color',
    '#1A2B3C',
  ],
  ['an unknown action', 'PUT /v2/envelopes/{envelope}', { body: { action: 'stop' } }, 406, 'action', 'cancel'],
  [
    'a file that is none',
    'POST /v2/templates',
    { body: { name: 'N', documents: [{ name: 'a.pdf', data: 'JVBERi0=' }] } },
    406,
    'a.pdf',
  ],
  ['a body above 10 MB', 'POST /v2/templates', { body: `"${'x'.repeat(11_000_000)}"` }, 413, 'POST /v2/uploads'],

  [
    'strictly: a misspelt parameter',
    'GET /v2/envelopes?row=5',
    { headers: strict },
    406,
    'row: is not known',
    'Did you mean rows?',
  ],
  [
    'strictly: a misspelt name',
    'PATCH /v2/envelopes/{envelope}',
    { headers: strict, body: { expire_at: null } },
    406,
    'expire_at: is not known',
    'Did you mean expires_at?',
  ],
  [
    'strictly: a misspelt name within',
    'POST /v2/envelopes',
    { headers: strict, body: to({ emial: 'a@example.com' }) },
    406,
    'recipients.0.emial',
    'Did you mean email?',
  ],
  [
    'strictly: a misspelt event',
    'PATCH /v2/webhooks',
    { headers: strict, body: { events: { envelope_complete: true } } },
    406,
    'events.envelope_complete',
    'Did you mean envelope_completed?',
  ],
  [
    'strictly: an unknown locale',
    'PATCH /v2/profiles/{profile}',
    { headers: strict, body: { locale: 'tlh' } },
    406,
    'locale',
    LANGUAGES.join(', '),
  ],
  [
    'strictly: an unknown time zone',
    'PATCH /v2/profiles/{profile}',
    { headers: strict, body: { timezone: 'Mars/Phobos' } },
    406,
    'timezone',
    'Europe/Berlin',
  ],
  [
    'strictly: a field on page 0',
    'POST /v2/fields/{template}',
    { headers: strict, body: { ...signatureField('Tenant'), page: 0 } },
    406,
    'page',
    'at least 1',
  ],
];

test.each(MISTAKES)(
  '%s is answered by what is wrong, and what is allowed',
  async (_, request, input, status, ...words) => {
    const answer = await ask(request, input);
    expect(answer.body).toEqual({ status: 'ERROR', error: expect.any(String) });
    for (const word of words) expect(answer.body.error).toEqual(expect.stringContaining(word));
    expect(answer.status).toBe(status);
  },
);

test('each of the four ways to send no token has a text of its own', async () => {
  const ways = [
    { as: 'nobody' as const },
    authorization('Basic YTpi'),
    authorization('abc'),
    { as: 'nobody' as const, headers: { 'x-api-key': 'k' } },
  ];
  const answers = await Promise.all(ways.map((way) => ask('GET /v2/profiles', way)));
  expect(new Set(answers.map(({ body }) => body.error)).size).toBe(4);
  for (const { headers } of answers) expect(headers.get('www-authenticate')).toBe('Bearer realm="countersign"');
});

test('a wrong method is answered with the methods in Allow', async () => {
  const answer = await ask('DELETE /v2/templates', {});
  expect(answer.headers.get('allow')).toBe('GET, POST, OPTIONS');
  expect(answer.headers.get('x-error-code')).toBe('wrong_method');
});

describe('an action that a change does not know', () => {
  test('is refused by every PATCH and PUT', async () => {
    // SCIM ignores attributes that it doesn't know (RFC 7644 3.3).
    const changes = operations.filter(
      ({ contract: { route, failureAs } }) => /^(PATCH|PUT) /.test(route) && !failureAs,
    );
    expect(changes.length).toBeGreaterThan(20);
    for (const { contract } of changes) {
      const body = JSON.stringify({ ...(contract.examples?.body as object), action: 'explode' });
      const event = { body, isBase64Encoded: false } as unknown as APIGatewayProxyEvent;
      const headers = { 'content-type': 'application/json' };
      const parsed = parse({ ...contract, path: undefined }, event, headers, () => {});
      await expect(parsed, contract.id).rejects.toMatchObject({
        code: 'invalid',
        details: { detail: expect.stringMatching(/^action: /) },
      });
    }
  });

  test('changes nothing, and null asks for none', async () => {
    const refused = await ask('PATCH /v2/envelopes/{envelope}', { body: { name: 'Gone', action: 'cancel' } });
    expect([refused.status, refused.body.error]).toEqual([406, 'action: no action can be asked for here']);
    const kept = await ask('PATCH /v2/envelopes/{envelope}', { body: { action: null } });
    expect([kept.status, kept.body.status, kept.body.name]).toEqual([
      200,
      'pending',
      expect.not.stringMatching('Gone'),
    ]);
  });
});

describe('what is ignored is named', () => {
  const ignored = ({ headers }: Answered) => headers.get('countersign-ignored');

  test('in the answer of a request that is carried out, and of one that is refused', async () => {
    expect(ignored(await ask('PATCH /v2/envelopes/{envelope}', { body: { name: 'N', expire_at: null } }))).toBe(
      'expire_at',
    );
    expect(ignored(await ask('PATCH /v2/envelopes/{envelope}', { body: { name: 7, expire_at: null } }))).toBe(
      'expire_at',
    );
    expect(ignored(await ask('GET /v2/envelopes', { query: { row: 5, rows: 1 } }))).toBe('row');
    expect(ignored(await ask('PATCH /v2/envelopes/{envelope}', { body: { name: 'N' } }))).toBeNull();
  });

  test('also without effect: an unknown locale, a misspelt event, a field on page 0', async () => {
    expect(ignored(await ask('PATCH /v2/profiles/{profile}', { body: { locale: 'tlh' } }))).toBe('locale');
    expect(ignored(await ask('PATCH /v2/webhooks', { body: { events: { envelope_complete: true } } }))).toBe(
      'events.envelope_complete',
    );
    const field = { ...signatureField('Tenant', 'nowhere'), page: 0 };
    expect(ignored(await ask('POST /v2/fields/{template}', { body: field }))).toBe('page');
  });

  test('in the answer that a repeated Idempotency-Key gets, too', async () => {
    const input = { body: { name: 'Again', expire_at: null }, headers: { 'idempotency-key': randomUUID() } };
    const answers = [
      await ask('PATCH /v2/envelopes/{envelope}', input),
      await ask('PATCH /v2/envelopes/{envelope}', input),
    ];
    expect(answers.map(ignored)).toEqual(['expire_at', 'expire_at']);
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
  });

  test('strictly handled, it changes nothing, and the answer says that it was strict', async () => {
    const body = { name: 'Never', expire_at: null };
    const refused = await ask('PATCH /v2/envelopes/{envelope}', { body, headers: strict });
    expect([refused.status, refused.headers.get('preference-applied')]).toEqual([406, 'handling=strict']);
    const { body: read } = await ask('GET /v2/envelopes/{envelope}', {});
    expect(read.name).not.toBe('Never');
    const accepted = await ask('PATCH /v2/envelopes/{envelope}', { body: { name: 'N' }, headers: strict });
    expect([accepted.status, accepted.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  });
});

test('remains of arithmetic and capital letters of ids are no mistakes', async () => {
  const field = { ...signatureField('Tenant', 'dragged'), document_id: undefined, x: -2.8e-14, y: 5e-324 };
  expect((await ask('POST /v2/fields/{template}', { body: field })).body).toMatchObject({ x: 0, y: 0 });
  const tiny = await ask('POST /v2/fields/{template}', { body: { ...field, name: 'tiny', width: 5e-324 } });
  expect([tiny.status, tiny.body.error]).toEqual([406, 'width: must be at least 0.001']);
  const { status, body } = await api.request<Read<'getEnvelope'>>('GET', `/v2/envelopes/${envelope.id.toUpperCase()}`, {
    token: sender.token,
  });
  expect([status, body.id]).toEqual([200, envelope.id]);
});

test('answers show what the limit is, and what is left, where one counts', async () => {
  const wrong = () =>
    api.request(
      'POST',
      '/v2/oauth2/token',
      {},
      { body: { grant_type: 'password', username: `nobody-${sender.email}`, password: 'wrong' } },
    );
  const [first, second] = [await wrong(), await wrong()];
  expect(first.headers.get('ratelimit-policy')).toMatch(/"password";q=10;w=900/);
  expect(first.headers.get('ratelimit')).toMatch(/"password";r=9;t=900/);
  expect(second.headers.get('ratelimit')).toMatch(/"password";r=8;t=900/);
  expect((await ask('GET /v2/profiles', {})).headers.get('ratelimit')).toBeNull();
});

test('browsers may read and send the headers that help with mistakes', async () => {
  const { headers } = await ask('GET /v2/profiles', {});
  const exposed = headers.get('access-control-expose-headers')?.split(', ');
  expect(exposed).toEqual(
    expect.arrayContaining(['Countersign-Ignored', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy', 'Allow']),
  );
  const preflight = await api.request('OPTIONS', '/v2/profiles');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('prefer');
});
