import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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
  // The program of the client's tests is compiled by them, with the client that they build.
  const all = globSync(['{.ci,functions,infra,lib,test}/**/*.ts', '*.ts'])
    .filter((file) => !file.startsWith('test/clients/programs/'))
    .toSorted();
  expect([...new Set([...server, ...browser])].filter((file) => file.endsWith('.ts')).toSorted()).toEqual(all);
  // Types, words and pure rules, which need neither.
  const names = [
    'account/event-words',
    'docs/search',
    'organization/company/answers',
    'organization/company/counted',
    'organization/company/retention',
    'organization/contacts/csv',
    'organization/contacts/papaparse.d',
    'organization/groups/bundles',
    'organization/parts/find-words',
    'organization/people/invitees',
    'organization/receivers/data-lines',
    'organization/signin/metadata',
    'ruleforms/held',
    'ruleforms/simple',
    'ruleforms/without',
    'sending/draft',
    'sending/edits',
    'sending/history',
    'sending/kinds',
    'sending/patches',
    'sending/points',
    'sending/snap',
    'shared/answers',
    'shared/embedding',
    'signing/marks/ink',
    'signing/pages/find-text',
    'signing/pages/in-view',
    'signing/state/field-place',
    'signing/state/with-value',
  ];
  const types = names.map((name) => `lib/pages/browser/${name}.ts`);
  const isWords = (file: string) => /^lib\/pages\/browser\/(?:\w+\/)+words\/\w+\.(?:ts|json)$/.test(file);
  const shared = server.filter((file) => file.startsWith('lib/pages/browser/') && !isWords(file));
  expect(shared.toSorted()).toEqual(types);
});

/** Modules that run where `file` runs: what it imports beside types, and what these import. */
const running = (file: string, known = new Set<string>()): Set<string> => {
  if (known.has(file)) return known;
  known.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type\b)[^;]*?'(\.[^']+\.tsx?)'|import\('(\.[^']+)'\)/gm,
  );
  for (const [, always, later] of imports) running(join(dirname(file), always ?? later ?? ''), known);
  return known;
};

test('of all other code browsers run only the verifier and rules that pages share with functions; of the rest they know types', () => {
  const pages = new Set(globSync('lib/pages/browser/*.ts').flatMap((file) => [...running(file)]));
  expect(pages.size).toBeGreaterThan(150);
  const others = [...pages].filter((file) => !/^lib\/(pages\/browser|verifier)\//.test(file));
  expect(others.toSorted()).toEqual([
    'lib/base/by-code.ts',
    'lib/base/colour.ts',
    'lib/base/contact-patterns.ts',
    'lib/base/email-address.ts',
    'lib/base/kept.ts',
    'lib/base/look.ts',
    'lib/base/party-text.ts',
    'lib/base/web-origin.ts',
    'lib/base/written-time.ts',
    'lib/fields/attachment-kinds.ts',
    'lib/fields/filled.ts',
    'lib/fields/kinds.ts',
    'lib/fields/order.ts',
    'lib/fields/role-names.ts',
    'lib/fields/rules/check-rules.ts',
    'lib/fields/rules/dates.ts',
    'lib/fields/rules/evaluate.ts',
    'lib/fields/rules/numbers.ts',
    'lib/fields/rules/read-rules.ts',
    'lib/fields/rules/results.ts',
    'lib/fields/rules/rule-fields.ts',
    'lib/fields/rules/rule.ts',
    'lib/fields/rules/rulebook.ts',
    'lib/fields/rules/seen.ts',
    'lib/fields/texts/pattern.ts',
    'lib/fields/texts/text-limits.ts',
    'lib/fields/texts/text-problem.ts',
    'lib/fields/validators.ts',
    'lib/fields/visible.ts',
    'lib/notify/notifications/events.ts',
    'lib/pdf/images/fill.ts',
    'lib/pdf/intake/remedies.ts',
    'lib/people/access/permissions.ts',
    'lib/people/members/lock-reasons.ts',
    'lib/people/oauth/redirect-uri.ts',
    'lib/people/usage/limits.ts',
    'lib/storage/outbox/webhook-events.ts',
    'lib/storage/records/administration.ts',
    'lib/storage/records/notification-template.ts',
    'lib/storage/records/permissions.ts',
  ]);
});
