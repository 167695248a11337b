import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainBase64Json } from '../../lib/people/sessions/tokens.ts';

describe("a token's payload", () => {
  test('can be read by a plain-base64 reader without UTF-8, with any names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (claims) => {
        const segment = Buffer.from(plainBase64Json(claims), 'utf8').toString('base64url');
        expect(segment).not.toMatch(/[-_]/);
        expect(JSON.parse(atob(segment))).toEqual(JSON.parse(JSON.stringify(claims)));
      }),
    );
  });

  test.each(['>>>', '???', '~~~', '\u007f\u007f\u007f', 'Zoë', '漢字', '😀', '\ud800'])(
    'can be read with %j',
    (name) => {
      for (const padding of ['', ' ', '  ']) {
        const segment = Buffer.from(plainBase64Json({ name: padding + name })).toString('base64url');
        expect(segment).not.toMatch(/[-_]/);
        expect(JSON.parse(atob(segment))).toEqual({ name: padding + name });
      }
    },
  );
});
