import { putRecord } from '../engine/client.ts';
import { ifHeld } from '../engine/commit.ts';
import { EMAIL_PREFIX, envelopeKey } from '../engine/keys.ts';
import { ABSENT } from '../engine/where.ts';
import { PER_PIECE, type Piece, stepThrough } from '../jobs/phases.ts';
import { newJob } from '../jobs/record.ts';
import type { Step } from '../jobs/run.ts';
import { followRecords } from '../lists/follow.ts';
import { type Entry, emptyEntry } from '../lists/list.ts';
import { listEntries } from '../lists/list-entries.ts';
import type { EmailItem } from '../records/user.ts';
import { accountOf, entriesOf, receivedList } from './entries.ts';
import { readHeaderWithoutDetails } from './items.ts';

/**
 * Most people who sign have no account, and nobody else reads their list of received envelopes. So its entries are
 * empty: they hold the ids alone. Once a person opens an account, a job completes them.
 */

/** Starts the job for a new account, if its address has received envelopes. Safe to repeat. */
export const startCompletion = async ({ pk, user_id, organization_id }: EmailItem): Promise<void> => {
  const email = pk.slice(EMAIL_PREFIX.length);
  const { items } = await listEntries(receivedList(email), { limit: 1 });
  if (items.length === 0) return;
  const job = newJob('complete_received', organization_id, { email }, user_id);
  await ifHeld(() => putRecord(job, ABSENT));
};

const completePiece: Piece = async ({ details }, next) => {
  const list = receivedList(String(details.email));
  const page = await listEntries<Entry>(list, { after: next, limit: PER_PIECE });
  await followRecords(
    page.items.map((entry) => ({
      key: envelopeKey(entry.id),
      id: entry.id,
      before: [new Map()],
      after: [new Map([[list, emptyEntry(entry)]])],
      entriesOf: (header) =>
        new Map([...entriesOf(readHeaderWithoutDetails(header))].filter(([name]) => name === list)),
      accountOf,
    })),
  );
  return page.next;
};

/** The job that completes the list of received envelopes of a new account. */
export const completeReceived: Step = stepThrough([{ run: completePiece }]);
