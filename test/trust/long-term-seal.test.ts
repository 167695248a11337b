import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advanceClock, DAY, HOUR, now } from '../../lib/base/clock.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { comparePages } from '../../lib/pdf/pdfium/compare.ts';
import { inspectLevel, isOnlyArchived } from '../../lib/pdf/seal/inspect-level.ts';
import { openSealed } from '../../lib/pdf/seal/open-sealed.ts';
import { readSignatures } from '../../lib/pdf/seal/read-signatures.ts';
import { renewSeal } from '../../lib/pdf/seal/renew-seal.ts';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import { readStore } from '../../lib/pdf/seal/security-store.ts';
import { forgetRests, requestStamp } from '../../lib/pdf/trust/authority.ts';
import { forgetAnswers } from '../../lib/pdf/trust/network.ts';
import { trustInPlatform } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { LETTER, pagesOf, stream, withStreams, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { qpdfCheck, useSealKey } from '../pdf/tools.ts';
import { type Fault, startPki, type TestPki, type TokenFault } from './test-pki.ts';

const table = withTable(pagesOf(LETTER, LETTER));
const seal = (bytes: Uint8Array = table) => sealPdf(bytes, { reason: 'For the test', signingTime: now() });

const HOLDS = ['unchanged', 'proofAdded', 'sealerKnown', 'timeOfServer'];

/** The certificate that the authority stamps with now. */
const authorityNow = async (): Promise<Uint8Array[]> => [
  (await requestStamp([pki.tsa], new Uint8Array(32))).signer.der,
];

let pki: TestPki;
let forget: () => void;
let certificate: string;
let selfSigned: string;
let advanced = 0;
const advance = (milliseconds: number): void => {
  advanced += milliseconds;
  advanceClock(milliseconds);
};
beforeAll(async () => {
  process.env.ALLOW_LOOPBACK = 'true';
  pki = await startPki();
  forget = await useSealKey('EC');
  selfSigned = process.env.SEAL_CERTIFICATE ?? '';
  certificate = await pki.sealCertificate();
});
beforeEach(() => {
  process.env.SEAL_CERTIFICATE = certificate;
  process.env.TSA_URLS = pki.tsa;
});
afterEach(async () => {
  advance(-advanced);
  await pki.renewAuthorities();
  pki.faults.clear();
  pki.revoked.clear();
  pki.tokenFault = {};
  pki.holds = { from: -1, until: 7 };
  pki.asked.length = 0;
  forgetAnswers();
  forgetRests();
  delete process.env.TSA_URLS;
});
afterAll(() => {
  delete process.env.ALLOW_LOOPBACK;
  pki.stop();
  forget();
});

const begins = (whole: Uint8Array, beginning: Uint8Array): boolean =>
  Buffer.compare(whole.subarray(0, beginning.length), beginning) === 0;

/** The level of the seal by the file alone. */
const inspect = async (bytes: Uint8Array) => {
  const signatures = await readSignatures(bytes);
  const stamps = signatures.filter(({ kind }) => kind === 'timestamp');
  const [first] = signatures;
  if (!first) throw new Error('There is no seal');
  const { level, timestamps } = await inspectLevel(bytes, first, stamps);
  return { level, stamps: timestamps.length, onlyArchived: await isOnlyArchived(bytes, first, stamps) };
};

const partsOf = async (bytes: Uint8Array) => {
  const { certificates = [], ocsps = [], crls = [] } = readStore(await openSealed(bytes)) ?? {};
  return { certificates: certificates.map((der) => new X509Certificate(der).subject), ocsps, crls };
};

describe('with an authority, a CA’s certificate and its revocation data', () => {
  test.each([
    ['a cross-reference table', table],
    ['cross-reference streams', withStreams(pagesOf(LETTER))],
    ['an update before', withUpdate(table, { 3: stream('0 g 1 1 9 9 re f') })],
  ])('a file with %s is sealed at B-LTA, by revisions that only append and change no page', async (_name, bytes) => {
    const sealed = await seal(bytes);
    expect(sealed).toMatchObject({ level: 'B-LTA', reason: null, detail: null, sha256: sha256(sealed.bytes) });
    expect(begins(sealed.bytes, bytes)).toBe(true);
    expect(qpdfCheck(sealed.bytes)).toContain('No syntax or stream encoding errors found');
    expect(await comparePages(bytes, sealed.bytes, { unhurried: true })).toEqual([]);
    expect(await inspect(sealed.bytes)).toEqual({ level: 'B-LTA', stamps: 1, onlyArchived: true });
    const { certificates, ocsps, crls } = await partsOf(sealed.bytes);
    expect(certificates.sort()).toEqual(
      ['CN=Test CA', 'CN=Test responder', 'CN=Test root', 'CN=Test seal', 'CN=Test time'].sort(),
    );
    expect([ocsps.length, crls.length]).toEqual([2, 1]);
  });

  test('two documents ask once for revocation data, and the authority gets a hash alone', async () => {
    await seal();
    await seal();
    const count = (path: string) => pki.asked.filter((one) => one === path).length;
    expect([count('/ocsp'), count('/root.crl'), count('/root.cer'), count('/tsa')]).toEqual([2, 1, 1, 4]);
    advance(2 * HOUR);
    await seal();
    expect(count('/ocsp')).toBe(4);
  });

  test('any other addition, and any changed byte behind the seal, is not taken for an archive', async () => {
    const { bytes } = await seal();
    const [first] = await readSignatures(bytes);
    const onlyArchived = async (changed: Uint8Array): Promise<boolean> => {
      const stamps = (await readSignatures(changed)).filter(({ kind }) => kind === 'timestamp');
      return first ? isOnlyArchived(changed, first, stamps).catch(() => false) : true;
    };
    expect(await onlyArchived(bytes)).toBe(true);
    const end = first?.end ?? 0;
    for (const at of [end + 4, end + 700, Math.floor((end + bytes.length) / 2), bytes.length - 40, bytes.length - 8]) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      expect(await onlyArchived(changed), `at ${at}`).toBe(false);
    }
    expect(await onlyArchived(withUpdate(bytes, { 3: stream('0 g 1 1 9 9 re f') }))).toBe(false);
    expect(await onlyArchived(Buffer.concat([bytes, Buffer.from('% more\n')]))).toBe(false);
  });
});

