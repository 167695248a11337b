/** Another server can't or may not be reached, or its answer is unusable. */
export class UnreachableError extends Error {
  /** Reason for the person who gave the address: a clause without a full stop. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnreachableError';
    this.reason = reason;
  }
}
