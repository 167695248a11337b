import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { isRecorded } from '../../lib/aws/files/kinds.ts';
import { newId } from '../../lib/base/ids.ts';
import { filesOfEveryKind, kindsOf } from './every-kind.ts';

test('every key fits the pattern of its own kind of file, and no other', () => {
  for (const [kind, keys] of Object.entries(filesOfEveryKind(newId()))) {
    for (const key of keys) expect(kindsOf(key), key).toEqual([kind]);
  }
});

test('documents of record, signed and sealed documents, and attachments have a recorded hash, and no other file has', () => {
  const recorded = Object.values(filesOfEveryKind(newId())).flat().filter(isRecorded);
  expect([...new Set(recorded.flatMap(kindsOf))].sort()).toEqual(RECORDED);
  expect(recorded.some((key) => key.endsWith('/uploaded.pdf'))).toBe(false);
  expect(isRecorded(fileKeys.attachment(newId(), newId(), 'pages/filled-', newId()))).toBe(true);
});

const RECORDED = ['attachment', 'envelopeDocument', 'sealedDocument', 'signedDocument', 'templateDocument'];

test('no name that a field is given makes an attachment another kind of file', () => {
  const part = fc.constantFrom('pages/', 'sealed-', 'filled-', 'original.pdf', '/', '..', `${newId()}/`, 'x');
  const name = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.array(part, { minLength: 1 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(name, (field) => {
      expect(kindsOf(fileKeys.attachment(newId(), newId(), field, newId()))).toEqual(['attachment']);
    }),
  );
});