/** Serves a redirect to an address that only this machine's cloud knows. */
const toMetadata: Fault = (_request, response) =>
  response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();

describe('revocation data', () => {
  test('comes from a CRL where OCSP gives none', async () => {
    for (const fault of [503, Buffer.from('garbage'), Buffer.from('30030a0103', 'hex')]) {
      pki.faults.set('/ocsp', fault);
      const sealed = await seal();
      expect(sealed.level).toBe('B-LTA');
      expect((await partsOf(sealed.bytes)).ocsps).toEqual([]);
      forgetAnswers();
    }
  });

  test.each<[string, () => void, string, RegExp]>([
    ['that is garbage', () => pki.faults.set('/sub.crl', Buffer.from('garbage')), 'no_revocation_answer', /no CRL/],
    ['of 10 MB', () => pki.faults.set('/sub.crl', Buffer.alloc(10 * 1024 * 1024)), 'no_revocation_answer', /larger/],
    [
      'that leads to a private address',
      () => pki.faults.set('/sub.crl', toMetadata),
      'no_revocation_answer',
      /private/,
    ],
    ['that isn’t there', () => pki.faults.set('/sub.crl', 404), 'no_revocation_answer', /status 404/],
    ['that has expired', () => Object.assign(pki.holds, { until: -0.5 }), 'no_revocation_answer', /expired/],
    ['of the future', () => Object.assign(pki.holds, { from: 1 }), 'no_revocation_answer', /later time/],
    ['that names the CA', () => pki.revoked.add(pki.serialOf('sub')), 'revoked', /Test CA is revoked/],
  ])(
    '%s is none: the seal is B-T, says why, and is tried again if that may help',
    async (_name, spoil, reason, detail) => {
      pki.faults.set('/ocsp', 503);
      spoil();
      const sealed = await seal();
      expect(sealed).toMatchObject({ level: reason === 'revoked' ? 'B-B' : 'B-T' });
      expect(sealed.detail).toMatch(detail);
      if (reason !== 'revoked') expect(sealed.reason).toBe(reason);
      expect(sealed.renewAt).not.toBeNull();
      expect(qpdfCheck(sealed.bytes)).toContain('No syntax');
    },
  );

  test('says that the seal’s own certificate is revoked: B-T, for good', async () => {
    const [leaf = ''] = certificate.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/) ?? [];
    pki.revoked.add(new X509Certificate(leaf).serialNumber.toLowerCase());
    expect(await seal()).toMatchObject({ level: 'B-T', reason: 'revoked', renewAt: null });
  });

  test('of an answer by a stranger is none', async () => {
    const other = await startPki();
    pki.faults.set('/sub.crl', 404);
    // The answer of another infrastructure about its own certificate.
    process.env.SEAL_CERTIFICATE = await other.sealCertificate();
    const { bytes } = await seal();
    const [foreign] = (await partsOf(bytes)).ocsps;
    other.stop();
    process.env.SEAL_CERTIFICATE = certificate;
    pki.faults.set('/ocsp', Buffer.from(foreign ?? new Uint8Array(9)));
    forgetAnswers();
    const sealed = await seal();
    expect(sealed).toMatchObject({ level: 'B-T', reason: 'no_revocation_answer' });
  });

  test('that no certificate offers leaves the seal at B-T for good', async () => {
    process.env.SEAL_CERTIFICATE = selfSigned;
    expect(await seal()).toMatchObject({
      level: 'B-T',
      reason: 'no_revocation_data',
      detail: expect.stringContaining('signed its own certificate'),
      renewAt: null,
    });
    process.env.SEAL_CERTIFICATE = await pki.sealCertificate({ ocsp: false, crl: false });
    expect(await seal()).toMatchObject({ level: 'B-T', reason: 'no_revocation_data', renewAt: null });
  });

  test('at a private address is never asked for', async () => {
    process.env.SEAL_CERTIFICATE = await pki.sealCertificate({ ocsp: false, crlUrl: 'http://10.0.0.1/sub.crl' });
    expect(await seal()).toMatchObject({ level: 'B-T', detail: expect.stringContaining('private or reserved') });
  });
});

