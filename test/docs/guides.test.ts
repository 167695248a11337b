import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { freePort } from '../local/process.ts';
import { lines } from '../pipeline/documents.ts';
import { ok } from '../stories/envelope.ts';
import { pdf } from '../templates/material.ts';
import { curlRequest } from './curl.ts';

const guides = new Map(globSync('docs/guides/*.md').map((file) => [basename(file, '.md'), readFileSync(file, 'utf8')]));

/** Blocks of code by their language. */
const blocksOf = (name: string): { language: string; code: string }[] =>
  [...(guides.get(name) ?? '').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));

/** Output of a guide, where the guide says it. The one that moves the clock comes last: tokens expire by it. */
const PRINTED: Record<string, string[]> = {
  'first-envelope': ['pending'],
  templates: ['true', "'Tenant: invited', 'Landlord: pending', 'Back office: pending'", '\n900\n'],
  fields: ["'colour: 85 × 20'", "'signature-1: signature', 'company: textbox', 'colour: dropdown'"],
  verification: ['passcode\nkba\nnull\nOK\n'],
  embedding: ['true'],
  webhooks: ['webhook_test {', '\n1\n', '\n2\n'],
  oauth: ['302 http'],
  agents: ['"count"'],
  moving: ['{ x: 72, y: 656 }', '{ x: 306, y: 198, width: 153, height: 198 }'],
  'test-mode': ['Reminder', 'complete true'],
};

let api: Api;
let ada: Person;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp();
  folder = await mkdtemp(join(tmpdir(), 'countersign-guides-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'contract.pdf'), pdf());
  const [tags = ''] = blocksOf('fields').flatMap(({ language, code }) => (language === 'text' ? [code] : []));
  await writeFile(join(folder, 'tagged.pdf'), lines(...tags.trim().split('\n')));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await api.stop();
});

/** A token of an API key: agents don't take that of a user's own sign-in. */
const agentToken = async (): Promise<string> => {
  const { client_id, client_secret } = ok(await api.as(ada).createApiKey({ body: { name: 'Agent' } }));
  const credentials = { grant_type: 'client_credentials', client_id, client_secret };
  return ok(await api.anyone.authenticate({ body: credentials })).access_token;
};

test('every guide is run here, and has no code but what is run, shown in a page or starts the platform', () => {
  expect([...guides.keys()].toSorted()).toEqual(Object.keys(PRINTED).toSorted());
  const others = [...guides.keys()].flatMap((name) => blocksOf(name).filter(({ language }) => language !== 'js'));
  // Those of the clients are run where the clients are built: `test/clients/clients.test.ts`.
  const clients = ['ts', 'python'];
  expect(others.filter(({ language }) => !['sh', 'html', 'text', ...clients].includes(language))).toEqual([]);
  const commands = others.filter(({ language }) => language === 'sh').map(({ code }) => code.trim());
  expect(commands.filter((code) => !code.startsWith('curl '))).toEqual([
    'npm ci && npm start -- --ephemeral --port 4000',
  ]);
});

describe.each(Object.keys(PRINTED))('the guide %s', (name) => {
  test('works as it stands, from its first line of code to its last', async () => {
    const program = blocksOf(name).flatMap(({ language, code }) => (language === 'js' ? [code] : []));
    await writeFile(join(folder, `${name}.mjs`), program.join('\n'));
    for (const { code } of blocksOf(name).filter((block) => block.code.startsWith('curl '))) {
      const { method, address, headers, body } = curlRequest(code.trim(), {
        URL: api.url,
        TOKEN: ada.token,
        EMAIL: ada.email,
        PASSWORD: ada.password,
      });
      const answer = await fetch(address, { method, headers: headers as Record<string, string>, body });
      expect([code, answer.status]).toEqual([code, 200]);
    }
    const { stdout } = await promisify(execFile)(process.execPath, [`${name}.mjs`], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        COUNTERSIGN: api.url,
        URL: api.url,
        TOKEN: name === 'agents' ? await agentToken() : ada.token,
        PORT: String(await freePort()),
      },
    });
    for (const text of PRINTED[name] ?? []) expect(`\n${stdout}`).toContain(text);
  });

  test('names operations that exist', () => {
    const ids = new Set<string>(operations.map(({ contract }) => contract.id));
    const named = [...(guides.get(name) ?? '').matchAll(/^.*\bOperations?: (.+)$/gm)]
      .flatMap(([, list = '']) => [...list.matchAll(/`(\w+)`/g)])
      .map(([, id = '']) => id);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });
});
