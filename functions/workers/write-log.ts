import type { DynamoDBStreamEvent } from 'aws-lambda';
import { logged } from '../../lib/base/log.ts';
import { appendToLog } from '../../lib/evidence/append.ts';
import { entryOf } from '../../lib/evidence/entry.ts';
import { timeStampLog } from '../../lib/evidence/time-stamp.ts';
import type { Access } from '../../lib/http/contract.ts';
import { reportActs } from '../../lib/notify/webhooks/administration.ts';
import { findChainHead, linkEvents, markLogged } from '../../lib/storage/administration/chain.ts';
import { logFactsOf } from '../../lib/storage/log-facts.ts';
import type { AdministrationHead } from '../../lib/storage/records/administration.ts';

export const access: Access = {
  read: ['envelope', 'logEntry', 'webhook'],
  change: ['log', 'logSecret', 'administration'],
  write: ['logDue', 'headDue'],
  bulk: ['logEntry'],
  files: { get: ['log'], put: ['log'] },
  filesList: true,
  logKey: true,
  timestampAuthorities: true,
  queues: ['webhook'],
  eventBus: true,
};

/**
 * Links new events of administration to the chains of their organizations. Appends to the log of evidence what the
 * table's stream tells: hashes of sealed files, of the events that bind them, the last chain heads and sealed files of
 * deleted envelopes, and heads of administration that are due. Has the log time-stamped when that is due. Then passes
 * the events of administration to webhooks that want them: evidence comes first. A failure fails the whole batch, which
 * is delivered again: every part tolerates repeats.
 */
export const handler = logged(async (batch: DynamoDBStreamEvent): Promise<void> => {
  const { sealings, removed, removedFiles, isDue, acts, heads } = await logFactsOf(batch);
  for (const [organization_id, ids] of acts) await linkEvents(organization_id, ids);
  await appendToLog([
    ...sealings.flatMap(({ files, event }) => [
      ...files.map((sha256) => entryOf('file', sha256)),
      entryOf('chain', event),
    ]),
    ...removed.map((head) => entryOf('tombstone', head)),
    ...removedFiles.map((sha256) => entryOf('deleted', sha256)),
  ]);
  await logHeads(heads);
  if (isDue) await timeStampLog();
  for (const [organization_id, ids] of acts) await reportActs(organization_id, ids);
});

/** A chain that grows meanwhile has another head, which is due now, too: nothing would call for it later. */
const logHeads = async (organization_ids: readonly string[]): Promise<void> => {
  let left = [...new Set(organization_ids)];
  while (left.length > 0) {
    const found = (await Promise.all(left.map(findChainHead)))
      .filter((head) => head?.is_due)
      .map((head) => head as AdministrationHead);
    await appendToLog(found.map(({ hash }) => entryOf('administration', hash)));
    const marked = await Promise.all(found.map(markLogged));
    left = found.filter((_, at) => !marked[at]).map(({ organization_id }) => organization_id);
  }
};
