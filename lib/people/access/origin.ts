/** A caller's connection as it describes itself; recorded in the audit trail. */
export interface Origin {
  ip: string;
  userAgent: string;
  /** Device tokens of the request, and the one that the answer issues; absent outside of a request. */
  device?: DeviceExchange;
}

/**
 * Proof that somebody has signed in on this device before: a device cookie (OWASP, "Slow Down Online Guessing Attacks
 * with Device Cookies"). It signs nobody in. It separates the account's owner from strangers where wrong passwords are
 * counted.
 */
export interface DeviceExchange {
  /** Tokens of the request: one in a header, or several in cookies. */
  presented: readonly string[];
  /** The token to return, and the address of its account. */
  issued?: { token: string; email: string };
  /** The secret of a browser in which links are opened (`signing-device.ts`), and a new one to return. */
  signing?: { presented: string | undefined; issued?: string };
}
