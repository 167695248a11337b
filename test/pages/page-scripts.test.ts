import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { bundlePages } from '../../infra/bundle-pages.ts';
import { config } from '../../lib/base/config.ts';
import { newId } from '../../lib/base/ids.ts';
import { FILE_NAMES, type FileNames, PAGE_SCRIPTS, wordsName } from '../../lib/pages/assets.ts';
import { EVENT_WORDS } from '../../lib/pages/browser/account/event-words.ts';
import { en } from '../../lib/pages/browser/account/words/en.ts';
import { pageWords } from '../../lib/pages/page-words.ts';
import { SCOPES } from '../../lib/people/access/scopes.ts';
import { EVENT_DATA } from '../../lib/storage/outbox/event-names.ts';
import { type Answered, type Api, startApi } from '../api.ts';

let api: Api;
let pages: Record<string, Answered<string>>;

const REDIRECT = 'https://crm.example.com/callback';

beforeAll(async () => {
  api = await startApi();
  const owner = api.as(await api.signUp());
  const { body: app } = await owner.createOauthApp({
    body: { name: 'CRM', redirect_uris: [REDIRECT], confidential: true },
  });
  const query = { client_id: app.client_id, redirect_uri: REDIRECT, response_type: 'code' };
  pages = {
    getDocs: await api.anyone.getDocs(),
    getHomePage: await api.anyone.getHomePage(),
    getAccessibilityPage: await api.anyone.getAccessibilityPage(),
    getLoginPage: await api.anyone.getLoginPage(),
    getEnvelopesPage: await api.anyone.getEnvelopesPage(),
    getSignInPage: await api.anyone.getSignInPage({ query }),
    getProviderPage: await api.anyone.getProviderPage({ path: { organization_id: newId() } }),
    getInvitationPage: await api.anyone.getInvitationPage(),
    getDrawingPage: await api.anyone.getDrawingPage(),
    getVerifyPage: await api.anyone.getVerifyPage(),
    getVerifyEmailPage: await api.anyone.getVerifyEmailPage(),
    getResetPasswordPage: await api.anyone.getResetPasswordPage(),
    getEnvelopePage: await api.anyone.getEnvelopePage({ path: { envelope_id: newId() } }),
    getAccountPage: await api.anyone.getAccountPage(),
    getTemplatesPage: await api.anyone.getTemplatesPage(),
    getBatchesPage: await api.anyone.getBatchesPage(),
    getOrganizationPage: await api.anyone.getOrganizationPage(),
    getOrganizationSectionPage: await api.anyone.getOrganizationSectionPage({ path: { section: 'members' } }),
    getTemplatePage: await api.anyone.getTemplatePage({ path: { template_id: newId() } }),
    getDraftPage: await api.anyone.getDraftPage({ path: { draft_id: newId() } }),
    getDraftPreviewPage: await api.anyone.getDraftPreviewPage({ path: { draft_id: newId(), role_name: 'Tenant' } }),
    getStartPage: await api.anyone.getStartPage({ path: { template_id: newId(), link_id: newId() } }),
    getSigningPage: await api.anyone.getSigningPage({
      path: { envelope_id: newId(), role_name: 'Tenant', key: 'key' },
    }),
  };
});
afterAll(() => api.stop());

const PAGES = operations.map(({ contract }) => contract).filter(({ produces }) => produces === 'text/html');
// `get-verify-page.test.ts` checks the one that has its script inside.
const OWN = PAGES.map(({ id }) => id).filter((id) => id !== 'getOfflineVerifyPage');
/** Pages that may ask less than the whole API. */
const ASKS: Record<string, string> = { getVerifyPage: '/.well-known/countersign.json' };

