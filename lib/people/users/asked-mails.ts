import { DAY, epochSeconds, HOUR, MINUTE, now, SECOND } from '../../base/clock.ts';
import { askedMailsAt, storeAskedMails } from '../../storage/asked-mails.ts';
import { readAt } from '../../storage/engine/read.ts';

/** Mails that somebody else can cause to be sent to an address. */
type AskedMail = 'verify_email' | 'reset_password' | 'account_locked' | 'sign_up_attempted' | 'member_waiting';

/**
 * Shortest time between two mails of a kind; the last gap repeats. A request within the gap sends nothing: every gap is
 * shorter than a link's life, so the reader has a mail whose link still works. Each network has gaps of its own. So
 * nobody can fill a mailbox, and nobody can keep the owner from a link by asking too often.
 */
const GAPS: Record<AskedMail, readonly [number, ...number[]]> = {
  reset_password: [0, 0, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE],
  verify_email: [0, 0, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR],
  account_locked: [DAY],
  sign_up_attempted: [HOUR, DAY],
  // Several at first, then few: a whole company may sign in for the first time, and the page lists all who wait.
  member_waiting: [0, 0, 0, 0, HOUR],
};
/** Time without a mail after which the count is forgotten. */
const QUIET = 2 * DAY;

/**
 * True if the mail for the request `event_id` may be sent now; then it is counted. One read, and one write if it may.
 */
export const mayMail = async (
  email: string,
  kind: AskedMail,
  { event_id, network }: { event_id: string; network: string },
): Promise<boolean> => {
  const place = askedMailsAt(email, kind, network);
  const known = await readAt(place);
  if (known?.event_id === event_id) return true;
  const at = now().getTime();
  const recent = known && known.last_at > at - QUIET ? known : undefined;
  if (recent && at < recent.last_at + gapAfter(kind, recent.count)) return false;
  return storeAskedMails(place, known, {
    count: (recent?.count ?? 0) + 1,
    last_at: at,
    event_id,
    ttl: epochSeconds() + QUIET / SECOND,
  });
};

const gapAfter = (kind: AskedMail, count: number): number => {
  const gaps = GAPS[kind];
  return gaps[count - 1] ?? gaps.at(-1) ?? 0;
};
