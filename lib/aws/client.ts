import { SECOND } from '../base/clock.ts';
import { log } from '../base/log.ts';

/**
 * No `info` and no `error`: for the SDK's default logger, which drops them, it first copies all that is sent and
 * answered.
 */
const WARNINGS_ONLY = {
  trace: () => {},
  debug: () => {},
  warn: (text: unknown) => log().warn(String(text)),
} as unknown as Console;

/** For calls that wait for their answer without a limit. */
export const NO_LIMIT = 0;

/**
 * Settings of every AWS client: an attempt without an answer times out and is made again (three in all) while the
 * waiting request can still be answered. By default the SDK would wait for ever. `patience` is the time limit of an
 * attempt; calls with much data need more.
 */
export const clientSettings = (patience: number = 8 * SECOND) => ({
  maxAttempts: 3,
  logger: WARNINGS_ONLY,
  requestHandler: {
    connectionTimeout: 2 * SECOND,
    requestTimeout: patience,
    throwOnRequestTimeout: true,
  },
});
