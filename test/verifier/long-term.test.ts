import { createHash, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealPdf } from '../../lib/pdf/seal.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { LETTER, pagesOf, stream, withStreams, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { useSealKey } from '../pdf/tools.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';

let pki: TestPki;
let forget: () => void;
beforeAll(async () => {
  process.env.ALLOW_LOOPBACK = 'true';
  pki = await startPki();
  forget = await useSealKey('EC');
  process.env.SEAL_CERTIFICATE = await pki.sealCertificate();
  process.env.TSA_URLS = pki.tsa;
});
afterAll(() => {
  delete process.env.ALLOW_LOOPBACK;
  delete process.env.TSA_URLS;
  pki.stop();
  forget();
});

const checks = async (file: Uint8Array) => {
  const root = createHash('sha256').update(new X509Certificate(pki.rootPem).raw).digest('hex');
  const { files } = await verifyFiles([{ name: 'a', bytes: Uint8Array.from(file) }], await trustInText(root));
  return files[0]?.findings.map(({ check }) => check) ?? [];
};

const HOLDS = ['unchanged', 'proofAdded', 'sealerKnown', 'timeOfServer', 'timeOfAuthority', 'timeOfAuthority'];

test.each([
  ['a table', withTable(pagesOf(LETTER))],
  ['streams', withStreams(pagesOf(LETTER))],
])('a long-term seal of a file with %s holds, and nothing but its proof may follow', async (_name, bytes) => {
  const sealed = await sealPdf(bytes, { reason: 'x', signingTime: new Date() });
  expect(sealed.level).toBe('B-LTA');
  expect(await checks(sealed.bytes)).toEqual(HOLDS);
  const shown = withUpdate(sealed.bytes, { 3: stream('0 g 1 1 9 9 re f') });
  expect(await checks(shown)).toContain('addedLater');
  expect(await checks(Buffer.concat([sealed.bytes, Buffer.from('% more\n')]))).toContain('addedLater');
  const text = Buffer.from(sealed.bytes).toString('latin1');
  const unnoticed: number[] = [];
  const end = text.indexOf('%%EOF', text.indexOf('/ETSI.CAdES.detached'));
  for (let step = 1; step < 40; step++) {
    const at = end + 6 + Math.floor((step * (sealed.bytes.length - end - 8)) / 40);
    const changed = Uint8Array.from(sealed.bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    if ((await checks(changed)).join() === HOLDS.join()) unnoticed.push(at);
  }
  // The bytes after the structure in the room of the last time-stamp must be zeros, too.
  expect(unnoticed).toEqual([]);
});
