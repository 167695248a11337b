import { type DummyService, startTrustService } from './dummy-service.ts';

let known: Promise<DummyService> | undefined;

/** A trust service without keys that all files of a process share: enough to be registered. */
export const knownService = (): Promise<DummyService> => {
  known ??= startTrustService(null);
  return known;
};
