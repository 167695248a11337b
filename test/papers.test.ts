import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { MESSAGES } from '../lib/base/error-messages.ts';
import type { FailureCode } from '../lib/base/errors.ts';
import { statusOfCode } from '../lib/http/error-statuses.ts';

const papers = globSync('**/*.md', { exclude: (name) => name === 'node_modules' || name.startsWith('.') });

/** Targets of links to files, without their anchors. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);

test('every link in the documents has a target', () => {
  expect(papers.length).toBeGreaterThan(10);
  const broken = papers.flatMap((paper) =>
    linksOf(readFileSync(paper, 'utf8'))
      .filter((target) => !existsSync(join(dirname(paper), target)))
      .map((target) => `${paper}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('files that the documents name exist, by their whole path or its end', () => {
  const real = globSync('{.ci,clients,docs,functions,infra,lib,test}/**/*.{ts,tsx,md}').map((file) => `/${file}`);
  const missing = papers.flatMap((paper) =>
    [...readFileSync(paper, 'utf8').matchAll(/`([\w.-]+\/[\w./-]+\.(?:tsx?|md))`/g)]
      .map(([, file = '']) => file)
      .filter((file) => !real.some((one) => one.endsWith(`/${file}`)))
      .map((file) => `${paper}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test('files that comments in the sources name exist', () => {
  const sources = globSync(['{.ci,functions,infra,lib,test}/**/*.{ts,tsx}', 'clients/*/src/*.ts']);
  const named = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*(?:\/?\*|\/\/).*$/gm)].flatMap(([comment]) =>
      [...comment.matchAll(/`((?:lib|functions|infra|test|docs)\/[\w./-]+\.(?:tsx?|md|json))`/g)].map(
        ([, target = '']) => ({
          file,
          target,
        }),
      ),
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ target }) => !existsSync(target))).toEqual([]);
});

/** Names from elsewhere: an attribute of RFC 3161, a method that a generator makes for clients. */
const FROM_ELSEWHERE = ['signatureTimeStampToken', 'getEnvelopeDocumentRaw'];

test('functions and settings that the documents name are in the sources', () => {
  const sources = globSync(['{functions,infra,lib,test}/**/*.{ts,tsx}', 'clients/*/src/*.ts']).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const texts = [...sources, readFileSync('openapi.json', 'utf8')];
  const words = new Set([...FROM_ELSEWHERE, ...texts.flatMap((text) => text.match(/\w+/g) ?? [])]);
  const unknown = papers
    .filter((paper) => paper !== 'CHANGELOG.md')
    .flatMap((paper) =>
      [...readFileSync(paper, 'utf8').matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !words.has(name))
        .map((name) => `${paper}: ${name}`),
    );
  expect(unknown).toEqual([]);
});

test('no table of the documents has ditto marks, which say something else once a row is put between', () => {
  expect(papers.filter((paper) => /\|\s*[〃″]/.test(readFileSync(paper, 'utf8')))).toEqual([]);
});

test('a status that the documents give a failure is the one that it has', () => {
  const stated = papers
    .filter((paper) => paper !== 'CHANGELOG.md')
    .flatMap((paper) =>
      [...readFileSync(paper, 'utf8').matchAll(/\b(4\d\d|50[0-4])\b(?:[^\d\n|]|\bRFC \d+)*?[`"](\w+)[`"]/g)]
        .filter(([, , code = '']) => Object.hasOwn(MESSAGES, code))
        .map(([, status, code]) => ({ paper, status: Number(status), code: code as FailureCode })),
    );
  expect(stated.length).toBeGreaterThanOrEqual(5);
  expect(stated.filter(({ status, code }) => statusOfCode(code) !== status)).toEqual([]);
});

test('the README has at most 200 lines, to be read in five minutes', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(201);
});

test('the description of the interface cites no document that its reader does not have', () => {
  expect(readFileSync('openapi.json', 'utf8')).not.toMatch(/\bspecification \d|wire notes/i);
});

test('no comment begins with a question word: it says first what a thing is or does', () => {
  const sources = globSync(['{.ci,functions,infra,lib,test}/**/*.{ts,tsx}', 'clients/*/src/*.ts']);
  const riddles = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:^|\s)\/(?:\*\*?|\/) (?:What|Whether|Who|Whom|Whose|How)\b.*/g)].map(
      ([comment]) => `${file}: ${comment.trim()}`,
    ),
  );
  expect(sources.length).toBeGreaterThan(1000);
  expect(riddles).toEqual([]);
});

test('no line of a comment is longer than 120 characters', () => {
  const long = globSync(['{.ci,functions,infra,lib,test}/**/*.{ts,tsx}', 'clients/*/src/*.ts']).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.length > 120 && /^\s*(?:\/\/ (?!biome-)|\/\*\* |\* )/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(long).toEqual([]);
});
