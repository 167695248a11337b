import { createHash, generateKeyPairSync, type X509Certificate } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealCertificates } from '../../lib/aws/keys/seal-signer.ts';
import { sealPdf } from '../../lib/pdf/seal/seal.ts';
import type { Bytes } from '../../lib/verifier/bytes.ts';
import { type Check, FINDINGS } from '../../lib/verifier/findings.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { type GivenFile, verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { LETTER, pagesOf, withTable, withUpdate } from '../pdf/make-pdf.ts';
import { useSealKey } from '../pdf/tools.ts';
import { ok, pdf, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { startPki } from '../trust/test-pki.ts';
import { digitsOf, formWith, withSeal } from '../verify/moved-seals.ts';
import { makeLog } from './log-proofs.ts';

const bytesOf = (data: Uint8Array | string | object): Bytes =>
  Uint8Array.from(
    data instanceof Uint8Array ? data : Buffer.from(typeof data === 'string' ? data : JSON.stringify(data), 'utf8'),
  );
const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

interface Trail {
  envelope_id: string;
  head: string;
  events: { event: string; hash: string; previous_hash: string; sequence: number; created_at: string; data: object }[];
  documents: { id: string; type: string }[];
  recipients: object[];
}

/** Files that a party holds of one envelope. */
interface Kept {
  trail: Trail;
  sealed: Uint8Array;
  certificate: Uint8Array;
}

let api: Api;
let owner: Person;
let ours: Kept;
let theirs: Kept;
let certified: X509Certificate;
let fingerprint: string;
const original = Buffer.from(pdf(), 'base64');

const signedEnvelope = async (): Promise<Kept> => {
  const sent = await sendEnvelope(api, owner, [
    recipient('Tenant', 1),
    recipient('Landlord', 1),
    recipient('Copy', 2, { type: 'cc' }),
  ]);
  await sign(api, sent, 'Tenant');
  await sign(api, sent, 'Landlord');
  await api.settle();
  const trail: Trail = ok(await api.as(owner).getEnvelopeAudit({ path: { envelope_id: sent.id } }));
  const [sealed, certificate] = await Promise.all(
    ['attachment', 'certificate'].map(async (wanted) => {
      const path = { document_id: String(trail.documents.find(({ type }) => type === wanted)?.id) };
      return (await api.as(owner).getEnvelopeDocument({ path, query: { type: 'file' } })).bytes;
    }),
  );
  if (!sealed || !certificate) throw new Error('There are not both files');
  return { trail, sealed, certificate };
};

beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  ours = await signedEnvelope();
  theirs = await signedEnvelope();
  const [seal] = await sealCertificates();
  certified = seal as X509Certificate;
  fingerprint = sha256(certified.raw);
});
afterAll(() => api.stop());

const given = (files: Record<string, Uint8Array | object>): GivenFile[] =>
  Object.entries(files).map(([name, data]) => ({ name, bytes: bytesOf(data) }));

/** Verdict and names of all findings, by file. */
const verified = async (files: Record<string, Uint8Array | object>, ...trusted: string[]) => {
  const trust = await trustInText([fingerprint, ...trusted].join('\n'));
  const report = await verifyFiles(given(files), trust);
  const found = report.files.map(({ name, findings }) => [name, findings.map(({ check }) => check)]);
  return { verdict: report.verdict, found: Object.fromEntries(found) as Record<string, Check[]>, report };
};

/** Findings that are no good news, whatever the file. */
const complaints = (found: Record<string, Check[]>): Check[] =>
  Object.values(found)
    .flat()
    .filter((check) => FINDINGS[check] === 'fails' || FINDINGS[check] === 'unsure');

const whole = ({ trail, sealed, certificate }: Kept) => ({
  'signed.pdf': sealed,
  'certificate.pdf': certificate,
  'audit.json': trail,
});

/** The trail with events made anew, each hash right: what whoever keeps the table could write. */
const rewritten = (trail: Trail, events: Trail['events']): Trail => {
  let previous = '0'.repeat(64);
  const chained = events.map(({ hash: _, ...event }, index) => {
    const open = { ...event, sequence: index + 1, previous_hash: previous };
    previous = createHash('sha256')
      .update(String(canonicalize(open)))
      .digest('hex');
    return { ...open, hash: previous };
  });
  return { ...trail, events: chained, head: previous };
};

