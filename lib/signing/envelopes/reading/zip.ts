import { getFile } from '../../../aws/files/file-store.ts';
import { safeFileName } from '../../../aws/files/names.ts';
import { zipFiles } from '../../../aws/files/zip.ts';
import { timestamp } from '../../../base/clock.ts';
import { fail } from '../../../base/errors.ts';
import { holdsFile } from '../../../fields/kinds.ts';
import type { UserCaller } from '../../../people/access/caller.ts';
import type { EnvelopeItem, EnvelopeState } from '../../../storage/records/envelope.ts';
import { demandReader, isOwner, ownRoles, seesAsMember, seesAsSender } from '../rules/access.ts';
import { shownFields } from '../rules/current.ts';
import { documentFileName, partyFileName, zipFileName } from '../rules/file-names.ts';
import { attachedFile, currentFile, type RecordedFile } from '../rules/recorded-file.ts';
import { visibleEnvelope } from './visible.ts';

/** The most envelopes and bytes of one ZIP: a function has them in memory. */
export const ZIP_LIMITS = { envelopes: 20, bytes: 200 * 1024 * 1024 };

/**
 * Makes a ZIP of the envelopes' documents, sealed if they are, and of attachments; one folder for each envelope.
 * Recipients get the attachments of their own roles alone. Throws `verification_needed` where a recipient has to be
 * verified before reading.
 */
export const zipEnvelopes = async (
  caller: UserCaller,
  ids: readonly string[],
  locales: readonly string[],
): Promise<{ name: string; bytes: Uint8Array; envelopes: EnvelopeItem[] }> => {
  const states = await Promise.all(ids.map((id) => visibleEnvelope(caller, id)));
  for (const { envelope } of states) demandReader(caller, envelope);
  const size = states.flatMap(({ documents }) => documents).reduce((sum, document) => sum + document.size, 0);
  if (size > ZIP_LIMITS.bytes) {
    return fail('too_large', { detail: 'These documents are larger than 200 MB together: ask for fewer envelopes.' });
  }
  const files = [];
  for (const state of states) {
    for (const { name, content } of contentOf(state, caller, locales)) {
      files.push({ name, folders: [folderOf(state)], bytes: await getFile(content.file, content) });
    }
  }
  const [first] = states;
  const single = states.length === 1 && first;
  const name = single ? zipFileName(first.envelope, locales) : `Envelopes ${timestamp().slice(0, 10)}.zip`;
  return { name, bytes: zipFiles(files), envelopes: states.map(({ envelope }) => envelope) };
};

const folderOf = ({ envelope: { id, name } }: EnvelopeState): string =>
  `${[...safeFileName(name)].slice(0, 100).join('')} ${id.slice(-8)}`;

const contentOf = (
  { envelope, documents, fields, recipients }: EnvelopeState,
  caller: UserCaller,
  locales: readonly string[],
): { name: string; content: RecordedFile }[] => {
  const isInside = isOwner(caller, envelope) || seesAsMember(caller, envelope);
  const own = ownRoles(caller, envelope);
  const sees = seesAsSender(caller, envelope);
  const attached = shownFields(fields, recipients, () => sees)
    .filter(holdsFile)
    .filter(({ role_name }) => isInside || own.includes(role_name));
  return [
    ...documents.map((document) => ({
      name: documentFileName(document, envelope, locales),
      content: currentFile(document),
    })),
    ...attached.map((field) => ({
      name: partyFileName(`${field.name} - ${String(field.settings.name)}`, locales),
      content: attachedFile(field),
    })),
  ];
};
