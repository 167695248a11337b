/** Another server can't or may not be reached, or its answer can't be taken. */
export class UnreachableError extends Error {
  /** What went wrong, in words for the person who gave the address: a clause without a full stop. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnreachableError';
    this.reason = reason;
  }
}
