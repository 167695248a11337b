import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELD_TYPES } from '../../lib/fields/types.ts';
import { LONGEST_TAG, parseTag, type Tag } from '../../lib/signing/pipeline/tag.ts';

/** Texts that a tag can contain: no spaces at the ends, no double ones, no characters of typesetting. */
const words = fc
  .string({
    unit: fc.oneof(fc.constantFrom(...':=|{}\\ #é日'), fc.string({ minLength: 1, maxLength: 1 })),
    maxLength: 25,
  })
  .map((text) =>
    text
      .replace(/[\p{Cc}\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .filter((text) => text !== '');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const points = fc.integer({ min: 1, max: 99_999_000 }).map((thousandths) => thousandths / 1000);

const tags: fc.Arbitrary<Tag> = fc.constantFrom(...FIELD_TYPES).chain((type) => {
  const text = type === 'textbox' || type === 'textarea';
  return fc.record({
    type: fc.constant(type),
    role: maybe(words),
    name: maybe(fc.oneof(words, fc.constantFrom('required', 'Optional', 'READONLY'))),
    required: maybe(fc.boolean()),
    readonly: fc.boolean(),
    multiline: text ? fc.boolean() : fc.constant(false),
    width: maybe(points),
    height: maybe(points),
    label: maybe(words),
    placeholder: maybe(words),
    default: maybe(words),
    group: type === 'radio' ? maybe(words) : fc.constant(null),
    validator: maybe(words),
    options: type === 'dropdown' ? fc.uniqueArray(words, { minLength: 1, maxLength: 4 }) : fc.constant([] as string[]),
  });
});

/** The tag as a document holds it, with braces. */
const printTag = (tag: Tag): string => {
  const said = [
    ...printedName(tag.name),
    ...(tag.required === null ? [] : [tag.required ? 'required' : 'optional']),
    ...(tag.readonly ? ['readonly'] : []),
    ...(tag.multiline ? ['multiline'] : []),
    ...(['width', 'height'] as const).flatMap((key) => (tag[key] === null ? [] : [`${key}=${tag[key]}`])),
    ...(['label', 'placeholder', 'default', 'group', 'validator'] as const).flatMap((key) =>
      tag[key] === null ? [] : [`${key}=${escaped(tag[key])}`],
    ),
    ...(tag.options.length > 0 ? [`options=${tag.options.map(escaped).join('|')}`] : []),
  ];
  const role = tag.role === null && said.length === 0 ? [] : [escaped(tag.role ?? '')];
  return `{{${[tag.type, ...role, ...said].join(':')}}}`;
};

const printedName = (name: string | null): string[] => {
  if (name === null) return [];
  return [
    ['required', 'optional', 'readonly', 'multiline'].includes(name.toLowerCase()) ? `name=${name}` : escaped(name),
  ];
};

const escaped = (text: string): string => text.replace(/[\\:=|{}]/g, '\\$&');

const inner = (printed: string): string => printed.slice(2, -2);

describe('a tag', () => {
  test('that is written and read again is the same, and contains no braces that would end it', () => {
    fc.assert(
      fc.property(tags, (tag) => {
        const printed = inner(printTag(tag));
        fc.pre(printed.length <= LONGEST_TAG);
        expect(printed).not.toContain('{{');
        expect(printed).not.toContain('}}');
        expect(parseTag(printed)).toEqual({ tag });
      }),
    );
  });

  test('is valid or has a problem, for any text', () => {
    const parts = fc.constantFrom('signature', ':', '=', '\\', '|', 'width', 'options', 'name', '12', ' ', 'Buyer');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((some) => some.join('')),
        ),
        (text) => {
          const parsed = parseTag(text);
          if ('problem' in parsed) expect(parsed.problem).not.toBe('');
          else expect(parseTag(inner(printTag(parsed.tag)))).toEqual(parsed);
        },
      ),
    );
  });

  test.each([
    ['signature:Buyer', { type: 'signature', role: 'Buyer' }],
    ['SIGNATURE', { type: 'signature', role: null }],
    ['initials : Buyer', { type: 'initial', role: 'Buyer' }],
    ['signature:\\ Buyer', { role: 'Buyer' }],
    ['signature:Buyer:\\ ', { role: 'Buyer', name: null }],
    ['Text:Buyer:company', { type: 'textbox', name: 'company' }],
    ['textbox:Buyer:company:required:width=200', { name: 'company', required: true, width: 200 }],
    ['textbox:Buyer:required', { name: null, required: true }],
    ['textbox:Buyer:name=required', { name: 'required', required: null }],
    ['textbox::company', { role: null, name: 'company' }],
    ['signature:Landlord\\: main', { role: 'Landlord: main' }],
    ['dropdown:Buyer:colour:options=Red| Green |Blue\\|ish', { options: ['Red', 'Green', 'Blue|ish'] }],
    ['textbox:Buyer:Label=Your\u00a0 name:default=a=b', { label: 'Your name', default: 'a=b' }],
    ['sig\u00adna\u200bture:Buyer', { type: 'signature' }],
  ])('%s says %j', (text, said) => {
    expect(parseTag(text)).toEqual({ tag: expect.objectContaining(said) });
  });

  test.each([
    ['', /no type/],
    ['first_name', /first_name is no type/],
    ['constructor:Buyer', /no type/],
    ['textbox:Buyer:a:b', /b is no flag/],
    ['textbox:Buyer:colour=red', /colour is nothing/],
    ['textbox:Buyer:width=wide', /width must be a number/],
    ['textbox:Buyer:width=0', /width must be a number/],
    ['textbox:Buyer:required:optional', /twice what its required/],
    ['textbox:Buyer:a:name=b', /twice what its name/],
    ['dropdown:Buyer:colour', /needs options/],
    ['dropdown:Buyer:colour:options=a||b', /empty/],
    ['dropdown:Buyer:colour:options=a|a', /twice/],
    ['textbox:Buyer:options=a', /only a dropdown/],
    ['date:Buyer:multiline', /only texts/],
    ['textbox:Buyer:group=a', /only radio/],
    [`textbox:${'x'.repeat(LONGEST_TAG)}`, /at most 500/],
  ])('%s has a problem: %s', (text, problem) => {
    expect(parseTag(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