describe('authorities', () => {
  test('are tried in turn, and the first valid answer counts', async () => {
    const spoil: [string, () => Promise<void> | void][] = [
      ['status 503', () => void pki.faults.set('/tsa', 503)],
      ['no time-stamp', () => void pki.faults.set('/tsa', Buffer.from('garbage'))],
      ['refused', () => void pki.faults.set('/tsa', Buffer.from('30053003020102', 'hex'))],
      ['revoked', () => void pki.revoked.add(pki.serialOf('tsa'))],
    ];
    process.env.TSA_URLS = `${pki.tsa},${pki.tsa2}`;
    for (const [, fault] of spoil) {
      await fault();
      const { level, bytes } = await seal();
      expect(level).toBe('B-LTA');
      expect((await partsOf(bytes)).certificates).toContain('CN=Other time');
      pki.faults.clear();
      pki.revoked.clear();
      forgetAnswers();
      forgetRests();
    }
  });

  const later = (days: number): Date => new Date(now().getTime() + days * DAY);

  test.each<[string, RegExp, () => TokenFault | Promise<TokenFault>]>([
    ['for another hash', /something else/, () => ({ digest: Buffer.alloc(32) })],
    ['with another nonce', /another request/, () => ({ nonce: 4711n })],
    ['of another time', /its clock says/, () => ({ time: later(1) })],
    ['by a certificate that has expired', /has expired/, () => ({ time: later(400) })],
    ['by a certificate for something else', /not for time-stamps/, async () => ({ signer: await pki.notForTime() })],
  ])('whose time-stamp is %s make none: the seal is B-B and says so', async (_name, detail, fault) => {
    pki.tokenFault = await fault();
    const sealed = await seal();
    expect(sealed).toMatchObject({ level: 'B-B', reason: 'no_answer', detail: expect.stringMatching(detail) });
    expect(sealed.renewAt).not.toBeNull();
    expect(await inspect(sealed.bytes)).toMatchObject({ level: 'B-B', stamps: 0 });
  });

  test('that don’t answer are left out for a minute, so that an outage delays no further document', async () => {
    pki.faults.set('/tsa', 503);
    await seal();
    await seal();
    expect(pki.asked.filter((path) => path === '/tsa')).toHaveLength(1);
    pki.faults.clear();
    advance(61_000);
    expect((await seal()).level).toBe('B-LTA');
  });

  test('that fail between the seal and its archive leave it at B-LT', async () => {
    let answers = 0;
    const { tsa } = pki;
    pki.faults.set('/tsa2', 503);
    process.env.TSA_URLS = tsa;
    const stop = pki.afterAnswer('/tsa', () => {
      answers += 1;
      if (answers === 1) pki.faults.set('/tsa', 503);
    });
    const sealed = await seal();
    stop();
    expect(sealed).toMatchObject({ level: 'B-LT', reason: 'no_answer' });
    expect(await inspect(sealed.bytes)).toEqual({ level: 'B-LT', stamps: 0, onlyArchived: true });
    pki.faults.clear();
    forgetRests();
    const raised = await renewSeal(sealed.bytes, 'B-LT');
    expect(raised).toMatchObject({ level: 'B-LTA', reason: null });
    expect(begins(raised.bytes, sealed.bytes)).toBe(true);
  });

  test('without any the seal is B-B, as it is without a time', async () => {
    delete process.env.TSA_URLS;
    expect(await seal()).toMatchObject({ level: 'B-B', reason: 'no_authority', renewAt: null });
    expect(pki.asked).toEqual([]);
  });
});

