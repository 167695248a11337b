import { expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { withoutNullAlternatives } from '../../lib/http/nullable.ts';
import { openApiDocument } from '../../lib/http/openapi.ts';

const text = { type: 'string', maxLength: 9 };

const rewritten: [string, object[], object][] = [
  ['a text or null', [text, { type: 'null' }], { type: ['string', 'null'], maxLength: 9 }],
  [
    'empty, a text or null',
    [{ type: 'string', const: '' }, text, { type: 'null' }],
    { type: ['string', 'null'], maxLength: 9 },
  ],
  [
    'one of a list or null',
    [{ type: 'string', enum: ['a'] }, { type: 'null' }],
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'a text, a number or null',
    [text, { type: 'number' }, { type: 'null' }],
    { anyOf: [text, { type: ['number', 'null'] }] },
  ],
  ['a record or null', [{ $ref: '#/x' }, { type: 'null' }], { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }],
  ['empty or null', [{ type: 'string', const: '' }, { type: 'null' }], { type: ['string', 'null'], enum: ['', null] }],
  [
    'alternatives in alternatives',
    [{ anyOf: [text, { type: 'null' }] }, { type: 'number' }],
    { anyOf: [{ type: ['string', 'null'], maxLength: 9 }, { type: 'number' }] },
  ],
];

test.each(rewritten)('%s is said in the way that generators of clients read', (_, anyOf, said) => {
  expect(withoutNullAlternatives({ properties: { one: { anyOf, description: 'D' } } })).toEqual({
    properties: { one: { ...said, description: 'D' } },
  });
});

test('the description has null as an alternative beside records alone', () => {
  const document = openApiDocument(operations.map(({ contract }) => contract));
  const alternatives = [...JSON.stringify(document).matchAll(/"anyOf":\[((?:\{[^{}]*\},?)+)\]/g)].map(
    ([, all = '']) => all,
  );
  expect(alternatives.length).toBeGreaterThan(0);
  for (const all of alternatives) if (all.includes('{"type":"null"}')) expect(all).toContain('$ref');
});
