import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';

/** Bytes that go into one packet: less gains nothing. */
const WORTH_IT = 1400;
/** Two milliseconds for a page. More takes longer than the line saves. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

type Encoding = 'br' | 'gzip';

/** The best encoding that the client accepts, and not with a weight of 0 (RFC 9110, 12.5.3). */
export const encodingFor = (accepted: string | undefined): Encoding | undefined =>
  (['br', 'gzip'] as const).find((name) =>
    new RegExp(`(^|[\\s,])${name}\\s*(,|;(?!\\s*q=0(\\.0*)?\\s*(,|$))|$)`, 'i').test(accepted ?? ''),
  );

/**
 * An answer of text or JSON as the client's connection likes it best. Secrets may stand in it beside what was asked:
 * nobody but the holder of a token can have it made, for no browser sends one by itself.
 */
export const compressed = (answer: APIGatewayProxyResult, accepted: string | undefined): APIGatewayProxyResult => {
  const encoding = encodingFor(accepted);
  if (!encoding || answer.isBase64Encoded || answer.body.length < WORTH_IT) return answer;
  const body = encoding === 'br' ? brotliCompressSync(answer.body, BROTLI) : gzipSync(answer.body);
  const vary = answer.headers?.Vary;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'Content-Encoding': encoding,
      Vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
    },
    body: body.toString('base64'),
    isBase64Encoded: true,
  };
};