/** Directives of a Content-Security-Policy by name. */
const policyOf = ({ headers }: Answered<string>): Record<string, string> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((one) => {
      const [name = '', ...sources] = one.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );

test('the timeline of an envelope has a sentence for each event that a chain can hold', () => {
  expect(Object.keys(EVENT_WORDS).toSorted()).toEqual(Object.keys(EVENT_DATA).toSorted());
});

test('every page that the API answers is checked here', () => {
  expect(Object.keys(pages).toSorted()).toEqual(OWN.toSorted());
});

describe.each(OWN)('the page of %s', (id) => {
  test('has no script, and its policy lets none run', () => {
    const shown = pages[id] as Answered<string>;
    expect(shown.status).toBe(200);
    expect(shown.body.replaceAll(/<script type="module" src="[^"]+"><\/script>/g, '')).not.toMatch(
      /<script|javascript:|\son\w+=/i,
    );
    const policy = policyOf(shown);
    const hasScript = shown.body.includes('<script');
    expect(policy['script-src']).toBe(hasScript ? `${api.url}/assets/` : undefined);
    const own = ASKS[id] ? `${api.url}${ASKS[id]} ${api.url}/assets/` : api.url;
    // Large files of a draft go to the bucket from the account's pages, and from no others.
    const isAccount = shown.body.includes('/assets/account-');
    const asked = isAccount ? `${own} ${config.bucketUrl()}` : own;
    expect(policy['connect-src']).toBe(hasScript ? asked : undefined);
    expect(policy['default-src']).toBe("'none'");
    expect(policy['frame-ancestors']).toBe("'none'");
  });

  test('loads only its script, from an address that its policy allows', async () => {
    const { body } = pages[id] as Answered<string>;
    const sources = [...body.matchAll(/\ssrc="([^"]+)"/g)].map(([, url]) => url as string);
    expect(body.replace('<link rel="icon" href="data:', '')).not.toMatch(/<link|<img|@import|url\(/);
    for (const source of sources) {
      expect(source.startsWith(`${api.url}/assets/`)).toBe(true);
      expect((await fetch(source)).status).toBe(200);
    }
    expect(sources.length).toBeLessThanOrEqual(1);
  });
});

test('every script belongs to a page, except those for other sites and for the way back from a provider; no other module is beside them', () => {
  const loaded = Object.values(pages).flatMap(({ body }) => [
    ...body.matchAll(/src="[^"]+\/assets\/([a-z-]+)-[0-9a-z]{8}\.js"/g),
  ]);
  expect([...new Set(loaded.map(([, name]) => name)), 'back', 'embed'].toSorted()).toEqual([...PAGE_SCRIPTS]);
  const modules = globSync('lib/pages/browser/*.ts').map((file) => basename(file, '.ts'));
  expect(modules.toSorted()).toEqual([...PAGE_SCRIPTS]);
});

test('the consent page has words for every scope', () => {
  for (const scope of Object.keys(SCOPES)) expect(en).toHaveProperty([`scope_${scope}`]);
});

test('the same source makes the same files, whose names follow their content', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pages-'));
  try {
    await bundlePages(join(folder, 'a'));
    writeFileSync(join(folder, 'a', 'left-over.js'), '');
    const namesIn = (part: string): FileNames => JSON.parse(readFileSync(join(folder, part, FILE_NAMES), 'utf8'));
    const first = namesIn('a');
    await bundlePages(join(folder, 'a'));
    await bundlePages(join(folder, 'b'));
    expect([namesIn('a'), namesIn('b')]).toEqual([first, first]);
    const words = pageWords().map(({ script, language, place }) => wordsName(script, language, place));
    expect(Object.keys(first.current).toSorted()).toEqual([...PAGE_SCRIPTS, ...words].toSorted());
    expect(new Set(Object.values(first.current)).size).toBe(PAGE_SCRIPTS.length + words.length);
    const files = [
      FILE_NAMES,
      ...new Set([first.current, first.parts, first.places].flatMap((one) => Object.values(one).flat())),
    ];
    expect(globSync('a/*', { cwd: folder }).length).toBe(2 * files.length - 1);
    expect(globSync('a/left-over.js', { cwd: folder })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
