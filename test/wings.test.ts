import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The wings of `lib/` in their order. Each may import from those before it, never from one after it, also not a type.
 */
const WINGS = [
  'base',
  'fields',
  'verifier',
  'aws',
  'pdf',
  'storage',
  'evidence',
  'people',
  'signing',
  'notify',
  'offboarding',
  'http',
  'pages',
];

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** The files that each file imports, types included. */
const importsOf = (files: readonly string[]): Map<string, string[]> =>
  new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, to = '']) => join(dirname(file), to)),
    ]),
  );

const files = globSync('lib/**/*.{ts,tsx}');
const imports = importsOf(files);

const wingOf = (file: string): number => WINGS.indexOf(file.split('/')[1] ?? '');

test('every file of lib is in a wing', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => wingOf(file) < 0)).toEqual([]);
});

test('every wing has a README, read in a minute, that names its contents and the wings that it may use', () => {
  const readmes = WINGS.map((wing) => readFileSync(`lib/${wing}/README.md`, 'utf8'));
  for (const readme of readmes) {
    expect(readme).toMatch(/^# .+\n\n[\s\S]*\bMay use\b/);
    expect(readme.split('\n').length, readme.slice(0, 30)).toBeLessThanOrEqual(20);
  }
});

test('every folder of functions has a folder of lib with its name, or a wing’s README says which it uses', () => {
  const named = globSync('lib/{*,*/*}/').map((folder) => basename(folder));
  const readmes = globSync('lib/*/README.md').map((file) => readFileSync(file, 'utf8'));
  const folders = globSync('functions/*/').map((folder) => basename(folder));
  const unknown = folders
    .filter((folder) => folder !== 'workers' && !named.includes(folder))
    .filter((folder) => !readmes.some((text) => text.includes(`\`${folder}\``)));
  expect(folders.length).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});

test('no file of lib imports from a later wing, functions, infra or tests', () => {
  const upwards = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => /\.tsx?$/.test(target) && (!target.startsWith('lib/') || wingOf(target) > wingOf(file)))
      .map((to) => `${file} → ${to}`),
  );
  expect(upwards).toEqual([]);
});

test('no file of functions imports another but the index, or anything of infra or tests', () => {
  const others = [...importsOf(globSync('functions/**/*.ts'))]
    .filter(([file]) => file !== 'functions/index.ts')
    .flatMap(([file, targets]) => targets.filter((to) => !to.startsWith('lib/')).map((to) => `${file} → ${to}`));
  expect(others).toEqual([]);
});

/** Files that can be reached from `file` and lead back to it. */
const circleThrough = (imports: Map<string, string[]>, file: string): string[] => {
  const seen = new Map<string, string[]>();
  const next: [string, string[]][] = [[file, []]];
  for (let entry = next.pop(); entry; entry = next.pop()) {
    const [at, path] = entry;
    for (const target of imports.get(at) ?? []) {
      if (target === file) return [file, ...path, file];
      if (seen.has(target)) continue;
      seen.set(target, path);
      next.push([target, [...path, target]]);
    }
  }
  return [];
};

test('nothing but pages uses the verifier, which shares no code with what it checks', () => {
  const users = [...imports].filter(([, targets]) => targets.some((to) => to.startsWith('lib/verifier/')));
  const others = users
    .map(([file]) => file)
    .filter((file) => !/^lib\/(?:verifier|pages\/browser\/verify)\//.test(file));
  expect(others).toEqual([]);
});

test('no files of lib, infra or tests import each other in a circle, types included', () => {
  const all = importsOf(globSync('{lib,infra,test}/**/*.{ts,tsx}'));
  const circles = [...all.keys()].map((file) => circleThrough(all, file));
  expect(circles.filter((circle) => circle.length > 0)).toEqual([]);
});

test.each(['lib', 'infra'])('no folders of %s import each other in a circle', (part) => {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of importsOf(globSync(`${part}/**/*.{ts,tsx}`))) {
    const others = targets
      .filter((target) => /\.tsx?$/.test(target))
      .map(dirname)
      .filter((folder) => folder !== dirname(file));
    folders.set(dirname(file), new Set([...(folders.get(dirname(file)) ?? []), ...others]));
  }
  const reachable = (folder: string): Set<string> => {
    const seen = new Set<string>();
    const next = [folder];
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      for (const target of folders.get(at) ?? []) if (seen.size < seen.add(target).size) next.push(target);
    }
    return seen;
  };
  expect([...folders.keys()].filter((folder) => reachable(folder).has(folder))).toEqual([]);
});

/** Code that makes requests to the table: within `lib` and `functions`, only storage's. */
const OF_THE_TABLE = /^lib\/storage\/engine\/(?:client|key|keys|expressions|once)\.ts$/;
const WORDS_OF_THE_TABLE = /ConditionExpression|UpdateExpression|KeyConditionExpression|ConditionFailed|CarriedOut\b/;

test('only storage knows the table’s requests', () => {
  const outside = globSync(['lib/**/*.ts', 'functions/**/*.ts']).filter((file) => !file.startsWith('lib/storage/'));
  const known = outside.filter((file) => {
    const text = readFileSync(file, 'utf8');
    const targets = [...text.matchAll(IMPORT)].map(([, to = '']) => join(dirname(file), to));
    return WORDS_OF_THE_TABLE.test(text) || targets.some((to) => OF_THE_TABLE.test(to));
  });
  expect(outside.length).toBeGreaterThan(300);
  expect(known).toEqual([]);
});

test('no code compares values by their JSON texts, because the table answers the members of a map in any order', () => {
  const comparing = globSync(['lib/**/*.ts', 'functions/**/*.ts', 'infra/**/*.ts'])
    // Places of pages, made and compared in the browser.
    .filter((file) => !file.startsWith('lib/pages/browser/'))
    .filter((file) =>
      /JSON\.stringify\([^\n;]*\)\s*[!=]==|[!=]==\s*JSON\.stringify\(/.test(readFileSync(file, 'utf8')),
    );
  expect(comparing).toEqual([]);
});

test('the rules of envelopes decide without any I/O, which acts and readings alone do', () => {
  const files = globSync('lib/signing/envelopes/{rules,answers}/*.ts');
  const waiting = files.filter((file) => /\bawait\b|\bPromise\b/.test(readFileSync(file, 'utf8')));
  expect(files.length).toBeGreaterThan(20);
  expect(waiting).toEqual([]);
});
