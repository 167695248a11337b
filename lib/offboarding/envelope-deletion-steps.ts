import * as z from 'zod';
import { fileKeys } from '../aws/files/file-keys.ts';
import { deleteFiles, listFiles } from '../aws/files/file-store.ts';
import { timestamp } from '../base/clock.ts';
import { findWholeEnvelope } from '../signing/envelopes/reading/read-envelope.ts';
import { buryFile, removeLeftItems } from '../storage/envelopes/deletion.ts';
import { sealedHashesOf } from '../storage/envelopes/items.ts';
import { removeEnvelope } from '../storage/envelopes/write.ts';
import { LAST_REQUEST, type Piece, stepThrough } from '../storage/jobs/phases.ts';
import type { JobItem } from '../storage/jobs/record.ts';
import { removeNotificationsAbout } from '../storage/notifications.ts';
import { findUserIds } from '../storage/users.ts';

/**
 * Steps of the deletion of an envelope at the end of its retention, each of which can be repeated. What stays is the
 * log, which has hashes alone, and a tombstone for each sealed file. Lists, counts and search follow the header, as the
 * log does.
 */

const Details = z.object({ envelope_id: z.string() });
const envelopeOf = (job: JobItem): string => Details.parse(job.details).envelope_id;

/** Puts tombstones on the sealed files. */
const bury: Piece = async (job) => {
  const state = await findWholeEnvelope(envelopeOf(job));
  if (!state) return;
  const { id: envelope_id, completed_at, chain_head, event_count } = state.envelope;
  const tombstone = { deleted_at: timestamp(), completed_at, chain_head, event_count };
  const files = state.documents.flatMap((document) =>
    sealedHashesOf(document).map((sha256) => ({ sha256, pointer: { envelope_id, document_id: document.id } })),
  );
  await Promise.all(files.map(({ sha256, pointer }) => buryFile(sha256, pointer, tombstone)));
};

/** Takes the envelope's entries out of the inboxes of its parties, and of whoever owned it. */
const removeNotifications: Piece = async (job) => {
  const envelope_id = envelopeOf(job);
  const state = await findWholeEnvelope(envelope_id);
  if (!state) return;
  const { profile, owner_email } = state.envelope;
  const addresses = [owner_email, ...state.recipients.map(({ email }) => email)].filter((email) => email !== '');
  const accounts = await findUserIds([...new Set(addresses)]);
  const owner = typeof profile?.user_id === 'string' ? [profile.user_id] : [];
  for (const user_id of new Set([...owner, ...accounts])) await removeNotificationsAbout(user_id, envelope_id);
};

const removeFiles: Piece = async (job) => {
  const keys = await listFiles(fileKeys.envelope(job.organization_id, envelopeOf(job)));
  await deleteFiles(keys);
  return keys.length > 0 ? 'more' : undefined;
};

const removeRecords: Piece = async (job) => {
  const state = await findWholeEnvelope(envelopeOf(job));
  // If it was changed meanwhile, it is read again.
  return state && !(await removeEnvelope(state)) ? 'more' : undefined;
};

const removeLeft: Piece = async (job) => {
  await removeLeftItems(envelopeOf(job));
};

export const deleteEnvelopeStep = stepThrough([
  { run: bury },
  { run: removeNotifications },
  { run: removeFiles },
  { run: removeRecords },
  { run: removeLeft, after: LAST_REQUEST },
  { run: removeFiles },
]);
