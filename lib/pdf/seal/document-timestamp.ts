import { PdfName } from '@libpdf/core';
import { addFields, formEntries, freeName, signedFields } from '../file/signature-fields.ts';
import { appendRevision } from '../file/write-file.ts';
import { requestStamp, type Stamp, TOKEN_ROOM } from '../trust/authority.ts';
import { openSealed } from './open-sealed.ts';
import { reserveSignature, signFile, widgetOf } from './signature-field.ts';

/** A file with a new document time-stamp. */
export interface Stamped {
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, hex. */
  sha256: string;
  stamp: Stamp;
}

/** Makes the token for a digest of the file. */
export type MakeToken<T extends { der: Uint8Array }> = (digest: Uint8Array) => Promise<T>;

/**
 * Appends a revision with a document time-stamp (ETSI EN 319 142-1 section 5.4.3) over the whole file. Throws
 * `NoTimestampError` if no authority answers.
 */
export const appendDocumentTimestamp = (bytes: Uint8Array, authorities: readonly string[]): Promise<Stamped> =>
  appendToken(bytes, (digest) => requestStamp(authorities, digest));

/** As `appendDocumentTimestamp`, with any token. */
export const appendToken = async <T extends { der: Uint8Array }>(
  bytes: Uint8Array,
  make: MakeToken<T>,
): Promise<{ bytes: Uint8Array; sha256: string; stamp: T }> => {
  const sealed = await openSealed(bytes);
  const { pdf, catalog, root, resolve } = sealed;
  // Fields of others' signatures may lack their page; that of a seal has it.
  const page = signedFields(sealed).flatMap(({ field }) => field.getRef('P') ?? [])[0];
  if (!page) throw new Error('A file without a seal gets no document time-stamp');
  const fields = catalog.getDict('AcroForm', resolve)?.getArray('Fields', resolve)?.length ?? 0;
  const taken = new Set(formEntries(sealed).map(({ name }) => name));
  const value = reserveSignature(
    { Type: PdfName.of('DocTimeStamp'), SubFilter: PdfName.of('ETSI.RFC3161') },
    TOKEN_ROOM,
  );
  const widget = widgetOf({
    name: freeName(taken, `Countersign archive time-stamp ${fields}`),
    value: pdf.register(value),
    page,
  });
  const written = appendRevision(sealed, bytes, addFields(sealed, root, [pdf.register(widget)]));
  let stamp: T | undefined;
  const { sha256 } = await signFile(written, TOKEN_ROOM, async (digest) => {
    stamp = await make(digest);
    return stamp.der;
  });
  if (!stamp) throw new Error('The file has no time-stamp');
  return { bytes: written, sha256, stamp };
};
