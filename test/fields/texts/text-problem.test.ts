import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { match, PATTERN_BOUNDS, readPattern } from '../../../lib/fields/texts/pattern.ts';
import { limitsFault } from '../../../lib/fields/texts/text-limits.ts';
import { sentenceOf, textProblem } from '../../../lib/fields/texts/text-problem.ts';

const patternOf = (source: string) => {
  const read = readPattern(source);
  if ('problem' in read) throw new Error(`${source} ${read.problem}`);
  return read.pattern;
};

/** Patterns of the subset, with what makes others explode: repetitions within each other, and alike alternatives. */
const { source: sources } = fc.letrec<{ source: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', 'é', '😀', '.', '\\d', '\\w', '\\p{L}', '[ab]', '[^a]', '[\\]a-c]', '\\.', '\\u0061'),
    tie('source').map((source) => `(${source})`),
    tie('source').map((source) => `(?:${source})`),
  ),
  source: fc
    .array(
      fc
        .tuple(tie('piece'), fc.constantFrom('', '*', '+', '?', '{2}', '{0,3}', '{1,}', '*?', '|', '|a'))
        .map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join('')),
}));

/** Short ones: the language's own regular expressions take twice as long for each character more. */
const texts = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', 'é', '😀', ']'), maxLength: 6 });

