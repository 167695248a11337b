import { Failure } from '../base/errors.ts';

/** A queue accepted a call, but not all of its messages. */
export class MessagesRefused extends Error {
  /** True if a message itself is wrong: it would be refused again. */
  readonly senderFault: boolean;

  constructor(message: string, senderFault: boolean) {
    super(message);
    this.name = 'MessagesRefused';
    this.senderFault = senderFault;
  }
}

interface ServiceError {
  name?: string;
  code?: string;
  $metadata?: object;
}

/**
 * True if the same work may succeed later: a service can't be reached, is out of order, throttles, or refuses the
 * function's rights. False if the work itself is at fault: a bug, or a request that the service calls invalid.
 */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof MessagesRefused) return !error.senderFault;
  if (error instanceof Failure) return error.code === 'unavailable';
  const { name = '', code = '', $metadata } = (error ?? {}) as ServiceError;
  if (/Validation|InvalidParameter|InvalidMessage|RequestTooLong|Serialization/.test(name)) return false;
  return $metadata !== undefined || /^(?:E[A-Z]|UND_ERR)/.test(code) || /Timeout|Abort|Credentials/.test(name);
};
