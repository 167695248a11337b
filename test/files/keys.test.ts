import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileKeys, UPLOADS } from '../../lib/aws/files/file-keys.ts';

test('every key of a kept file starts with its organization', () => {
  const keys = [
    fileKeys.templateDocument('org', 't', 'd'),
    fileKeys.templatePage('org', 't', 'd', 'tagged', 1, 2),
    fileKeys.envelopeDocument('org', 'e', 'd'),
    fileKeys.sealedDocument('org', 'e', 'd', 'f00d'),
    fileKeys.filledDocument('org', 'e', 'd', 'v1'),
    fileKeys.envelopePage('org', 'e', 'd', 'filled', 1, 'v', 'text'),
    fileKeys.combined('org', 'e', 'v'),
    fileKeys.attachment('org', 'e', 'field', 'a'),
    fileKeys.signature('org', 'p', 's'),
    fileKeys.initial('org', 'p', 's'),
    fileKeys.logo('org', 'b', 'full', 'l'),
  ];
  expect(keys.every((key) => key.startsWith('org/'))).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});

test('uploads have a prefix of their own, because they expire by prefix', () => {
  expect(fileKeys.upload('org', 'u')).toBe(`${UPLOADS}org/u`);
  expect(fileKeys.organization('org').startsWith(UPLOADS)).toBe(false);
});

test('no field name leaves its folder or collides with another', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.constantFrom('..', '.', '/', '../../x', 'a/b'),
  );
  fc.assert(
    fc.property(name, name, (one, other) => {
      const key = fileKeys.attachment('org', 'e', one, 'id');
      expect(key.split('/')).toHaveLength(6);
      expect(key.split('/')).not.toContain('..');
      expect(new URL(`https://bucket.example/${key}`).pathname).toBe(`/${key}`);
      expect(key === fileKeys.attachment('org', 'e', other, 'id')).toBe(one === other);
    }),
  );
});

test('an empty part is refused', () => {
  expect(() => fileKeys.upload('org', '')).toThrow();
  expect(() => fileKeys.upload('', 'id')).toThrow();
});