describe('own patterns', () => {
  test('match what the language’s own regular expressions match', () => {
    fc.assert(
      fc.property(sources, texts, (source, text) => {
        const read = readPattern(source);
        fc.pre('pattern' in read);
        if (!('pattern' in read)) return;
        expect(match(read.pattern, text).matches, source).toBe(new RegExp(`^(?:${source})$`, 'u').test(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('look at each state at most once for each character, whatever the pattern and the text', () => {
    fc.assert(
      fc.property(
        sources,
        fc.integer({ min: 0, max: 10_000 }),
        fc.constantFrom('a', 'ab', 'b😀'),
        (source, count, unit) => {
          const read = readPattern(source);
          fc.pre('pattern' in read);
          if (!('pattern' in read)) return;
          const text = [...unit.repeat(count)].slice(0, 500);
          const { steps } = match(read.pattern, text.join(''));
          expect(read.pattern.states.length).toBeLessThanOrEqual(2 * PATTERN_BOUNDS.parts + 2);
          expect(steps).toBeLessThanOrEqual(read.pattern.states.length * (text.length + 1));
        },
      ),
    );
  });

  test.each(['(a+)+b', '(a|a)*b', '(a|aa)+b', '(.*)*x', 'a*a*a*a*b', '(\\w+\\s?)*!', '((a{0,9}){0,9}){0,9}b'])(
    '%s, which explodes elsewhere, takes time in proportion to the longest text',
    (source) => {
      const pattern = patternOf(source);
      const { matches, steps } = match(pattern, 'a'.repeat(10_000));
      expect(matches).toBe(false);
      expect(steps).toBeLessThanOrEqual(pattern.states.length * 10_001);
    },
  );

  test.each([
    ['(a)\\1', /references/, 'part'],
    ['a(?=b)', /groups/, 'part'],
    ['(?<!a)b', /groups/, 'part'],
    ['(?<name>a)', /groups/, 'part'],
    ['\\bword', /\\b/, 'part'],
    ['a^b', /\^/, 'part'],
    ['a$b', /\$/, 'part'],
    ['a{101}', /at most 100 times/, 'repeats'],
    ['(a{100}){100}', /too large/, 'large'],
    ['((((((){100}){100}){100}){100}){100}){100}', /too large/, 'large'],
    ['(', /no regular expression/, 'syntax'],
    ['a**', /no regular expression/, 'syntax'],
    ['[z-a]', /no regular expression/, 'syntax'],
    ['\\p{Nothing}', /no regular expression/, 'syntax'],
    ['', /1 to 200/, 'length'],
    ['a'.repeat(201), /1 to 200/, 'length'],
  ])('%s is refused', (source, problem, fault) => {
    expect(readPattern(source)).toEqual({ fault, problem: expect.stringMatching(problem) });
  });

  test('have to match the whole text, with or without ^ and $', () => {
    for (const source of ['[A-Z]{2}\\d{4}', '^[A-Z]{2}\\d{4}$', '^[A-Z]{2}\\d{4}']) {
      const of = (text: string) => match(patternOf(source), text).matches;
      expect([of('AB1234'), of('AB12345'), of('xAB1234'), of('')]).toEqual([true, false, false, false]);
    }
  });
});

const problem = (settings: Record<string, unknown>, text: string, validator: string | null = null) =>
  textProblem({ validator, settings }, text);

describe('a text', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', null],
    ['de89370400440532013000', null],
    ['GB29NWBK60161331926819', null],
    ['DE89 3704 0044 0532 0130 01', { fault: 'form', validator: 'iban' }],
    ['DE8937040044053201300', { fault: 'form', validator: 'iban' }],
    ['XX89370400440532013000', { fault: 'form', validator: 'iban' }],
  ])('that is an IBAN has a country’s length and its check digits: %s', (text, expected) => {
    expect(problem({}, text, 'iban')).toEqual(expected);
  });

  test.each([
    ['1234.5', null],
    ['1.234,50', null],
    ['10', null],
    ['9.99', { fault: 'below', bound: '10' }],
    ['5000.01', { fault: 'above', bound: '5000' }],
    ['12.345678', { fault: 'decimals', count: 2 }],
    ['1.234', { fault: 'number' }],
    ['many', { fault: 'number' }],
    ['1e3', { fault: 'number' }],
    ['', null],
  ])('that is a number is read as rules read it, within its bounds: %s', (text, expected) => {
    const number = { min: 10, max: '5000', decimals: 2, unit: 'EUR' };
    expect(problem({ number }, text)).toEqual(expected);
    expect(problem({ number }, text, 'number')).toEqual(expected);
  });

  test('has its bounds in characters, not in halves of them', () => {
    const settings = { min_length: 2, max_length: 3 };
    expect(['😀', '😀😀', '😀😀😀', '😀😀😀😀'].map((text) => problem(settings, text)?.fault)).toEqual([
      'short',
      undefined,
      undefined,
      'long',
    ]);
  });

  test('that a formula computed is read as formulas write it', () => {
    const computed = { rules: { value: { sum: ['1.234'] } }, number: { max: 1 } };
    expect(problem(computed, '1.234')).toEqual({ fault: 'above', bound: '1' });
  });

  test('is refused in the sender’s words, too, set apart', () => {
    const field = { validator: null, settings: { pattern: 'M\\d+', validator_message: 'Your number of membership' } };
    const found = textProblem(field, 'x');
    expect(found && sentenceOf(found, field)).toBe(
      'must match the pattern M\\d+; the sender says: “Your number of membership”',
    );
  });
});

test.each([
  [{ min_length: -1 }, 'min_length'],
  [{ min_length: 1.5 }, 'min_length'],
  [{ min_length: 10, max_length: 5 }, 'min_length'],
  [{ pattern: 5 }, 'pattern'],
  [{ pattern: 'a\u200bb' }, 'pattern'],
  [{ pattern: '(a)\\1' }, 'pattern'],
  [{ number: 5 }, 'number'],
  [{ number: { min: 'many' } }, 'number.min'],
  [{ number: { max: 1e300 } }, 'number.max'],
  [{ number: { min: 2, max: 1 } }, 'number.min'],
  [{ number: { decimals: 21 } }, 'number.decimals'],
  [{ number: { unit: 'E\u202eUR' } }, 'number.unit'],
  [{ number: { unit: 'x'.repeat(21) } }, 'number.unit'],
  [{ validator_message: 'x'.repeat(201) }, 'validator_message'],
  [{ validator_message: 'a\u200bb' }, 'validator_message'],
  [{ validator_message: ' ' }, 'validator_message'],
])('settings %j have a fault at %s', (settings, member) => {
  expect(limitsFault(settings)?.member).toBe(member);
});

test('settings that are null, or that only clients know, have no fault', () => {
  const own = { min_length: null, pattern: null, number: null, validator_message: null, max_length: 'any', other: [] };
  expect(limitsFault(own)).toBeUndefined();
});
