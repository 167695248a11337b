import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const compile = (...args: string[]): string =>
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', ...args], { encoding: 'utf8' });

test('`npm run typecheck` checks every TypeScript file, code of browsers with the DOM’s types and all other with Node’s', () => {
  const programs = manifest.scripts.typecheck.split(' && ').map((command) => command.split(' ').slice(1));
  const checked = programs.map((args) =>
    compile(...args, '--listFilesOnly')
      .split('\n')
      .map((file) => relative('.', file))
      .filter((file) => file !== '' && !file.startsWith('node_modules')),
  );
  const [server = [], browser = []] = checked;
  const all = globSync(['{.ci,functions,infra,lib,test}/**/*.ts', '*.ts']).toSorted();
  expect([...new Set([...server, ...browser])].filter((file) => file.endsWith('.ts')).toSorted()).toEqual(all);
  // The verifier runs in browsers and in Node, with what both have; so do rules that pages share with functions.
  const others = browser.filter((file) => !/^lib\/(pages\/browser|verifier)\//.test(file));
  expect(others.toSorted()).toEqual([
    'lib/base/by-code.ts',
    'lib/base/colour.ts',
    'lib/base/kept.ts',
    'lib/base/written-time.ts',
    'lib/fields/attachment-kinds.ts',
    'lib/fields/filled.ts',
    'lib/fields/kinds.ts',
    'lib/fields/order.ts',
    'lib/fields/types.ts',
    'lib/fields/validators.ts',
    'lib/fields/visible.ts',
    'lib/pdf/images/fill.ts',
    'lib/signing/disclosures/texts/en.ts',
  ]);
  // Types, words and pure rules, which need neither.
  const names = [
    'account/event-words',
    'docs/search',
    'sending/draft',
    'sending/edits',
    'sending/history',
    'sending/kinds',
    'sending/patches',
    'shared/answers',
    'shared/embedding',
    'signing/field-place',
    'signing/find-text',
    'signing/in-view',
    'signing/ink',
  ];
  const types = names.map((name) => `lib/pages/browser/${name}.ts`);
  const isWords = (file: string) => /^lib\/pages\/browser\/\w+\/words\/\w+\.(?:ts|json)$/.test(file);
  const shared = server.filter((file) => file.startsWith('lib/pages/browser/') && !isWords(file));
  expect(shared.toSorted()).toEqual(types);
});
