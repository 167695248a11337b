import { fromBase64 } from './bytes.ts';
import { readWholeDer } from './der.ts';
import { type Finding, finding } from './findings.ts';
import type { SealedFile } from './sealed-file.ts';
import { unlessUnreadable } from './security-store.ts';
import { isObject, listOrNone, type TrailDocument, type TrailEvent } from './trail.ts';
import { readCertificate } from './x509-certificate.ts';

/**
 * Checks the signature with a certificate in `recipient:signed`, if it names one: each document's sealed file begins
 * with the bytes whose length and SHA-256 stand there, and they end with a signature by that very certificate, over all
 * before it.
 */
export const certificateFindings = async (
  { data: { certificate_signature: stated }, sequence }: TrailEvent,
  said: Finding['values'],
  documents: readonly TrailDocument[],
  files: readonly SealedFile[],
): Promise<Finding[]> => {
  if (!isObject(stated)) return [];
  const certificate = await unlessUnreadable(() =>
    readCertificate(readWholeDer(fromBase64(String(stated.certificate)))),
  );
  const signed = listOrNone(stated.documents).map(({ document_id, size, sha256 }) => {
    const known = [sha256, documents.find(({ id }) => id === document_id)?.sealed_sha256];
    const given = files.filter(({ hashes }) => hashes.some((one) => known.includes(one)));
    const wanted = `${size} ${sha256} ${certificate?.fingerprint}`;
    return given.length > 0 ? given.some((one) => one.signed.includes(wanted)) : null;
  });
  if (!certificate || signed.length === 0 || signed.includes(false)) {
    return [finding('certificateSignatureOther', { ...said, event: sequence })];
  }
  const { subjectText: subject, issuerText: issuer } = certificate;
  const check = signed.includes(null) ? 'certificateSignatureMissing' : 'signedByCertificate';
  return [finding(check, { ...said, subject, issuer, level: String(stated.level) })];
};
