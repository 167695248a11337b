import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressed } from '../../lib/http/compress.ts';

const answerOf = (body: string, headers: Record<string, string> = {}) => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json', ...headers },
  body,
  isBase64Encoded: false,
});

const LONG = JSON.stringify(Array.from({ length: 300 }, (_, index) => ({ name: `Größe ${index}` })));

describe('an answer', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['BR;q=1.0, *', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
  ])('to a client that accepts %j is sent as %s, with the same content', (accepted, encoding, open) => {
    const answer = compressed(answerOf(LONG, { Vary: 'Accept' }), accepted);
    expect(answer.headers).toEqual({
      'Content-Type': 'application/json',
      'Content-Encoding': encoding,
      Vary: 'Accept, Accept-Encoding',
    });
    const bytes = Buffer.from(answer.body, 'base64');
    expect([answer.isBase64Encoded, open(bytes).toString()]).toEqual([true, LONG]);
    expect(bytes.length).toBeLessThan(LONG.length / 4);
  });

  test.each([undefined, '', 'identity', 'zstd', 'gzip;q=0, br;q=0.0', 'brotli, xgzip'])(
    'is not compressed if the client accepts %j',
    (accepted) => {
      expect(compressed(answerOf(LONG), accepted)).toEqual(answerOf(LONG));
    },
  );

  test('that fits into a packet, or that is a file, is not compressed', () => {
    const bytes = { ...answerOf(LONG), isBase64Encoded: true };
    expect(compressed(answerOf('{}'), 'br')).toEqual(answerOf('{}'));
    expect(compressed(bytes, 'br')).toEqual(bytes);
  });
});
