import type { RecipientType } from '../../storage/records/envelope.ts';

/** Recipients who may send the envelope back to those who signed before (`may_send_back`), without I/O. */
interface Reviewing {
  type: RecipientType;
  sequence: number;
  may_send_back?: boolean | null | undefined;
}

/** A reason why a recipient could never send back; `at` is its place in the list. */
export interface ReviewProblem {
  at: number;
  /** Goes on from the member's name. */
  detail: string;
}

/** Problems of these recipients who may send back. */
export const reviewProblems = (recipients: readonly Reviewing[]): ReviewProblem[] =>
  recipients.flatMap((recipient, at) => {
    const detail = recipient.may_send_back ? problemOf(recipient, recipients) : null;
    return detail ? [{ at, detail }] : [];
  });

const problemOf = ({ type, sequence }: Reviewing, recipients: readonly Reviewing[]): string | null => {
  if (type === 'cc') return 'is for who signs or approves';
  const isAfter = recipients.some((other) => other.type !== 'cc' && other.sequence < sequence);
  return isAfter ? null : 'is for who acts after others: nobody signs or approves before';
};
