import { createHash } from 'node:crypto';
import { HOUR, MINUTE, timestampIn } from '../base/clock.ts';
import { config } from '../base/config.ts';
import { log } from '../base/log.ts';
import { NoTimestampError, requestStamp, type Stamp } from '../pdf/trust/authority.ts';
import { addLogDue, addLogStamp, changeLogHead, findLogAuthorities, putLogAuthorities } from '../storage/log.ts';
import type { LogHead } from '../storage/records/log.ts';
import { publishPending } from './append.ts';
import { putStamped } from './files.ts';
import { noteText } from './note.ts';

/** Time until the next try, if no authority answered. */
const AGAIN = 10 * MINUTE;

/**
 * Has the log's latest checkpoint time-stamped, if entries were added since the last time. An authority gets a hash
 * alone. If none answers, the next try is due ten minutes later: a time is never made up. Can be repeated.
 */
export const timeStampLog = async (): Promise<void> => {
  const head = await publishPending();
  if (!head) return;
  if (head.stamped === head.published) return schedule(head, head.stamped);
  try {
    await stamp(head);
  } catch (error) {
    if (!(error instanceof NoTimestampError)) throw error;
    log().warn('The log could not be time-stamped', { error: error as Error });
    await becomeDue(timestampIn(AGAIN));
    return;
  }
  await schedule(head, head.published);
};

const stamp = async ({ checkpoint, published }: LogHead): Promise<void> => {
  const digest = createHash('sha256').update(noteText(checkpoint)).digest();
  const urls = config.timestampAuthorities().map((url) => url.trim());
  const made = await requestStamp(urls, digest);
  await putStamped(published, { checkpoint, time_stamp: Buffer.from(made.der).toString('base64') });
  await rememberAuthority(made);
  await addLogStamp(published);
};

/** The most certificates that are remembered. Authorities have a new one every few years. */
const MOST_CERTIFICATES = 100;

/**
 * Remembers the authority's certificates with those that issued them, for `/.well-known/countersign.json`: people check
 * the time-stamps with them, long after the authority is gone.
 */
const rememberAuthority = async ({ signer, certificates }: Stamp): Promise<void> => {
  const known = await findLogAuthorities();
  const fresh = [signer, ...certificates]
    .map(({ der }) => Buffer.from(der).toString('base64'))
    .filter((der, at, all) => !known.includes(der) && all.indexOf(der) === at);
  if (fresh.length > 0) await putLogAuthorities([...known, ...fresh].slice(-MOST_CERTIFICATES));
};

/** Remembers the time-stamp of `stamped` entries. What was added meanwhile is due in an hour. */
const schedule = async (known: LogHead, stamped: number): Promise<void> => {
  const decide = async (head: LogHead) => {
    const latest = Math.max(stamped, head.stamped);
    const at = head.size > latest && config.timestampAuthorities().length > 0 ? timestampIn(HOUR) : null;
    if (at) await addLogDue(at);
    return { stamped: latest, stamp_due: at };
  };
  await changeLogHead(decide, { known });
};

const becomeDue = async (at: string): Promise<void> => {
  await addLogDue(at);
  await changeLogHead(async () => ({ stamp_due: at }));
};
