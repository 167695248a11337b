import { now } from '../../../lib/base/clock.ts';

/**
 * Failed messages that wait, hidden, for their next try: by the platform's clock, so that advancing it ends the wait.
 */
export interface Parked {
  readonly size: number;
  add(messageId: string, receipt: string, milliseconds: number): void;
  remove(messageId: string): void;
  /** Removes and returns the receipts that are due. */
  takeDue(): string[];
}

export const parkedMessages = (): Parked => {
  const waiting = new Map<string, { receipt: string; due: number }>();
  return {
    get size() {
      return waiting.size;
    },
    add: (messageId, receipt, milliseconds) => {
      waiting.set(messageId, { receipt, due: now().getTime() + milliseconds });
    },
    remove: (messageId) => {
      waiting.delete(messageId);
    },
    takeDue: () => {
      const due = [...waiting].filter(([, message]) => message.due <= now().getTime());
      for (const [messageId] of due) waiting.delete(messageId);
      return due.map(([, { receipt }]) => receipt);
    },
  };
};
