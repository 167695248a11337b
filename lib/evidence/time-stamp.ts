import { createHash } from 'node:crypto';
import { HttpTimestampAuthority } from '@libpdf/core';
import { HOUR, MINUTE, SECOND, timestampIn } from '../base/clock.ts';
import { config } from '../base/config.ts';
import { log } from '../base/log.ts';
import { addLogDue, addLogStamp, changeLogHead, findLogHead } from '../storage/log.ts';
import type { LogHead } from '../storage/records/log.ts';
import { publishPending } from './append.ts';
import { putStamped } from './files.ts';
import { noteText } from './note.ts';

const TIME_LIMIT = 10 * SECOND;
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
    log().warn('The log could not be time-stamped', { error: error as Error });
    await becomeDue(timestampIn(AGAIN));
    return;
  }
  await schedule(head, head.published);
};

const stamp = async ({ checkpoint, published }: LogHead): Promise<void> => {
  const digest = createHash('sha256').update(noteText(checkpoint)).digest();
  await putStamped(published, { checkpoint, time_stamp: Buffer.from(await tokenFor(digest)).toString('base64') });
  await addLogStamp(published);
};

/** Asks the authorities (RFC 3161) in turn. Throws if none answers. */
const tokenFor = async (digest: Uint8Array): Promise<Uint8Array> => {
  const reasons: string[] = [];
  for (const url of config.timestampAuthorities()) {
    try {
      const authority = new HttpTimestampAuthority(url.trim(), { timeout: TIME_LIMIT });
      const token = await authority.timestamp(digest, 'SHA-256');
      // The library doesn't check what was stamped; a token for this digest contains it.
      if (Buffer.from(token).includes(Buffer.from(digest))) return token;
      reasons.push(`${url}: the time-stamp is for something else`);
    } catch (error) {
      reasons.push(`${url}: ${(error as Error).message}`);
    }
  }
  throw new Error(`No time-stamp authority answered. ${reasons.join('; ')}`);
};

/** Remembers the time-stamp of `stamped` entries. What was added meanwhile is due in an hour. */
const schedule = async (known: LogHead, stamped: number): Promise<void> => {
  for (let head = known; ; head = (await findLogHead()) as LogHead) {
    const latest = Math.max(stamped, head.stamped);
    const at = head.size > latest && config.timestampAuthorities().length > 0 ? timestampIn(HOUR) : null;
    if (at) await addLogDue(at);
    if (await changeLogHead(head, { stamped: latest, stamp_due: at })) return;
  }
};

const becomeDue = async (at: string): Promise<void> => {
  await addLogDue(at);
  for (;;) {
    const head = (await findLogHead()) as LogHead;
    if (await changeLogHead(head, { stamp_due: at })) return;
  }
};
