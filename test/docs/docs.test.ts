import { afterAll, describe, expect, test } from 'vitest';
import { handler as getDocs } from '../../functions/docs/get-docs.ts';
import { handler as getOpenapi } from '../../functions/docs/get-openapi.ts';
import { operations } from '../../functions/index.ts';
import { html } from '../../infra/docs/html.ts';
import { markdown } from '../../infra/docs/markdown.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { MESSAGES } from '../../lib/base/error-messages.ts';
import { type Entry, findEntries } from '../../lib/pages/browser/docs/search.ts';
import { invoke } from '../operation/invoke.ts';

afterAll(setEnvironment({ BASE_URL: 'https://sign.example.com/' }));

const show = (query: Record<string, string>) =>
  invoke(getDocs, {
    method: 'GET',
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
  });
const read = async (page: string): Promise<string> => (await show({ page })).raw;
const find = async (query: string): Promise<Entry[]> =>
  findEntries(JSON.parse((await show({ index: 'true' })).raw), query);

test('the description is served with the address of this deployment', async () => {
  const { status, headers, body, raw } = await invoke(getOpenapi, { method: 'GET' });
  expect(status).toBe(200);
  expect(headers['Content-Type']).toBe('application/json');
  expect(body).toMatchObject({
    servers: [{ url: 'https://sign.example.com' }],
    components: {
      securitySchemes: { oauth2: { flows: { password: { tokenUrl: 'https://sign.example.com/v2/oauth2/token' } } } },
    },
  });
  expect(raw).not.toContain('countersign.example.com');
});

describe('the reference', () => {
  test('lists every operation, and has a page for each with samples for this deployment', async () => {
    const start = await read('start');
    for (const { contract } of operations) {
      expect(start, contract.id).toContain(`<li id="${contract.id}">`);
      const page = await read(contract.id);
      expect(page, contract.id).toContain(`<code>${contract.id}</code>`);
      for (const language of ['curl', 'fetch', 'python'])
        expect(page, contract.id).toContain(`<pre class="in-${language}"`);
      expect(page).toContain('https://sign.example.com/');
      expect(page, contract.id).not.toMatch(/undefined|\[object|countersign\.example\.com/);
    }
  });

  test('has every code of the catalogue of errors', async () => {
    const page = await read('errors');
    for (const code of Object.keys(MESSAGES)) expect(page, code).toContain(`<dt id="${code}">`);
  });

  test('leads nowhere that is not there, from no page and no result of the search', async () => {
    const { raw: index } = await show({ index: 'true' });
    const pages = new Map<string, string>();
    const queue = ['start'];
    const broken: string[] = [];
    const follow = async (from: string, target: string): Promise<void> => {
      const [, name = '', anchor] = /^\?page=([A-Za-z-]+)(?:#(.+))?$/.exec(target) ?? [];
      if (!pages.has(name)) {
        const { status, raw } = await show({ page: name });
        if (status !== 200) {
          broken.push(`${from}: ${target}`);
          return;
        }
        pages.set(name, raw);
        queue.push(name);
      }
      if (anchor && !pages.get(name)?.includes(`id="${decodeURIComponent(anchor)}"`)) broken.push(`${from}: ${target}`);
    };
    pages.set('start', await read('start'));
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      const links = [...(pages.get(name) ?? '').matchAll(/href="([?#][^"]*)"/g)].map(([, to = '']) => to);
      for (const to of new Set(links)) await follow(name, to.startsWith('#') ? `?page=${name}${to}` : to);
    }
    for (const { page } of JSON.parse(index) as Entry[]) await follow('search', page);
    broken.splice(0, broken.length, ...broken.filter((one) => !one.endsWith('#main')));
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(operations.length);
  });

  test('can be read, searched and printed without a script, and lets no other run', async () => {
    const { headers, raw } = await show({ q: 'sign up' });
    expect(raw).toContain('href="?page=createProfile"');
    expect(
      raw.replace(/<script type="module" src="https:\/\/sign\.example\.com\/assets\/[^"]+"><\/script>/, ''),
    ).not.toMatch(/<script|javascript:|\son\w+=|<link|<img|@import|url\(/);
    const policy = headers['Content-Security-Policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('script-src https://sign.example.com/assets/;');
    expect(policy).toContain('connect-src https://sign.example.com;');
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  test('shows what was searched as text', async () => {
    const { raw } = await show({ q: '<script>alert(1)</script>' });
    expect(raw).toContain('Search: &lt;script&gt;');
    expect(raw).toContain('Nothing was found.');
  });

  test.each([
    [{ page: 'no-such-page' }, 404],
    [{ page: '../frame' }, 406],
    [{ page: 'toString' }, 404],
    [{ q: 'x'.repeat(101) }, 406],
  ])('has no page for %j', async (query, status) => {
    expect((await show(query as Record<string, string>)).status).toBe(status);
  });
});

describe('the search', () => {
  test.each([
    ['envelpe create', 'createEnvelope'],
    ['creat envelop', 'createEnvelope'],
    ['evnelope cancel', 'cancelEnvelope'],
    ['webhoook', 'setWebhooks'],
    ['organisation', 'getOrganization'],
    ['recipeint', 'updateRecipient'],
  ])('forgives the letter that is wrong in “%s”', async (query, id) => {
    expect((await find(query)).map(({ page }) => page)).toContain(`?page=${id}`);
  });

  test('forgives nothing where words are found as they were typed, and nothing in short words', async () => {
    const right = await find('delete template');
    expect(right.every((entry) => /delet/i.test(JSON.stringify(entry)))).toBe(true);
    expect(await find('qxz')).toEqual([]);
    expect(await find('xylophone')).toEqual([]);
  });

  test.each([
    ['create envelope', '?page=createEnvelope'],
    ['createEnvelope', '?page=createEnvelope'],
    ['POST /v2/envelopes', '?page=createEnvelope'],
    ['idempotency_key_reused', '?page=errors#idempotency_key_reused'],
    ['not your turn', '?page=errors#not_your_turn'],
    ['initial_reminder', '?page=createEnvelope'],
    ['embed', '?page=guide-embedding'],
    ['webhook signature', '?page=guide-webhooks'],
    ['send reminder', '?page=updateRecipient'],
    ['download pdf', '?page=getEnvelopeDocument'],
    ['signature request', '?page=createEnvelope'],
    ['void envelope', '?page=cancelEnvelope'],
    ['2fa', '?page=enrollMfa'],
    ['iframe', '?page=guide-embedding'],
    ['pagination', '?page=start#basics'],
  ])('%j leads to %s', async (query, page) => {
    expect((await find(query)).map((entry) => entry.page.replace(/(guide-\w+)#.*/, '$1'))).toContain(page);
  });

  test('asks for all words, in any order, by their beginnings', async () => {
    const titles = async (query: string) => (await find(query)).map(({ title }) => title);
    expect(await titles('env creat')).toEqual(await titles('creat env'));
    expect(await titles('envelope nonsenseword')).toEqual([]);
    expect(await titles('  ?! ')).toEqual([]);
  });
});

test('texts are always escaped', () => {
  const hostile = '<script>alert("1")</script>';
  expect(html`<p title="${hostile}">${[hostile, html`<b>${hostile}</b>`]}</p>`.text).not.toContain('<script');
  for (const text of [
    `a \`${hostile}\` **${hostile}**\n\n- ${hostile}`,
    hostile,
    `# ${hostile}`,
    `\`\`\`${hostile}\n${hostile}`,
  ])
    expect(markdown(text).text).not.toContain('<script');
  expect(markdown('[press](javascript:alert(1))').text).not.toContain('javascript:');
});
