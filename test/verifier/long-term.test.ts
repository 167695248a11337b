import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { advanceClock, DAY, now } from '../../lib/base/clock.ts';
import { appendDocumentTimestamp } from '../../lib/pdf/seal/document-timestamp.ts';
import { inspectLevel } from '../../lib/pdf/seal/inspect-level.ts';
import { readSeal } from '../../lib/pdf/seal/read-seal.ts';
import { readSignatures } from '../../lib/pdf/seal/read-signatures.ts';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import { appendStore } from '../../lib/pdf/seal/security-store.ts';
import { forgetAnswers } from '../../lib/pdf/trust/network.ts';
import { ocspRequest } from '../../lib/pdf/trust/revocation.ts';
import { type Cert, readCert } from '../../lib/pdf/trust/x509-certificate.ts';
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

const SEALED = ['sealerKnown', 'timeOfServer', 'timeOfAuthority'];
const HOLDS = ['unchanged', 'proofAdded', ...SEALED, 'timeOfAuthority', 'notRevoked', 'notRevoked'];

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
  // Nothing covers the issuer's certificate in the last time-stamp, and the store holds it, too.
  const { chain } = await pki.signerCertificate(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey);
  const issuer = Buffer.from(chain[0] ?? []).toString('hex');
  const copy = text.lastIndexOf(issuer);
  expect(copy).toBeGreaterThan(end);
  for (let step = 1; step < 40; step++) {
    const at = end + 6 + Math.floor((step * (sealed.bytes.length - end - 8)) / 40);
    const changed = Uint8Array.from(sealed.bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const isCopy = at >= copy && at < copy + issuer.length;
    if (!isCopy && (await checks(changed)).join() === HOLDS.join()) unnoticed.push(at);
  }
  // The bytes after the structure in the room of the last time-stamp must be zeros, too.
  expect(unnoticed).toEqual([]);
});

