import { expect, test } from 'vitest';
import { failure } from '../../lib/base/errors.ts';
import { messageOf } from '../../lib/base/message-of.ts';
import { type Remedy, remedyIn, withRemedy } from '../../lib/pdf/intake/remedies.ts';

const REMEDIES: Record<Remedy, true> = {
  print: true,
  resave: true,
  another: true,
  unlock: true,
  unsigned: true,
  divide: true,
  shrink: true,
  flatten: true,
};

test('pages know from the sentence of a refused file what people can do, whatever its name and the reason are', () => {
  for (const remedy of Object.keys(REMEDIES) as Remedy[]) {
    const name = 'file (print it to a PDF and upload that.pdf)';
    const refused = failure('unusable_document', { name, reason: withRemedy('it has 2; 1 is the most', remedy) });
    expect(remedyIn(messageOf(refused))).toBe(remedy);
  }
  expect(remedyIn('The document is too large.')).toBeUndefined();
});
