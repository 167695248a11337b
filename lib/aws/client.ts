import { SECOND } from '../base/clock.ts';
import { config } from '../base/config.ts';

/**
 * What every AWS client is made with: a call that gets no answer is given up and made again (three times in all) while the
 * request that waits for it can still be answered. By default the SDK would wait for ever. `patience` is for calls
 * that carry much.
 */
export const clientSettings = (patience: number = 8 * SECOND) => ({
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 2 * SECOND,
    requestTimeout: Math.min(patience, config.awsPatience()),
    throwOnRequestTimeout: true,
  },
});
