import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bytes } from '../../lib/verifier/bytes.ts';
import { readDer } from '../../lib/verifier/der.ts';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { LETTER, pagesOf, withStreams, withTable } from '../pdf/make-pdf.ts';

const bytesOf = (data: string | Uint8Array): Bytes =>
  Uint8Array.from(typeof data === 'string' ? Buffer.from(data, 'latin1') : data);

const vector = JSON.parse(readFileSync('docs/evidence/envelope.json', 'utf8'));
const sealed = bytesOf(Buffer.from(vector.sealed, 'base64'));
const audit = bytesOf(Buffer.from(JSON.stringify(vector.audit)));

const verdictOf = async (...files: Uint8Array[]) =>
  (
    await verifyFiles(
      files.map((bytes, at) => ({ name: `${at}`, bytes: bytesOf(bytes) })),
      await trustInText(vector.seal_certificate_sha256),
    )
  ).verdict;

/** A signature's words around these objects: what makes a reader look closer. */
const CLAIM = '/ByteRange [0 20 30 40] <00000000>';

describe('a hostile file never stops the verifier', () => {
  test('of any bytes, beside others', async () => {
    const words = fc.constantFrom(
      '%PDF-1.7\n',
      'xref\n',
      'trailer\n',
      '<<',
      '>>',
      '[',
      '(',
      '/Prev 9 ',
      CLAIM,
      'startxref\n9\n%%EOF',
    );
    const text = fc.array(fc.oneof(words, fc.string()), { maxLength: 20 }).map((parts) => bytesOf(parts.join('')));
    const any = fc.oneof(fc.uint8Array({ maxLength: 300 }), text);
    await fc.assert(
      fc.asyncProperty(any, async (bytes) => {
        expect(['holds', 'unsure', 'fails']).toContain(await verdictOf(bytes, audit));
      }),
      { numRuns: 100 },
    );
  });

  test('of JSON that is almost a trail or a proof', async () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('0'.repeat(64), '', -1, 1e300));
    const members = [
      'envelope_id',
      'genesis',
      'head',
      'events',
      'documents',
      'leaf_hash',
      'path',
      'checkpoint',
      'index',
      'size',
    ];
    const almost = fc.record(Object.fromEntries(members.map((name) => [name, value])), { requiredKeys: [] });
    const event = fc.record(Object.fromEntries(Object.keys(vector.audit.events[0]).map((name) => [name, value])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(almost, fc.array(event, { maxLength: 3 }), async (json, events) => {
        await verdictOf(
          Buffer.from(JSON.stringify(json)),
          Buffer.from(JSON.stringify({ ...vector.audit, ...json, events })),
        );
      }),
      { numRuns: 100 },
    );
    const deep = `{"head":"","events":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await verdictOf(Buffer.from(deep))).toBe('fails');
    const member = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const nested = `{"envelope_id":"e","genesis":"${'0'.repeat(64)}","head":"h","events":[{"sequence":1,"envelope_id":"e","created_at":"","event":"","event_detail":"","role_name":"","previous_hash":"${'0'.repeat(64)}","hash":"h","actor":{},"data":${member}}]}`;
    expect(await verdictOf(Buffer.from(nested))).toBe('fails');
  });

  test('with sections in a circle, objects that contain themselves, nesting without end, and data that unpack to gigabytes', async () => {
    const text = Buffer.from(sealed).toString('latin1');
    const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '0';
    const append = (body: string) => Buffer.concat([sealed, Buffer.from(body, 'latin1')]);
    const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024));
    const section = (entries: string, data: Uint8Array) =>
      Buffer.concat([
        sealed,
        Buffer.from(
          `99 0 obj\n<< /Type /XRef /Size 100 /W [1 4 2] /Root 1 0 R ${entries} /Length ${data.length} >>\nstream\n`,
        ),
        data,
        Buffer.from(`\nendstream\nendobj\nstartxref\n${sealed.length}\n%%EOF\n`),
      ]);
    for (const file of [
      append(`xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev ${sealed.length} >>\nstartxref\n${sealed.length}\n%%EOF\n`),
      append(`xref\n0 999999999\ntrailer\n<< /Root 1 0 R >>\nstartxref\n${sealed.length}\n%%EOF\n`),
      append(`xref\n0 0\ntrailer\n${'<< /A '.repeat(50_000)}\nstartxref\n${sealed.length}\n%%EOF\n`),
      append(
        `xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev ${start} /XRefStm ${start} >>\nstartxref\n${sealed.length}\n%%EOF\n`,
      ),
      append('('.repeat(100_000)),
      section('/Filter /FlateDecode', bomb),
      section('/Index [0 2000000000]', Buffer.alloc(70)),
      section('/W [0 0 0]', Buffer.alloc(70)),
      withTable({
        ...pagesOf(LETTER),
        1: '<< /Type /Catalog /Pages 1 0 R /AcroForm 1 0 R /Fields [1 0 R] /Kids [1 0 R] >>',
      }),
      withStreams(pagesOf(LETTER)),
      Buffer.from(`${'/ByteRange [0 10 20 30]'.repeat(20_000)}`),
      Buffer.from(`%PDF-1.7\n${CLAIM.repeat(2000)}`),
    ]) {
      expect(await verdictOf(file)).toBe('fails');
    }
  });

  test('with a structure that is no DER', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(readDer(bytesOf(bytes)).whole.length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect((error as Error).name).toBe('UnreadableError');
        }
      }),
      { numRuns: 500 },
    );
  });
});
