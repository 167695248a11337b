import type { DeviceExchange } from '../sessions/device-token.ts';

/** What a caller's connection says about itself: recorded in the audit trail. */
export interface Origin {
  ip: string;
  userAgent: string;
  /** Which devices it says that it comes from, and what the answer makes it known by; absent outside of a request. */
  device?: DeviceExchange;
}
