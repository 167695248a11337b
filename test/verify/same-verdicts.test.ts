import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealCertificates } from '../../lib/aws/keys/seal-signer.ts';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, startApi } from '../api.ts';
import { LETTER, pagesOf, stream, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { useSealKey } from '../pdf/tools.ts';
import { digitsOf, formWith, layoutOf, withSeal } from './moved-seals.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const options = { reason: 'For the test', signingTime: new Date('2026-03-04T05:06:07Z') };
const plain = withTable(pagesOf(LETTER));

/** The file with other text in place of the first that matches; as long, unless said. */
const replaced = (bytes: Uint8Array, from: string | RegExp, to: (found: string) => string): Uint8Array => {
  const text = Buffer.from(bytes).toString('latin1');
  return Buffer.from(text.replace(from, to), 'latin1');
};
const withDigits = (bytes: Uint8Array, change: (digits: string) => string): Uint8Array => {
  const [from, to] = digitsOf(bytes);
  const digits = change(Buffer.from(bytes.subarray(from, to)).toString('latin1'));
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(digits, 'latin1'), bytes.subarray(to)]);
};
/** The range's numbers changed, each in the same number of characters. */
const withRange = (bytes: Uint8Array, change: (range: number[]) => number[]): Uint8Array =>
  replaced(bytes, /(?<=\/ByteRange\s*\[)[^\]]*/, (found) =>
    change(found.trim().split(/\s+/).map(Number)).join(' ').padEnd(found.length),
  );

interface Case {
  name: string;
  verdict: string;
  file: (sealed: Uint8Array, other: Uint8Array, foreign: Uint8Array) => Uint8Array;
}

/** All ways to tamper with a seal that tests know, and the verdict of both verifiers. */
const CASES: Case[] = [
  { name: 'untouched', verdict: 'intact', file: (sealed) => sealed },
  { name: 'never sealed', verdict: 'unsealed', file: () => plain },
  { name: 'sealed by another key', verdict: 'foreign', file: (_, __, foreign) => foreign },
  {
    name: 'sealed by another key and changed',
    verdict: 'foreign',
    file: (_, __, foreign) => replaced(foreign, '612 792', () => '612 791'),
  },
  { name: 'a changed page', verdict: 'changed', file: (sealed) => replaced(sealed, '612 792', () => '612 791') },
  { name: 'an emptied seal', verdict: 'unsealed', file: (sealed) => withDigits(sealed, (d) => '0'.repeat(d.length)) },
  { name: 'a seal without digits', verdict: 'unsealed', file: (sealed) => withDigits(sealed, () => '') },
  {
    name: 'a seal of noise',
    verdict: 'unsealed',
    file: (sealed) => withDigits(sealed, (d) => 'ab'.repeat(d.length / 2)),
  },
  {
    name: 'a range without its last byte',
    verdict: 'changed',
    file: (sealed) => withRange(sealed, ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d - 1]),
  },
  {
    name: 'a range that ends with the seal',
    verdict: 'changed',
    file: (sealed) => withRange(sealed, ([a = 0, b = 0, c = 0]) => [a, b, c, 0]),
  },
  {
    name: 'a range that begins later',
    verdict: 'changed',
    file: (sealed) => withRange(sealed, ([, b = 0, c = 0, d = 0]) => [9, b - 9, c, d]),
  },
  {
    name: 'a range that leaves out more',
    verdict: 'changed',
    file: (sealed) => withRange(sealed, ([a = 0, b = 0, c = 0, d = 0]) => [a, b - 9, c, d]),
  },
  {
    name: 'a range of two numbers',
    verdict: 'changed',
    file: (sealed) => withRange(sealed, ([a = 0, b = 0]) => [a, b]),
  },
  {
    name: 'a range beyond the file',
    verdict: 'changed',
    file: (sealed) => withRange(sealed, ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d * 2]),
  },
  {
    name: 'a comment behind it',
    verdict: 'changed',
    file: (sealed) => Buffer.concat([sealed, Buffer.from('% more\n')]),
  },
  { name: 'an update behind it', verdict: 'changed', file: (sealed) => withUpdate(sealed, { 90: '<< >>' }) },
  {
    name: 'a page drawn over',
    verdict: 'changed',
    file: (sealed) => withUpdate(sealed, { 3: stream('0 g 0 0 612 792 re f') }),
  },
  {
    name: 'a latest revision without the form',
    verdict: 'changed',
    file: (sealed) => withUpdate(sealed, formWith(sealed, '')),
  },
  {
    name: 'something in the room of the seal',
    verdict: 'changed',
    file: (sealed) => withDigits(sealed, (d) => `${d.slice(0, -2)}01`),
  },
  { name: 'digits in upper case', verdict: 'changed', file: (sealed) => withDigits(sealed, (d) => d.toUpperCase()) },
  {
    name: 'the seal of another file',
    verdict: 'changed',
    file: (sealed, other) => {
      const [from, to] = digitsOf(other);
      return withDigits(sealed, () => Buffer.from(other.subarray(from, to)).toString('latin1'));
    },
  },
  { name: 'a seal added with its ranges', verdict: 'changed', file: (sealed) => withSeal(plain, sealed, 'same') },
  {
    name: 'a seal added with ranges that fit',
    verdict: 'changed',
    file: (sealed) => withSeal(plain, sealed, 'fitting'),
  },
  {
    name: 'another signature beside it',
    verdict: 'changed',
    file: (sealed, _, foreign) => withSeal(sealed, foreign, 'fitting', 'beside'),
  },
];

test('both verifiers, which share no code, have one verdict on each file', async () => {
  const forgetForeign = await useSealKey();
  const foreign = (await sealPdf(plain, options)).bytes;
  forgetForeign();
  const forget = await useSealKey();
  try {
    const sealed = (await sealPdf(plain, options)).bytes;
    const other = (await sealPdf(withTable(pagesOf(LETTER, LETTER)), options)).bytes;
    expect(layoutOf(sealed).range).toHaveLength(4);
    const [certificate] = await sealCertificates();
    const trust = await trustInText(certificate?.fingerprint256.replaceAll(':', '').toLowerCase() ?? '');
    const said: Record<string, unknown> = {};
    for (const { name, file } of CASES) {
      const bytes = Uint8Array.from(file(sealed, other, foreign));
      const { body } = await api.anyone.verifyDocument({ body: { data: Buffer.from(bytes).toString('base64') } });
      const { files } = await verifyFiles([{ name: 'sealed.pdf', bytes }], trust);
      said[name] = [body.verdict, files[0]?.seal];
    }
    expect(said).toEqual(Object.fromEntries(CASES.map(({ name, verdict }) => [name, [verdict, verdict]])));
  } finally {
    forget();
  }
});
