import { NoTimestampError, requestStamp, type Stamp } from '../trust/authority.ts';
import type { Timestamp } from './cades.ts';

/** Time-stamps of the authorities, and what came of them. A signing doesn't fail because none answers. */
export const makeTimestamps = (authorities: readonly string[]) => {
  const result: { stamp?: Stamp; silence?: NoTimestampError } = {};
  const timestamp: Timestamp = async (digest) => {
    try {
      result.stamp = await requestStamp(authorities, digest);
      return result.stamp.der;
    } catch (error) {
      if (!(error instanceof NoTimestampError)) throw error;
      result.silence = error;
      return null;
    }
  };
  return { timestamp, result };
};
