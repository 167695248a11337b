import type { DynamoDBStreamEvent } from 'aws-lambda';
import { logged } from '../../lib/base/log.ts';
import { appendToLog } from '../../lib/evidence/append.ts';
import { entryOf } from '../../lib/evidence/entry.ts';
import { timeStampLog } from '../../lib/evidence/time-stamp.ts';
import type { Access } from '../../lib/http/contract.ts';
import { logFactsOf } from '../../lib/storage/log-facts.ts';

export const access: Access = {
  read: ['envelope', 'logEntry'],
  change: ['log', 'logSecret'],
  write: ['logDue'],
  bulk: ['logEntry'],
  files: { get: ['log'], put: ['log'] },
  filesList: true,
  logKey: true,
  timestampAuthorities: true,
};

/**
 * Appends to the log of evidence what the table's stream tells: hashes of sealed files, of the events that bind them,
 * and the last chain heads and sealed files of deleted envelopes. Has the log time-stamped when that is due. A failure
 * fails the whole batch, which is delivered again: every part tolerates repeats.
 */
export const handler = logged(async (batch: DynamoDBStreamEvent): Promise<void> => {
  const { sealings, removed, removedFiles, isDue } = await logFactsOf(batch);
  await appendToLog([
    ...sealings.flatMap(({ files, event }) => [
      ...files.map((sha256) => entryOf('file', sha256)),
      entryOf('chain', event),
    ]),
    ...removed.map((head) => entryOf('tombstone', head)),
    ...removedFiles.map((sha256) => entryOf('deleted', sha256)),
  ]);
  if (isDue) await timeStampLog();
});