describe('what issuers say in the file about the certificates', () => {
  /** A seal with a time and no further proof, its signature, and what the authority's servers say now. */
  let plain: Uint8Array;
  let contents: Uint8Array;
  let sealer: Cert;
  let authority: Cert;
  let issuer: Cert;
  let root: Cert;
  let stranger: TestPki;
  beforeAll(async () => {
    for (const path of ['/ocsp', '/sub.crl', '/root.crl']) pki.faults.set(path, 500);
    forgetAnswers();
    const made = await sealPdf(withTable(pagesOf(LETTER)), { reason: 'x', signingTime: now() });
    expect(made.level).toBe('B-T');
    pki.faults.clear();
    plain = made.bytes;
    const [signature] = await readSignatures(plain);
    contents = signature?.contents ?? new Uint8Array();
    const parts = await readSeal(contents);
    const cas = await Promise.all(['sub', 'root'].map(async (name) => readCert(await answer(`/${name}.cer`))));
    [sealer, authority, issuer, root] = [parts.signer, parts.token?.signer, ...cas] as [Cert, Cert, Cert, Cert];
    stranger = await startPki();
  });
  afterEach(() => {
    pki.revoked.clear();
    pki.holds = { from: -1, until: 7 };
  });
  afterAll(() => stranger.stop());

  const answer = async (path: string, body?: Uint8Array, from = pki): Promise<Uint8Array> => {
    const init = body ? { method: 'POST', body: Uint8Array.from(body) } : {};
    return new Uint8Array(await (await fetch(`${from.url}${path}`, init)).arrayBuffer());
  };
  const ocspOf = async (cert: Cert, from = pki) => answer('/ocsp', await ocspRequest(cert, issuer), from);
  const storing = async (ocsps: Uint8Array[], crls: Uint8Array[], file = plain) =>
    appendStore(file, { certificates: [issuer.der, root.der], ocsps, crls }, contents);
  const good = async () => [await ocspOf(sealer), await ocspOf(authority)];
  const lists = async () => [await answer('/root.crl')];
  const serialOf = ({ parsed }: Cert): string =>
    Buffer.from(parsed.serialNumber.valueBlock.valueHexView).toString('hex');
  /** Findings about certificates. */
  const said = async (file: Uint8Array) =>
    (await checks(file)).filter((check) => check === 'notRevoked' || /^revo/.test(check));

  /** Level and revocation by the platform's own check. */
  const inspected = async (file: Uint8Array) => {
    const [seal, ...stamps] = await readSignatures(file);
    const { level, revocation } = await inspectLevel(file, seal ?? expect.fail(), stamps);
    return [level, revocation.state, revocation.detail];
  };

  test('is said by the platform, too', async () => {
    const [proof, root] = [await good(), await lists()];
    expect(await inspected(plain)).toEqual(['B-T', 'none', null]);
    expect(await inspected(await storing(proof, root))).toEqual(['B-LT', 'good', null]);
    const foreign = [await ocspOf(sealer, stranger), await ocspOf(authority)];
    expect(await inspected(await storing(foreign, root))).toEqual([
      'B-T',
      'unproven',
      expect.stringContaining('the OCSP response is not signed in the name of the issuer'),
    ]);
    pki.revoked.add(serialOf(sealer));
    const both = await storing([...proof, await ocspOf(sealer)], root);
    expect(await inspected(both)).toEqual(['B-T', 'revoked', 'the certificate of CN=Test seal is revoked']);
    const list = await storing([await ocspOf(authority)], [...root, await answer('/sub.crl')]);
    expect((await inspected(list))[1]).toBe('revoked');
    advanceClock(3 * DAY);
    const later = await storing(await good(), await lists());
    advanceClock(-3 * DAY);
    expect(await inspected(later)).toEqual(['B-LT', 'good', null]);
  });

  test('is good by OCSP and by lists', async () => {
    expect(await said(plain)).toEqual([]);
    expect(await said(await storing(await good(), await lists()))).toEqual(['notRevoked', 'notRevoked']);
    const both = [...(await lists()), await answer('/sub.crl')];
    expect(await said(await storing([], both))).toEqual(['notRevoked', 'notRevoked']);
  });

  test.each(['the seal’s', 'its issuer’s', 'the authority’s'])('is that %s is revoked', async (whose) => {
    const cert = { 'the seal’s': sealer, 'its issuer’s': issuer }[whose] ?? authority;
    const before = await good();
    pki.revoked.add(serialOf(cert));
    // Good words of the same issuer beside it change nothing.
    const withOthers = await storing([...before, ...(await good())], await lists());
    expect(await said(withOthers)).toContain('revoked');
    if (cert === sealer) expect(await said(await storing([], [await answer('/sub.crl')]))).toContain('revoked');
  });

  test('is a revocation after the time that an authority states', async () => {
    pki.revoked.add(serialOf(sealer));
    advanceClock(3 * DAY);
    const later = await storing(await good(), await lists());
    advanceClock(-3 * DAY);
    expect(await said(later)).toEqual(['notRevoked', 'revokedLater', 'notRevoked']);
  });

  test('proves nothing if it is missing, of another certificate, by a stranger, damaged, or of another time', async () => {
    const unproven = ['revocationUnproven', 'notRevoked'];
    const [about, time] = [await ocspOf(sealer), await ocspOf(authority)];
    expect(await said(await storing([time], await lists()))).toEqual(unproven);
    expect(await said(await storing([about, time], []))).toEqual(['revocationUnproven', 'revocationUnproven']);
    const foreign = await ocspOf(sealer, stranger);
    expect(await said(await storing([foreign, time], await lists()))).toEqual([...unproven, 'revocationOther']);
    const foreignList = await answer('/sub.crl', undefined, stranger);
    const beside = [...(await lists()), foreignList];
    expect(await said(await storing([about, time], beside))).toEqual(['notRevoked', 'notRevoked', 'revocationOther']);
    for (const damaged of [
      about.with(-1, (about.at(-1) ?? 0) ^ 1),
      about.subarray(9),
      Uint8Array.of(0x30, 3, 10, 1, 6),
    ]) {
      expect(await said(await storing([damaged, time], await lists()))).toEqual([...unproven, 'revocationOther']);
    }
    pki.holds = { from: -9, until: -2 };
    expect(await said(await storing([await ocspOf(sealer), time], await lists()))).toEqual([
      'revocationUnproven',
      'revocationUnproven',
    ]);
  });

  test('is of no use if it was made after the time-stamp over it', async () => {
    pki.holds = { from: 2, until: 9 };
    const stored = await storing(await good(), await lists());
    expect(await said(stored)).toEqual(['notRevoked', 'notRevoked']);
    pki.holds = { from: -1, until: 7 };
    const { bytes } = await appendDocumentTimestamp(stored, [pki.tsa]);
    expect(await said(bytes)).toEqual(['revocationUnproven', 'revocationUnproven']);
  });
});
