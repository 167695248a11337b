import { expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { MESSAGES } from '../../lib/base/error-messages.ts';
import { ERROR_CATALOGUE } from '../../lib/http/error-catalogue.ts';
import { splitRoute } from '../../lib/http/route.ts';

const codes = ERROR_CATALOGUE.map(({ code }) => code);

test('every error that can be answered is in the catalogue of the reference, once', () => {
  expect(codes.toSorted()).toEqual(Object.keys(MESSAGES).sort());
});

test('each entry says in sentences what the error means and what to do, and repeats no message', () => {
  for (const { code, message, meaning, remedy } of ERROR_CATALOGUE) {
    for (const text of [meaning, remedy]) expect(text, code).toMatch(/^[A-Z`].{9,}\.$/);
    expect(meaning, code).not.toBe(message);
    expect(remedy, code).not.toBe(meaning);
  }
});

test('the operations that a remedy names exist', () => {
  const shapeOf = (path: string) => path.replace(/\{\w+\+?\}/g, '{}');
  const routes = operations.map(({ contract }) => splitRoute(contract.route));
  const named = ERROR_CATALOGUE.flatMap(({ meaning, remedy }) => [
    ...`${meaning} ${remedy}`.matchAll(/`(GET|POST|PUT|PATCH|DELETE) ([/…][^`]*)`/g),
  ]);
  expect(named.length).toBeGreaterThan(5);
  for (const [whole, method, path = ''] of named) {
    const found = routes.some(
      (route) => route.method === method && shapeOf(route.path).endsWith(shapeOf(path.replace('…', ''))),
    );
    expect(found, whole).toBe(true);
  }
});
