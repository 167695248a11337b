import { expect, test } from 'vitest';
import { plainAlternatives } from '../../lib/http/alternatives.ts';

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
    { anyOf: [text, { type: 'number' }, { type: 'null' }] },
  ],
  ['a record or null', [{ $ref: '#/x' }, { type: 'null' }], { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }],
  [
    'a record of its own or null',
    [{ type: 'object', properties: { one: text } }, { type: 'null' }],
    { anyOf: [{ type: 'object', properties: { one: text } }, { type: 'null' }] },
  ],
  ['empty or null', [{ type: 'string', const: '' }, { type: 'null' }], { type: ['string', 'null'], enum: ['', null] }],
  [
    'alternatives in alternatives',
    [{ anyOf: [text, { type: 'null' }] }, { type: 'number' }],
    { anyOf: [text, { type: 'number' }, { type: 'null' }] },
  ],
  [
    'a date or a time',
    [
      { type: 'string', format: 'date', pattern: '^D$' },
      { type: 'string', format: 'date-time', pattern: '^T$' },
    ],
    { type: 'string', pattern: '^(?:D|T)$' },
  ],
  [
    'a date, a time or null',
    [{ type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }, { type: 'null' }],
    { type: ['string', 'null'] },
  ],
  [
    'false or null',
    [{ type: 'boolean', const: false }, { type: 'null' }],
    { type: ['boolean', 'null'], not: { const: true } },
  ],
];

test.each(rewritten)('%s is said in the way that generators of clients read', (_, anyOf, said) => {
  expect(plainAlternatives({ properties: { one: { anyOf, description: 'D' } } })).toEqual({
    properties: { one: { ...said, description: 'D' } },
  });
});

test('a constant boolean is one that is not the other', () => {
  expect(plainAlternatives({ type: 'boolean', const: true })).toEqual({ type: 'boolean', not: { const: false } });
  expect(plainAlternatives({ type: 'string', const: 'OK' })).toEqual({ type: 'string', const: 'OK' });
});

test('a record whose names are a list has members of these names, and no others', () => {
  const propertyNames = { type: 'string', enum: ['a', 'b'] };
  const number = { type: 'integer' };
  const closed = { type: 'object', propertyNames, additionalProperties: number };
  const members = { type: 'object', propertyNames, properties: { a: number, b: number } };
  expect(plainAlternatives(closed)).toEqual(members);
  const open = { type: 'object', propertyNames: { type: 'string', format: 'uuid' }, additionalProperties: number };
  expect(plainAlternatives(open)).toEqual(open);
});

test('a discriminator is left out, as the constants of the alternatives say the same', () => {
  const oneOf = [{ $ref: '#/x' }, { $ref: '#/y' }];
  expect(plainAlternatives({ oneOf, discriminator: { propertyName: 'kind' } })).toEqual({ oneOf });
});

test('a known format needs no pattern', () => {
  const email = { type: 'string', format: 'email' };
  expect(plainAlternatives([{ ...email, pattern: '@' }])).toEqual([email]);
  // A record may have members of these names.
  const properties = { format: { type: 'string' }, pattern: { type: 'string' } };
  expect(plainAlternatives({ properties })).toEqual({ properties });
});
