import { type Bytes, UnreadableError } from './bytes.ts';
import { readWholeDer } from './der.ts';
import { PdfFile } from './pdf-file.ts';
import { Stream } from './pdf-values.ts';
import { type RevocationData, readCrl, readOcsp } from './revocation-data.ts';
import { type Certificate, readCertificate } from './x509-certificate.ts';

/** Contents of the document's security store (ISO 32000-2 section 12.8.4.3), read and not checked. */
export interface SecurityStore {
  /** Certificates: also roots, which signatures leave out. */
  certificates: Certificate[];
  /** OCSP responses and lists of revoked certificates. */
  revocation: RevocationData[];
  /** False if some of the revocation data can't be read. */
  isWhole: boolean;
}

/** Entries of a kind that are read of a stranger's file. */
const MOST_STORED = 100;

/**
 * Reads the security store. Parts that can't be read are left out: they prove nothing, and the rest of the file is
 * checked without them.
 */
export const readStore = async (bytes: Bytes): Promise<SecurityStore> => {
  const store: SecurityStore = { certificates: [], revocation: [], isWhole: true };
  const file = await unlessUnreadable(() => PdfFile.read(bytes));
  const dict = file && (await unlessUnreadable(async () => file.dict((await file.catalog()).get('DSS'))));
  if (!file || !dict) return store;
  const read = async <T>(key: string, into: T[], as: (data: Bytes) => Promise<T>): Promise<void> => {
    const entries = (await unlessUnreadable(() => file.array(dict.get(key)))) ?? [];
    for (const one of entries.slice(0, MOST_STORED)) {
      const found = await unlessUnreadable(async () => {
        const stream = await file.resolve(one);
        return stream instanceof Stream ? as(await file.data(stream)) : null;
      });
      if (found) into.push(found);
      else if (key !== 'Certs') store.isWhole = false;
    }
    if (entries.length > MOST_STORED) store.isWhole = false;
  };
  await read('Certs', store.certificates, (data) => readCertificate(readWholeDer(data)));
  await read('OCSPs', store.revocation, readOcsp);
  await read('CRLs', store.revocation, readCrl);
  return store;
};

/** The result, or null where a file can't be read. */
export const unlessUnreadable = async <T>(act: () => Promise<T>): Promise<T | null> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
};
