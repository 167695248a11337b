import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demandConsistent, demandEntries, type ReadFile } from '../../infra/watch/log.ts';
import { readCheckpoint } from '../../infra/watch/note.ts';
import { leafHash } from '../../infra/watch/tree.ts';
import { now } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import { collection, removeRecord, writeItems } from '../../lib/storage/engine/client.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { envelopeDocumentKey, envelopeEventKey, envelopeKey } from '../../lib/storage/engine/keys.ts';
import { eventItems, readEvents } from '../../lib/storage/envelopes/event-items.ts';
import { findLogHead } from '../../lib/storage/log.ts';
import { trustInPlatform } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { billOf, dollarsBy, sumOf } from '../bench/cost/bill.ts';
import { MONTHLY, PRICES } from '../bench/cost/prices.ts';
import { type Envelope, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { startPki } from '../trust/test-pki.ts';
import { isIncluded } from './inclusion.ts';

let api: Api;
let owner: Person;
/** A signed envelope, its sealed files by type, and the event that binds them. */
interface Signed {
  envelope: Envelope;
  files: { bytes: Uint8Array; sha256: string }[];
  event: string;
}
let first: Signed;

beforeAll(async () => {
  api = await startApi();
  // Far from a full hour, so that what happens hourly falls between the same steps whenever the test runs.
  await api.advance(`PT${70 - now().getUTCMinutes()}M`);
  owner = await api.signUp();
  first = await signed();
});
afterAll(() => api.stop());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const signed = async (): Promise<Signed> => {
  const envelope = await sendEnvelope(api, owner, [recipient('Signer', 1)]);
  await sign(api, envelope, 'Signer');
  await api.settle();
  const audit = (await api.as(owner).getEnvelopeAudit({ path: { envelope_id: envelope.id } })).body;
  const files = await Promise.all(
    audit.documents.map(async ({ id }) => {
      const { bytes } = await api.as(owner).getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
      return { bytes, sha256: sha256(bytes) };
    }),
  );
  const { hash } = audit.events.find(({ event }: { event: string }) => event === 'envelope:sealed');
  return { envelope, files, event: hash };
};

const published = async () => (await api.anyone.getPublishedEvidence()).body;
const read: ReadFile = async (path) => {
  const { status, bytes } = await api.request('GET', `/v2/log/${path}`);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return Buffer.from(bytes);
};
const checkpoint = async () =>
  readCheckpoint((await read('checkpoint')).toString(), (await published()).log.public_key);
const KINDS = ['file', 'chain', 'tombstone', 'deleted'];
const proof = (hash: string, kind?: string) => api.anyone.getLogProof({ query: { sha256: hash, kind } });

const expectIncluded = async (kind: number, hash: string) => {
  const { status, body } = await proof(hash, KINDS[kind - 1]);
  expect(status).toBe(200);
  const { size, root } = readCheckpoint(body.checkpoint, (await published()).log.public_key);
  expect(size).toBe(body.size);
  const leaf = leafHash(Buffer.from(`0${kind}${hash}`, 'hex'));
  expect(body.leaf_hash).toBe(leaf.toString('hex'));
  const path = body.path.map((one: string) => Buffer.from(one, 'hex'));
  expect(isIncluded(body.index, size, leaf, path, root)).toBe(true);
  return body;
};

/**
 * Cost of calls of the log's worker by list prices, if each run is one of a new process, which has KMS open the data
 * key when it signs, and lists the last files of the log. Lambda's time is not in it.
 */
const dollarsOf = (runs: readonly Run[]): number => {
  const units = runs
    .filter(({ name }) => name === 'run-schedule')
    .flatMap(({ calls }) => calls)
    .reduce((sum, call) => sum + (call.command === 'Delete' ? call.units : 0), 0);
  const ofLog = runs.filter(({ name }) => name === 'write-log');
  const { DynamoDB = 0, S3 = 0 } = dollarsBy(sumOf(ofLog.map((run) => billOf(run, 512))));
  const signing = ofLog.filter(({ calls }) => calls.some(({ command }) => command === 'BatchWrite'));
  const listings = ofLog.flatMap(({ calls }) => calls).filter(({ command }) => command === 'ListObjectsV2');
  const unlisted = signing.length - listings.length;
  const others = ofLog.length * PRICES.lambdaRequest + signing.length * MONTHLY.kmsRequest + unlisted * PRICES.s3Write;
  return DynamoDB + S3 + units * PRICES.writeUnit + others;
};
const ofTheLog = (runs: readonly Run[]): Run[] =>
  runs.filter(({ name, calls }) => name === 'write-log' || calls.some(({ command }) => command === 'Delete'));

describe('after a sealing', () => {
  test('the log has each sealed file, the certificate, and the event that binds them, and nothing else', async () => {
    const entries = await demandEntries(await checkpoint(), read);
    const { files, event } = first;
    expect(files).toHaveLength(2);
    expect(entries.map((entry) => entry.toString('hex'))).toEqual([
      ...files.map((file) => `01${file.sha256}`),
      `02${event}`,
    ]);
    for (const file of files) await expectIncluded(1, file.sha256);
    expect(await expectIncluded(2, event)).toMatchObject({ kind: 'chain', index: 2, size: 3, time_stamp: null });
  });

  test('whoever has a file gets its proof from its verification', async () => {
    const [file] = first.files as [Signed['files'][number]];
    const data = Buffer.from(file.bytes).toString('base64');
    const { body } = await api.anyone.verifyDocument({ body: { data } });
    expect(body.log).toEqual({ state: 'included', proof: (await proof(file.sha256)).body });
  });

  test('anybody gets the key of the log, the certificate of the seal, and the authorities, to keep them', async () => {
    const { version, seal_certificates, time_stamp_authorities, log } = await published();
    expect({ version, time_stamp_authorities }).toEqual({ version: 1, time_stamp_authorities: [] });
    const [certificate] = seal_certificates;
    const der = Buffer.from(certificate.pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    expect(certificate.sha256).toBe(sha256(der));
    expect(log.origin).toBe(`${api.url.replace('http://', '')}/v2/log`);
    expect(log.public_key).toMatch(/^127\.0\.0\.1:\d+\/v2\/log\+[0-9a-f]{8}\+\S{44}$/);
  });

  test('answers may be kept as long as they are true: tiles for good, the checkpoint for seconds', async () => {
    const tile = await api.anyone.getLogTile({ path: { tile: '0/000.p/3' } });
    expect(tile.bytes).toHaveLength(96);
    expect(tile.headers.get('content-type')).toBe('application/octet-stream');
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const entries = await api.request('GET', '/v2/log/tile/entries/000.p/3');
    expect(entries.bytes).toHaveLength(3 * 35);
    const note = await api.anyone.getLogCheckpoint();
    expect(note.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(note.headers.get('cache-control')).toBe('public, max-age=10');
    expect((await api.request('GET', '/v2/log/tile/0/000')).status).toBe(404);
    expect((await api.request('GET', '/v2/log/tile/1/000.p/1')).status).toBe(404);
  });

  test('a wrong parameter is refused by its name', async () => {
    for (const path of ['tile/0/5', 'tile/0/000.p/256', 'tile/..%2F..%2Fuploads/000']) {
      const { status, body } = await api.request('GET', `/v2/log/${path}`);
      expect({ status, error: body.error }).toEqual({ status: 406, error: expect.stringContaining('tile') });
    }
    for (const hash of ['', 'F'.repeat(64), 'f00d']) {
      const { status, body } = await proof(hash);
      expect({ status, error: body.error }).toEqual({ status: 406, error: expect.stringContaining('sha256') });
    }
    const unknown = await proof('0'.repeat(64));
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('x-error-code')).toBe('not_in_log');
  });
});

describe('an envelope', () => {
  test('of so many documents that its last event is stored in parts has all of them in the log', async () => {
    const events = (await collection<Key>(`ENVELOPE#${first.envelope.id}`, 'EVENT#')).flatMap(readEvents);
    const event = events.find((one) => one.event === 'envelope:sealed') ?? expect.fail();
    const hashes = Array.from({ length: 300 }, (_, at) => sha256(Buffer.from(`document ${at}`)));
    const documents = hashes.map((sealed_sha256) => ({ sealed_sha256, name: 'x'.repeat(400) }));
    const envelope_id = newId();
    const many = {
      ...event,
      ...envelopeEventKey(envelope_id, 1),
      envelope_id,
      sequence: 1,
      data: { documents },
    };
    const [item, ...parts] = eventItems([{ ...many, hash: sha256(Buffer.from('many')) }]);
    expect(parts.length).toBeGreaterThan(0);
    await writeItems(parts);
    await writeItems([item as Key]);
    await api.settle();
    const entries = (await demandEntries(await checkpoint(), read)).map((entry) => entry.toString('hex'));
    expect(entries.slice(3)).toEqual([...hashes.map((hash) => `01${hash}`), `02${sha256(Buffer.from('many'))}`]);
    // Its entries fill the first tile: proofs lead through the next level, and older ones still hold.
    expect(await expectIncluded(1, hashes[299] as string)).toMatchObject({ index: 302, size: 304 });
    expect(await expectIncluded(2, first.event)).toMatchObject({ index: 2, size: 304 });
    expect((await api.request('GET', '/v2/log/tile/1/000.p/1')).bytes).toHaveLength(32);
    expect((await api.request('GET', '/v2/log/tile/0/000')).bytes).toHaveLength(8192);
  });

  test('that is deleted leaves its hashes in the log, and its last chain head, so that a kept file can be proven', async () => {
    const gone = await signed();
    const { body } = await api.as(owner).getEnvelopeAudit({ path: { envelope_id: gone.envelope.id } });
    const [file] = gone.files as [Signed['files'][number]];
    expect((await proof(sha256(file.bytes))).body).toMatchObject({ kind: 'file', deleted: null });
    await removeRecord(envelopeKey(gone.envelope.id));
    for (const { id } of gone.envelope.documents) await removeRecord(envelopeDocumentKey(gone.envelope.id, id));
    await api.settle();
    expect(await expectIncluded(3, body.head)).toMatchObject({ kind: 'tombstone' });
    const deleted = await expectIncluded(4, sha256(file.bytes));
    expect((await proof(sha256(file.bytes))).body).toMatchObject({
      kind: 'file',
      deleted: { kind: 'deleted', index: deleted.index },
    });
    const data = Buffer.from(file.bytes).toString('base64');
    const verified = (await api.anyone.verifyDocument({ body: { data } })).body;
    expect(verified).toMatchObject({ document: null, log: { state: 'included' } });
  });
});

describe('later', () => {
  test('the log has grown, is stamped once an hour after something came, and never again without', async () => {
    const runs: Run[] = [];
    onRun((run) => runs.push(run));
    const before = await checkpoint();
    const authority = await startPki();
    process.env.TSA_URLS = authority.tsa;
    const second = await signed();
    const [file] = second.files as [Signed['files'][number]];
    expect((await expectIncluded(1, file.sha256)).time_stamp).toBeNull();
    // Heads of administration go into the log at the full hour, which comes first: they have a run and a price of their
    // own
    // (`test/administration/chain.test.ts`).
    const toFullHour = 61 - now().getUTCMinutes();
    await api.advance(`PT${toFullHour}M`);
    await api.settle();
    await api.advance(`PT${62 - toFullHour}M`);
    await api.settle();
    const stamped = await expectIncluded(1, file.sha256);
    const text = stamped.checkpoint.slice(0, stamped.checkpoint.indexOf('\n\n') + 1);
    const digest = createHash('sha256').update(text).digest();
    expect(Buffer.from(stamped.time_stamp, 'base64').includes(digest)).toBe(true);

    onRun(undefined);

    // The platform's own description is all that a reader needs, also for the time in a seal.
    const bytes = Uint8Array.from((second.files[0] as Signed['files'][number]).bytes);
    const { files } = await verifyFiles([{ name: 'a', bytes }], await trustInPlatform(await published()));
    expect(files[0]?.findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['unchanged', 'sealerKnown', 'timeOfAuthority']),
    );

    // An envelope all alone in its hour, and what the hour's time-stamp takes, which all of it share.
    const isOf = (what: string) => (run: Run) => JSON.stringify(run.event).includes(what);
    const costOf = (is: (run: Run) => boolean) => dollarsOf(ofTheLog(runs).filter(is));
    const [alone, hour] = [costOf(isOf('"envelope:sealed"')), costOf(isOf('"LOG#due"'))];
    expect(alone).toBeGreaterThan(0.00001);
    expect(alone).toBeLessThan(0.00002);
    expect(alone + hour).toBeLessThan(0.00003);
    // From eight envelopes an hour on, even if each comes alone in its minute; and of many in a minute, a fraction of
    // that.
    expect(alone + hour / 8).toBeLessThan(0.00002);

    // Earlier entries are covered by the same time-stamp; what comes later gets its own, and this one stays.
    expect((await expectIncluded(2, first.event)).time_stamp).toBe(stamped.time_stamp);
    const after = await checkpoint();
    // Two files and the event of the sealing, and the head of the organization's administration.
    expect(after.size).toBe(before.size + 3 + 1);
    await demandConsistent(before, after, read);
    // The session has ended meanwhile.
    owner = await api.signUp();
    const third = await signed();
    expect((await expectIncluded(2, third.event)).time_stamp).toBeNull();
    expect((await expectIncluded(1, file.sha256)).time_stamp).toBe(stamped.time_stamp);

    // An authority that doesn't answer makes no time, and is asked again.
    process.env.TSA_URLS = 'http://127.0.0.1:9/';
    await api.advance('PT1H1M');
    await api.settle();
    expect((await expectIncluded(2, third.event)).time_stamp).toBeNull();
    process.env.TSA_URLS = authority.tsa;
    await api.advance('PT11M');
    await api.settle();
    const { time_stamp } = await expectIncluded(2, third.event);
    expect(time_stamp).not.toBe(stamped.time_stamp);
    expect(time_stamp).not.toBeNull();
    // Nothing was added since: nothing is due any more.
    const { size } = await checkpoint();
    expect(await findLogHead()).toMatchObject({ stamped: size, size, stamp_due: null });
    authority.stop();
    delete process.env.TSA_URLS;
  });
});
