import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Failure, failure } from '../../../lib/base/errors.ts';

/** Largest request of API Gateway, in bytes. */
export const LARGEST_REQUEST = 10 * 1024 * 1024;
/** Largest event and answer of a synchronous Lambda call, in bytes of JSON. */
const LARGEST_PAYLOAD = 6 * 1024 * 1024;

/** Names `POST /v2/uploads`, which accepts larger files. */
export const requestTooLarge = (): Failure =>
  failure('too_large', {
    detail:
      'The request is too large: about 4 MB are possible, and base64 counts a third more than the file. Send larger files through POST /v2/uploads.',
  });

/** Throws `too_large` if the event is larger than Lambda accepts. */
export const checkEvent = (event: APIGatewayProxyEvent): void => {
  if (exceeds(event, event.body)) throw requestTooLarge();
};

/** Throws, as an internal fault, if the answer is larger than Lambda returns. */
export const checkResult = (result: APIGatewayProxyResult): void => {
  if (exceeds(result, result.body)) throw new Error('The function answered more than 6 MB');
};

// A payload with a small body is never too large, so it isn't measured.
const exceeds = (payload: unknown, body: string | null): boolean =>
  (body?.length ?? 0) > LARGEST_PAYLOAD / 8 && Buffer.byteLength(JSON.stringify(payload)) > LARGEST_PAYLOAD;
