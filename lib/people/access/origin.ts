import type { DeviceExchange } from '../sessions/device-token.ts';

/** A caller's connection, as it says about itself: recorded in the audit trail. */
export interface Origin {
  ip: string;
  userAgent: string;
  /** Devices that it says it comes from, and the token that the answer makes it known by; absent outside of a request. */
  device?: DeviceExchange;
}
