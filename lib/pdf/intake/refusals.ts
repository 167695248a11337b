import { fail } from '../../base/errors.ts';
import { type Remedy, withRemedy } from './remedies.ts';

/** Refuses a file: throws `unusable_document` with the reason, and with what people can do. */
export const refuseFile = (name: string, reason: string, remedy: Remedy = 'print'): never =>
  fail('unusable_document', { name, reason: withRemedy(reason, remedy) });