describe('a renewal', () => {
  test('appends validation data of the last time-stamp and a new one, again and again', async () => {
    let { bytes, renewAt } = await seal();
    // As `/.well-known/countersign.json` collects them.
    const authorities = await authorityNow();
    for (const stamps of [2, 3]) {
      advance(new Date(renewAt ?? 0).getTime() - now().getTime());
      await pki.renewAuthorities({ days: 365 });
      authorities.push(...(await authorityNow()));
      const renewed = await renewSeal(bytes, 'B-LTA');
      expect(renewed).toMatchObject({ level: 'B-LTA', reason: null, sha256: sha256(renewed.bytes) });
      expect(begins(renewed.bytes, bytes)).toBe(true);
      expect(qpdfCheck(renewed.bytes)).toContain('No syntax');
      expect(await inspect(renewed.bytes)).toEqual({ level: 'B-LTA', stamps, onlyArchived: true });
      expect(new Date(renewed.renewAt ?? 0).getTime()).toBeGreaterThan(now().getTime() + 200 * DAY);
      ({ bytes, renewAt } = renewed);
    }
    expect(await comparePages(table, bytes, { unhurried: true })).toEqual([]);
    const [own = ''] = certificate.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
    const platform = {
      seal_certificates: [{ pem: own, sha256: sha256(new X509Certificate(own).raw) }],
      time_stamp_certificates: authorities.map((raw) => ({ sha256: sha256(raw) })),
    };
    const file = { name: 'a', bytes: Uint8Array.from(bytes) };
    const { files } = await verifyFiles([file], await trustInPlatform(platform));
    const times = Array(4).fill('timeOfAuthority');
    expect(files[0]?.findings.map(({ check }) => check)).toEqual([...HOLDS, ...times, ...Array(4).fill('notRevoked')]);
    const { files: less } = await verifyFiles(
      [file],
      await trustInPlatform({ ...platform, time_stamp_certificates: platform.time_stamp_certificates.slice(0, 1) }),
    );
    expect(less[0]?.findings.map(({ check }) => check)).toContain('timeOfUnknown');
  });

  test('is due 90 days before the authority’s certificate ends, or after half of a shorter time', async () => {
    const days = ({ renewAt }: { renewAt: string | null }) =>
      Math.round((new Date(renewAt ?? 0).getTime() - now().getTime()) / DAY);
    expect(days(await seal())).toBe(275);
    await pki.renewAuthorities({ days: 60 });
    expect(days(await seal())).toBe(30);
  });

  test('waits for authorities and revocation data, and appends nothing meanwhile', async () => {
    const { bytes } = await seal();
    advance(280 * DAY);
    pki.faults.set('/tsa', 503);
    expect(await renewSeal(bytes, 'B-LTA')).toMatchObject({ bytes, sha256: null, level: 'B-LTA', reason: 'no_answer' });
    pki.faults.clear();
    forgetRests();
    forgetAnswers();
    pki.faults.set('/ocsp', 503).set('/sub.crl', 503);
    expect(await renewSeal(bytes, 'B-LTA')).toMatchObject({ sha256: null, reason: 'no_revocation_answer' });
    pki.faults.clear();
    forgetAnswers();
    pki.revoked.add(pki.serialOf('tsa'));
    expect(await renewSeal(bytes, 'B-LTA')).toMatchObject({
      sha256: null,
      reason: 'revoked',
      renewAt: expect.any(String),
    });
    pki.revoked.clear();
    forgetAnswers();
    // A week before the end a time-stamp without new revocation data is better than none.
    advance(80 * DAY);
    pki.faults.clear();
    await pki.renewAuthorities();
    pki.faults.set('/sub.crl', 503);
    expect(await renewSeal(bytes, 'B-LTA')).toMatchObject({ level: 'B-LTA', reason: null });
    delete process.env.TSA_URLS;
    expect(await renewSeal(bytes, 'B-LTA')).toMatchObject({ sha256: null, reason: 'no_authority' });
  });

  test('raises a seal that was made without a time, or without revocation data', async () => {
    pki.faults.set('/tsa', 503);
    const timeless = await seal();
    pki.faults.clear();
    forgetRests();
    pki.faults.set('/ocsp', 503).set('/sub.crl', 503);
    const unproven = await seal();
    expect([timeless.level, unproven.level]).toEqual(['B-B', 'B-T']);
    // Only the time can be had for now.
    const timed = await renewSeal(timeless.bytes, 'B-B');
    expect(timed).toMatchObject({ level: 'B-T', reason: 'no_revocation_answer' });
    pki.faults.clear();
    forgetAnswers();
    for (const [bytes, level] of [
      [timeless.bytes, 'B-B'],
      [unproven.bytes, 'B-T'],
      [timed.bytes, 'B-T'],
    ] as const) {
      const raised = await renewSeal(bytes, level);
      expect(raised).toMatchObject({ level: 'B-LTA', reason: null });
      expect(begins(raised.bytes, bytes)).toBe(true);
      expect(await inspect(raised.bytes)).toMatchObject({ level: 'B-LTA', onlyArchived: true });
    }
  });
});
