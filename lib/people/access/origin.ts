import type { DeviceExchange } from '../sessions/device-token.ts';

/** A caller's connection as it describes itself; recorded in the audit trail. */
export interface Origin {
  ip: string;
  userAgent: string;
  /** Device tokens of the request, and the one that the answer issues; absent outside of a request. */
  device?: DeviceExchange;
}
