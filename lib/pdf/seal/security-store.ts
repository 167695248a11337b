import { createHash } from 'node:crypto';
import { PdfDict, PdfName, type PdfRef, PdfStream } from '@libpdf/core';
import { sha256 } from '../../base/ids.ts';
import { decodedData } from '../file/decode-stream.ts';
import { appendRevision } from '../file/write-file.ts';
import type { TrustSource, ValidationData } from '../trust/evidence.ts';
import { arrayOf, openSealed, refsIn, type Sealed } from './open-sealed.ts';

/** Arrays of the document security store (ETSI EN 319 142-1 section 5.4.2.2), and of what is about one signature. */
const PARTS = [
  { member: 'certificates', key: 'Certs', ofSignature: 'Cert' },
  { member: 'ocsps', key: 'OCSPs', ofSignature: 'OCSP' },
  { member: 'crls', key: 'CRLs', ofSignature: 'CRL' },
] as const;

/** The most that is read of a stranger's file: entries of one array, and bytes. */
export const MOST_STORED_ENTRIES = 100;
export const MOST_STORED_BYTES = 4 * 1024 * 1024;

/** Reads the document security store; null if the file has none. */
export const readStore = (sealed: Sealed): ValidationData | null => {
  const store = sealed.catalog.getDict('DSS', sealed.resolve);
  if (!store) return null;
  return streamsOf(sealed, store, 'key');
};

/** Reads what the store has about one signature; null if there is nothing. */
export const readRelated = (sealed: Sealed, contents: Uint8Array): ValidationData | null => {
  const entries = sealed.catalog.getDict('DSS', sealed.resolve)?.getDict('VRI', sealed.resolve);
  const related = entries?.getDict(nameFor(contents), sealed.resolve);
  return related ? streamsOf(sealed, related, 'ofSignature') : null;
};

const streamsOf = ({ resolve }: Sealed, dict: PdfDict, name: 'key' | 'ofSignature'): ValidationData => {
  let bytes = 0;
  const [certificates = [], ocsps = [], crls = []] = PARTS.map((part) =>
    refsIn(dict, part[name], resolve)
      .slice(0, MOST_STORED_ENTRIES)
      .flatMap((ref) => {
        const stream = resolve(ref);
        if (!(stream instanceof PdfStream) || bytes > MOST_STORED_BYTES) return [];
        const data = decodedData(stream);
        bytes += data.length;
        return bytes > MOST_STORED_BYTES ? [] : [data];
      }),
  );
  return { certificates, ocsps, crls };
};

/** The name of a signature's entry: SHA-1 of its bytes with those that fill their space. It protects nothing. */
const nameFor = (contents: Uint8Array): string => createHash('sha1').update(contents).digest('hex').toUpperCase();

/**
 * Appends a revision that adds validation data to the document security store. Entries that the store has stay as they
 * are, and none is added twice. `contents` is the signature that the data is for, which gets an entry by its hash (ISO
 * 32000-2 section 12.8.4.4): some readers look only there. Returns the file itself if there is nothing to add.
 */
export const appendStore = async (
  bytes: Uint8Array,
  data: ValidationData,
  contents?: Uint8Array,
): Promise<Uint8Array> => {
  const sealed = await openSealed(bytes);
  const { pdf, catalog, resolve, root } = sealed;
  const known = readStore(sealed);
  const before = catalog.getDict('DSS', resolve);
  const store = before ?? PdfDict.of({ Type: PdfName.of('DSS') });
  const related = PdfDict.of({ Type: PdfName.of('VRI') });
  let added = 0;
  for (const { member, key, ofSignature } of PARTS) {
    const refs = refsIn(store, key, resolve);
    const hashes = (known?.[member] ?? []).map((one) => sha256(one));
    const own: PdfRef[] = [];
    for (const one of data[member]) {
      const hash = sha256(one);
      let at = hashes.indexOf(hash);
      if (at < 0) {
        at = hashes.push(hash) - 1;
        refs.push(pdf.register(new PdfStream(new PdfDict(), one)));
        added += 1;
      }
      const ref = refs[at];
      if (ref) own.push(ref);
    }
    if (refs.length > 0) store.set(key, arrayOf(refs));
    if (own.length > 0) related.set(ofSignature, arrayOf(own));
  }
  if (added === 0) return bytes;
  if (contents) {
    const entries = store.getDict('VRI', resolve) ?? new PdfDict();
    entries.set(nameFor(contents), related);
    store.set('VRI', entries);
  }
  const ref = catalog.getRef('DSS');
  if (ref) return appendRevision(sealed, bytes, [ref], { compress: false });
  catalog.set('DSS', pdf.register(store));
  return appendRevision(sealed, bytes, [root], { compress: false });
};

/** Validation data of a file as a source: everything in it may be about any certificate. */
export const storeSource = ({ certificates, ocsps, crls }: ValidationData): TrustSource => ({
  issuers: async () => certificates,
  revocation: () => [
    ...ocsps.map((der) => async () => ({ kind: 'ocsp' as const, der })),
    ...crls.map((der) => async () => ({ kind: 'crl' as const, der })),
  ],
});
