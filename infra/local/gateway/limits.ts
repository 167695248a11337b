import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Failure, failure } from '../../../lib/base/errors.ts';

/** API Gateway: the largest request it takes, in bytes. */
export const LARGEST_REQUEST = 10 * 1024 * 1024;
/** Lambda: the largest event and the largest answer of a synchronous call, in bytes of JSON. */
export const LARGEST_PAYLOAD = 6 * 1024 * 1024;

/** `POST /v2/uploads` is the way for what does not fit. */
export const requestTooLarge = (): Failure =>
  failure('too_large', {
    detail:
      'The request is too large: about 4 MB are possible, and base64 counts a third more than the file. Send larger files through POST /v2/uploads.',
  });

/** Ends the request where its event is larger than Lambda takes. */
export const checkEvent = (event: APIGatewayProxyEvent): void => {
  if (exceeds(event, event.body)) throw requestTooLarge();
};

/** Fails, as a function's own fault, where its answer is larger than Lambda returns. */
export const checkResult = (result: APIGatewayProxyResult): void => {
  if (exceeds(result, result.body)) throw new Error('The function answered more than 6 MB');
};

// Whoever sends a small body is spared the counting: nothing else in a payload gets large.
const exceeds = (payload: unknown, body: string | null): boolean =>
  (body?.length ?? 0) > LARGEST_PAYLOAD / 8 && Buffer.byteLength(JSON.stringify(payload)) > LARGEST_PAYLOAD;