/** For each value within a record: the record with another one there, and the value's place. */
function* editsOf(record: object, path = ''): Generator<{ path: string; edited: object }> {
  for (const [name, value] of Object.entries(record)) {
    const place = `${path}/${name}`;
    const put = (other: unknown) =>
      Array.isArray(record) ? record.with(Number(name), other) : { ...record, [name]: other };
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      for (const inner of editsOf(value, place)) yield { path: inner.path, edited: put(inner.edited) };
    } else yield { path: place, edited: put(anotherThan(value)) };
  }
}

const anotherThan = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value}x` : 'x';
};

describe('the verifier', () => {
  test('imports nothing but itself and the rules between fields: no code is shared with what makes seals and chains', () => {
    const files = globSync('lib/verifier/**/*.ts');
    expect(files.length).toBeGreaterThan(10);
    const imports = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => to),
    );
    expect(imports.filter((to) => !/^(\.|\.\.\/fields\/rules)\/[a-z0-9-]+\.ts$/.test(to))).toEqual([]);
    // The rules bring nothing else with them but types.
    const ofRules = ['results', 'read-rules', 'rulebook', 'rule', 'evaluate', 'numbers', 'dates'].flatMap((name) =>
      [...readFileSync(`lib/fields/rules/${name}.ts`, 'utf8').matchAll(/^import (?!type\b)[^;']*'([^']+)'/gm)].map(
        ([, to]) => to,
      ),
    );
    expect([...new Set(ofRules)].filter((to) => !/^\.\/[a-z-]+\.ts$/.test(to ?? '')).sort()).toEqual([
      '../visible.ts',
      'big.js',
    ]);
  });

  test('says what holds of all files of an envelope, in any order, and of each alone', async () => {
    const files = { ...whole(ours), 'sent.pdf': original };
    const { verdict, found } = await verified(files);
    expect(found).toEqual({
      'signed.pdf': [
        'unchanged',
        'sealerKnown',
        'timeOfServer',
        'namedInTrail',
        'namedInTrail',
        'recordHolds',
        'sentUnchanged',
      ],
      'certificate.pdf': [
        'unchanged',
        'sealerKnown',
        'timeOfServer',
        'chainHolds',
        'namedInTrail',
        'certificateCovers',
      ],
      'audit.json': ['chainHolds', 'signedAs', 'signedAs'],
      'sent.pdf': ['originalHolds'],
    });
    expect(verdict).toBe('holds');
    const backwards = await verified(Object.fromEntries(Object.entries(files).reverse()));
    expect(backwards.verdict).toBe('holds');
    for (const [name, checks] of Object.entries(found)) {
      expect(backwards.found[name]?.toSorted()).toEqual(checks.toSorted());
    }
    expect((await verified({ a: ours.sealed })).found.a).toEqual(['unchanged', 'sealerKnown', 'timeOfServer']);
    const alone = await verified({ a: ours.certificate });
    expect(alone.found.a).toEqual(['unchanged', 'sealerKnown', 'timeOfServer', 'chainHolds', 'signedAs', 'signedAs']);
    expect(await verified({ a: ours.trail })).toMatchObject({
      verdict: 'unsure',
      found: { a: ['chainHolds', 'signedAs', 'signedAs', 'trailAlone'] },
    });
    expect(await verified({ a: original })).toMatchObject({ verdict: 'fails', found: { a: ['noSeal'] } });
    expect((await verified({ a: original, b: ours.sealed })).found.a).toEqual(['originalHolds']);
  });

  test('trusts nobody by itself: by fingerprint, by a certificate, or by what the platform says of itself', async () => {
    const files = given({ a: ours.sealed });
    const checks = async (more: Record<string, Uint8Array | object>, trusted = '') =>
      (await verifyFiles([...files, ...given(more)], await trustInText(trusted))).files[0]?.findings[1]?.check;
    const pem = certified.toString();
    const colons = fingerprint.toUpperCase().match(/../g)?.join(':');
    expect(await checks({})).toBe('sealerUnknown');
    expect(await checks({}, '00'.repeat(32))).toBe('sealerOther');
    expect(await checks({}, fingerprint)).toBe('sealerKnown');
    expect(await checks({}, `SHA-256: ${colons}`)).toBe('sealerKnown');
    expect(await checks({ 'seal.pem': Buffer.from(pem) })).toBe('sealerKnown');
    expect(await checks({ 'countersign.json': { seal_certificates: [{ sha256: fingerprint }] } })).toBe('sealerKnown');
    // An issuer in the platform's list may issue anybody's certificates.
    const issuer = { ...(await api.anyone.getPublishedEvidence()).body.seal_certificates[0], sha256: '00'.repeat(32) };
    expect(
      (await verifyFiles([...files, ...given({ p: { seal_certificates: [issuer] } })])).files[1]?.findings[0]?.check,
    ).toBe('unread');
    await expect(trustInText(`log.example.com+00000000+${'A'.repeat(44)}`)).rejects.toThrow('hash of another');
  });
});

describe('it reports', () => {
  test('a change of any byte: of the document, of the seal, of the room around it', async () => {
    const [from, to] = digitsOf(ours.sealed);
    const used = Buffer.from(ours.sealed.subarray(from, to)).toString('latin1').replace(/0+$/, '').length;
    const places = [
      ...Array.from({ length: 60 }, (_, step) => Math.floor((step * ours.sealed.length) / 60)),
      ...Array.from({ length: 200 }, (_, step) => from + Math.floor((step * used) / 200)),
      from - 1,
      from + used,
      from + used + 1,
      to - 1,
      to,
    ];
    const unnoticed: number[] = [];
    for (const at of places) {
      const changed = Uint8Array.from(ours.sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      if (complaints((await verified({ a: changed })).found).length === 0) unnoticed.push(at);
    }
    expect(unnoticed).toEqual([]);
    const upper = Buffer.from(ours.sealed);
    upper.write(upper.toString('latin1', from, to).toUpperCase(), from, 'latin1');
    expect((await verified({ a: upper })).found.a).toContain('roomUsed');
  });

  test('whatever was appended, but for proof of validity', async () => {
    const { sealed } = ours;
    const page = /(\d+) 0 obj\s*<<[^>]*\/Type \/Page\b/.exec(Buffer.from(sealed).toString('latin1'))?.[1] ?? '';
    const catalog = (more: string) => {
      const text = Buffer.from(sealed).toString('latin1');
      const at = text.lastIndexOf('/Type /Catalog');
      const inner = text.slice(at, text.indexOf('\nendobj', at));
      return { 1: `<< ${inner.slice(0, inner.lastIndexOf('>>'))} ${more} >>` };
    };
    const revisions: Record<string, [Uint8Array, Check]> = {
      'a comment': [Buffer.concat([sealed, Buffer.from('% more\n')]), 'addedLater'],
      'a line end': [Buffer.concat([sealed, Buffer.from('\n')]), 'addedLater'],
      'an unused object': [Buffer.concat([sealed, Buffer.from('90 0 obj\n<< >>\nendobj\n')]), 'addedLater'],
      'another page': [withUpdate(sealed, { [page]: `<< /Type /Page /Parent 2 0 R ${LETTER} >>` }), 'addedLater'],
      'another tree of pages': [withUpdate(sealed, { 2: '<< /Type /Pages /Kids [] /Count 0 >>' }), 'addedLater'],
      'no form': [withUpdate(sealed, formWith(sealed, '')), 'addedLater'],
      'another seal': [withSeal(sealed, theirs.sealed, 'same', 'beside'), 'addedLater'],
      'an action': [withUpdate(sealed, catalog('/OpenAction << /S /JavaScript /JS (x) >>')), 'addedLater'],
      'a second content between': [
        withUpdate(Buffer.concat([sealed, Buffer.from('3 0 obj\n<< >>\nendobj\n')]), catalog('/DSS << /Certs [] >>')),
        'addedLater',
      ],
      'a store of certificates': [
        withUpdate(sealed, { ...catalog('/DSS 90 0 R'), 90: '<< /Certs [] >>' }),
        'proofAdded',
      ],
      'a file that ends early': [sealed.subarray(0, sealed.length - 40), 'noSeal'],
    };
    for (const [what, [file, check]] of Object.entries(revisions)) {
      const { found } = await verified({ a: file });
      expect(found.a, what).toContain(check);
      expect(found.a?.includes('unchanged'), what).toBe(check === 'proofAdded');
    }
    // Proof that was added later doesn't make it another file for the trail.
    const kept = revisions['a store of certificates']?.[0] ?? sealed;
    expect((await verified({ ...whole(ours), 'signed.pdf': kept })).found['signed.pdf']).toContain('recordHolds');
  });

  test('an object that a later revision makes up where the sealed file refers to none', async () => {
    const gap = { ...pagesOf(`${LETTER} /Annots [95 0 R]`) };
    const { bytes } = await sealPdf(withTable(gap), { reason: 'x', signingTime: new Date() });
    expect((await verified({ a: bytes })).verdict).toBe('holds');
    const filled = withUpdate(bytes, { 95: '<< /Type /Annot /Subtype /FreeText /Rect [0 0 600 700] >>' });
    expect((await verified({ a: filled })).found.a).toContain('addedLater');
  });

  test('a seal that another certificate made, and one that was moved from another file', async () => {
    const [key, certificate] = [process.env.SEAL_KEY, process.env.SEAL_CERTIFICATE];
    const forget = await useSealKey('EC');
    const { bytes } = await sealPdf(original, { reason: 'x', signingTime: new Date() });
    forget();
    Object.assign(process.env, { SEAL_KEY: key, SEAL_CERTIFICATE: certificate });
    expect((await verified({ a: bytes })).found.a).toEqual(['unchanged', 'sealerOther', 'timeOfServer']);
    expect((await verifyFiles(given({ a: bytes }))).verdict).toBe('unsure');
    const [from, to] = digitsOf(ours.sealed);
    const moved = Buffer.from(ours.sealed);
    moved.write(Buffer.from(theirs.sealed.subarray(...digitsOf(theirs.sealed))).toString('latin1'), from, 'latin1');
    expect(moved.subarray(to).equals(Buffer.from(ours.sealed.subarray(to)))).toBe(true);
    expect((await verified({ a: moved })).found.a).toEqual(['changed']);
  });

  test('an event that was changed, dropped, moved or cut off, and a chain that was written anew', async () => {
    const { trail, certificate } = ours;
    const { events } = trail;
    const swapped = events.toSpliced(2, 2, ...events.slice(2, 4).reverse());
    const changed = structuredClone(events);
    Object.assign(changed[3] as object, { created_at: '2020-01-01T00:00:00.000Z' });
    for (const [other, check] of [
      [changed, 'chainBroken'],
      [events.toSpliced(4, 1), 'chainBroken'],
      [events.slice(1), 'chainBroken'],
      [swapped, 'chainBroken'],
      [events.slice(0, -1), 'chainCut'],
      [[], 'chainCut'],
    ] as const) {
      const { found, verdict } = await verified({ ...whole(ours), 'audit.json': { ...trail, events: other } });
      expect(found['audit.json']?.[0]).toBe(check);
      expect(verdict).toBe('fails');
    }
    for (const anew of [
      rewritten(trail, changed),
      rewritten(trail, events.toSpliced(4, 1)),
      rewritten(trail, swapped),
    ]) {
      expect((await verified({ a: anew })).found.a).toContain('trailAlone');
      const { found } = await verified({ a: anew, b: certificate });
      expect(found.a).toContain('certificateOther');
      expect(found.b).toContain('certificateOther');
    }
    const shorter = rewritten(trail, events.slice(0, 5));
    expect((await verified({ a: shorter, b: certificate })).found.a).toContain('certificateOther');
    const listed = { ...trail, documents: trail.documents.map((one) => ({ ...one, sha256: '0'.repeat(64) })) };
    expect((await verified({ a: listed, b: certificate })).found.a).toContain('listedOther');
  });

  test('any edit of what a trail states beside its events, where the certificate lies beside it', async () => {
    const { trail, certificate } = ours;
    expect((await verified({ a: trail, b: certificate })).verdict).toBe('holds');
    const { events: _, ...stated } = trail;
    const unnoticed: string[] = [];
    for (const { path, edited } of editsOf(stated)) {
      const { verdict } = await verified({ a: { ...trail, ...edited }, b: certificate });
      if (verdict === 'holds') unnoticed.push(path);
    }
    expect(unnoticed).toEqual([]);
    const changes: [object, string][] = [
      [{ recipients: trail.recipients.slice(1) }, 'recipients'],
      [{ recipients: [...trail.recipients, ...trail.recipients] }, 'recipients'],
      [{ documents: trail.documents.slice(1) }, 'documents'],
    ];
    for (const [change, what] of changes) {
      const { report } = await verified({ a: { ...trail, ...change }, b: certificate });
      const found = report.files[0]?.findings.filter(({ check }) => check === 'listedOther');
      expect(found?.map(({ values }) => values.what)).toContain(what);
    }
  });

  test('a signing that binds something else than what stands', async () => {
    const events = structuredClone(ours.trail.events);
    const signed = events.findIndex(({ event }) => event === 'recipient:signed');
    const { data } = events[signed] as { data: { values: { sha256: string }[]; documents: { sha256: string }[] } };
    const was = structuredClone(data);
    for (const change of [
      () => Object.assign(data.values[0] as object, { sha256: '0'.repeat(64) }),
      () => Object.assign(data.documents[0] as object, { sha256: '0'.repeat(64) }),
      () => data.values.splice(0),
    ]) {
      change();
      expect((await verified({ a: rewritten(ours.trail, events) })).found.a).toContain('boundOther');
      Object.assign(data, structuredClone(was));
    }
    expect((await verified({ a: rewritten(ours.trail, events) })).found.a).not.toContain('boundOther');
  });

  test('files of two envelopes that were mixed', async () => {
    const document = await verified({ ...whole(ours), 'signed.pdf': theirs.sealed });
    expect(document.found['signed.pdf']).toContain('notInTrail');
    expect(document.verdict).toBe('fails');
    const certificate = await verified({ ...whole(ours), 'certificate.pdf': theirs.certificate });
    expect(certificate.found['certificate.pdf']).toContain('certificateOther');
    expect(certificate.found['audit.json']).toContain('certificateOther');
    const trail = await verified({ ...whole(ours), 'audit.json': theirs.trail });
    expect(trail.found['audit.json']).toContain('certificateOther');
    const withoutTrail = await verified({ a: ours.sealed, b: theirs.certificate });
    expect(withoutTrail.found.a).toContain('notInTrail');
    const both = await verified({
      ...whole(ours),
      ...Object.fromEntries(Object.entries(whole(theirs)).map(([name, file]) => [`other ${name}`, file])),
    });
    expect(both.verdict).toBe('holds');
    expect((await verified({ a: ours.sealed, b: Buffer.from('neither') })).found.b).toEqual(['originalOther']);
  });

  test('a proof of another file, by another log, or of another state', async () => {
    const origin = 'sign.example.com/v2/log';
    const sealedHash = sha256(ours.sealed);
    const head = String(ours.trail.events.find(({ event }) => event === 'envelope:sealed')?.hash);
    const fillers = ['1', '2', '3', '4'].map((digit) => [1, digit.repeat(64)] as const);
    const log = makeLog(origin, [...fillers, [1, sealedHash], [2, head], [3, ours.trail.head], [4, sealedHash]]);
    const other = makeLog(origin, [[1, sealedHash]]);
    const files = { 'signed.pdf': ours.sealed, 'audit.json': ours.trail };
    const checks = async (proof: object, ...keys: string[]) =>
      (await verified({ ...files, 'proof.json': proof }, ...keys)).found['proof.json'];

    expect(await checks(log.proof(4), log.key)).toEqual(['logHolds']);
    expect(await verified({ ...files, p: log.proof(5) }, log.key)).toMatchObject({ verdict: 'holds' });
    expect(await checks(log.proof(6), log.key)).toEqual(['logDeleted']);
    expect(await checks(log.proof(7), log.key)).toEqual(['logDeleted']);
    const ofDeleted = log.proof(4, { deleted: log.proof(7) });
    expect(await checks(ofDeleted, log.key)).toEqual(['logHolds', 'logDeleted']);
    expect((await verified({ 'signed.pdf': ours.sealed, p: ofDeleted }, log.key)).found.p).toEqual([
      'logHolds',
      'logDeleted',
    ]);
    expect(await checks(log.proof(4, { deleted: log.proof(7, { index: 6 }) }), log.key)).toEqual([
      'logHolds',
      'logBroken',
    ]);
    expect(await checks(log.proof(4))).toEqual(['logKeyUnknown']);
    expect(await checks(log.proof(1), log.key)).toEqual(['logOther']);
    expect(await checks(log.proof(4), other.key)).toEqual(['logKeyOther']);
    expect(
      await checks(log.proof(4, { checkpoint: log.note(generateKeyPairSync('ed25519').privateKey) }), log.key),
    ).toEqual(['logKeyOther']);
    expect(await checks(log.proof(4, { checkpoint: other.note() }), log.key)).toEqual(['logBroken']);
    expect(await checks(log.proof(4, { index: 5 }), log.key)).toEqual(['logBroken']);
    expect(await checks(log.proof(4, { path: log.proof(3).path }), log.key)).toEqual(['logBroken']);
    expect(await checks(log.proof(4, { path: [] }), log.key)).toEqual(['logBroken']);
    expect(await checks(log.proof(4, { time_stamp: 'AAAA' }), log.key)).toEqual(['logHolds', 'timeBad']);
    expect(await checks(log.proof(4, { path: 'x' }), log.key)).toEqual(['unread']);
    const platform = { seal_certificates: [], log: { origin, public_key: log.key } };
    expect((await verified({ ...files, 'proof.json': log.proof(4), p: platform })).found['proof.json']).toEqual([
      'logHolds',
    ]);
  });

  test('nothing wrong with what the platform says of itself and of its log', async () => {
    const event = String(ours.trail.events.find(({ event }) => event === 'envelope:sealed')?.hash);
    const proofOf = (hash: string) => api.anyone.getLogProof({ query: { sha256: hash } });
    await api.settle();
    const { body: proof } = await proofOf(sha256(ours.sealed));
    const { body: chained } = await proofOf(event);
    const { body: platform } = await api.anyone.getPublishedEvidence();
    const files = given({ a: ours.sealed, b: ours.trail, c: proof, d: chained, e: platform });
    const { verdict, files: found } = await verifyFiles(files);
    expect(found.map(({ findings }) => findings.at(-1)?.check)).toEqual([
      'sentUnchanged',
      'signedAs',
      'logHolds',
      'logHolds',
      'trustGiven',
    ]);
    expect(verdict).toBe('holds');
  });

  test('an authority’s time counts once its certificate is trusted, and no byte of its time-stamp can be changed unnoticed', async () => {
    const time = new Date(certified.validFromDate.getTime() + 1000);
    const authority = await startPki();
    await authority.renewAuthorities({ ocsp: false, crl: false, orphan: true });
    authority.tokenFault = { time, withoutChain: true };
    process.env.TSA_URLS = authority.tsa;
    const { bytes } = await sealPdf(original, { reason: 'x', signingTime: new Date() });
    delete process.env.TSA_URLS;
    authority.stop();
    const { report, verdict } = await verified({ a: bytes });
    const stamp = report.files[0]?.findings.find(({ check }) => check === 'timeOfUnknown');
    expect(verdict).toBe('unsure');
    expect(stamp?.values).toMatchObject({ time: time.toISOString(), name: 'CN=Test time' });
    expect((await verified({ a: bytes }, String(stamp?.values.fingerprint))).found.a).toEqual([
      'unchanged',
      'sealerKnown',
      'timeOfServer',
      'timeOfAuthority',
    ]);
    // The token follows the signature, which doesn't cover it.
    const token = Buffer.from('2a864886f70d010910020e').toString('latin1');
    const at = Buffer.from(bytes).lastIndexOf(token);
    const [from, to] = digitsOf(bytes);
    const used = Buffer.from(bytes.subarray(from, to)).toString('latin1').replace(/0+$/, '').length;
    const unnoticed: number[] = [];
    for (let step = 0; step < 120; step++) {
      const place = at + Math.floor((step * (from + used - at)) / 120);
      const changed = Uint8Array.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      if ((await verified({ a: changed }, String(stamp?.values.fingerprint))).verdict === 'holds')
        unnoticed.push(place);
    }
    expect(at).toBeGreaterThan(from);
    expect(unnoticed).toEqual([]);
  });
});
