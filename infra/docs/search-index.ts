import type { Entry } from '../../lib/pages/browser/docs/search.ts';
import { type Content, type Description, type Operation, slugOf, webhooksOf } from './description.ts';
import type { ListedError } from './errors-page.ts';
import type { Guide } from './guides.ts';
import type { Area } from './list-pages.ts';
import { sectionsOf, withoutCode } from './markdown.ts';
import { anchorOf, type Schema } from './schema-table.ts';

/** Words of other services and of everyday speech, by the page that they should lead to. */
const ALSO_CALLED: Record<string, string> = {
  createEnvelope: 'send document signature request submission',
  cancelEnvelope: 'void delete recall archive',
  updateRecipient: 'send reminder remind resend correct',
  getEnvelopeDocument: 'download pdf signed sealed file',
  getEnvelopesZip: 'download all bulk archive',
  getEnvelopeAudit: 'audit log trail history',
  createUpload: 'large big file presigned',
  enrollMfa: '2fa two factor totp authenticator',
  disableMfa: '2fa two factor totp authenticator',
  authenticate: 'sign in login access token 2fa two factor',
  createProfile: 'sign up register account',
  setWebhooks: 'callback subscribe notification endpoint',
  'guide-embedding': 'embed iframe frame component widget',
  'guide-test-mode': 'sandbox test environment staging development',
  'guide-verification': '2fa identity authentication kba sms passcode',
  'guide-fields': 'anchor placeholder tab coordinates position',
  'guide-agents': 'mcp ai llm model context protocol',
};

const alsoCalled = (page: string): string => ALSO_CALLED[page] ?? '';

/** All that the reference has, for the search. Throws if a page that has other names isn't there. */
export const searchIndex = (
  api: Description,
  operations: readonly Operation[],
  areas: readonly Area[],
  guides: readonly Guide[],
  errors: readonly ListedError[],
): Entry[] => {
  const pages = new Set([
    ...guides.map(({ name }) => `guide-${name}`),
    ...operations.map((one) => one.operation.operationId),
  ]);
  const missing = Object.keys(ALSO_CALLED).filter((page) => !pages.has(page));
  if (missing.length > 0) throw new Error(`The reference has no page ${missing.join()}`);
  return [
    {
      kind: 'guide',
      title: 'Basics',
      about: 'Sessions, errors, what is ignored, limits, repetition, pages of lists',
      page: '?page=start#basics',
      words: `pagination paging rate limits idempotency ${withoutCode(api.info.description ?? '')}`,
    },
    ...guides.flatMap(guideEntries),
    ...areas.map(
      ({ name, description = '' }): Entry => ({
        kind: 'area',
        title: name,
        about: description,
        page: `?page=${slugOf(name)}`,
        words: '',
      }),
    ),
    ...operations.map(operationEntry),
    ...webhooksOf(api).map(
      ([name, { summary }]): Entry => ({
        kind: 'event',
        title: name,
        about: summary,
        page: `?page=events#${name}`,
        words: 'webhook event',
      }),
    ),
    ...errors.map(
      ({ code, status, message, meaning, remedy }): Entry => ({
        kind: 'error',
        title: code,
        about: `${status}: ${message}`,
        page: `?page=errors#${code}`,
        words: `error ${meaning} ${remedy}`,
      }),
    ),
    ...Object.entries(api.components.schemas).map(
      ([name, schema]): Entry => ({
        kind: 'record',
        title: name,
        about: plain(schema.description),
        page: `?page=records#${anchorOf(name)}`,
        words: namesIn(schema).join(' '),
      }),
    ),
  ];
};

const guideEntries = ({ name, title, lead, text }: Guide): Entry[] => [
  { kind: 'guide', title, about: lead, page: `?page=guide-${name}`, words: `guide ${alsoCalled(`guide-${name}`)}` },
  ...sectionsOf(text).map(
    (section): Entry => ({
      kind: 'guide',
      title: `${title}: ${section.title}`,
      about: short(section.text),
      page: `?page=guide-${name}#${section.anchor}`,
      words: section.text,
    }),
  ),
];

const operationEntry = ({ method, path, operation }: Operation): Entry => ({
  kind: 'operation',
  title: operation.summary,
  about: `${method} ${path}`,
  page: `?page=${operation.operationId}`,
  words: [
    operation.operationId,
    alsoCalled(operation.operationId),
    ...operation.tags,
    ...(operation.parameters ?? []).map(({ name = '' }) => name),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }: Content) => namesIn(schema)),
    plain(operation.description),
  ].join(' '),
});

/** Names of all members, also of those within. */
const namesIn = (schema: Schema | undefined): string[] => [
  ...new Set(
    Object.entries((schema?.items ?? schema)?.properties ?? {}).flatMap(([name, inner]) => [name, ...namesIn(inner)]),
  ),
];

const plain = (text = ''): string => short(withoutCode(text));

const short = (text: string): string => (text.length > 160 ? `${text.slice(0, 159).replace(/\s\S*$/, '')} …` : text);
