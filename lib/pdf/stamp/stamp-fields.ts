import type { PdfRef } from '@libpdf/core';
import { openPdf } from '../file/open.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { isSigned } from '../file/signature-fields.ts';
import { appendRevision } from '../file/write-file.ts';
import { prepareTexts } from '../fonts/prepare-texts.ts';
import { fillForm } from './fill-form.ts';
import { openStamper, type StampField, stampDocument, textsOf } from './stamp.ts';

/**
 * Stamps the values of fields onto a document of record, upright as the page is displayed. The file stays unchanged,
 * and the stamps follow as one revision. Throws if the file can't be read, is no document of record (see `inspectPdf`),
 * or lacks a field's page.
 */
export const stampFields = async (bytes: Uint8Array, fields: StampField[]): Promise<Uint8Array> => {
  await prepareTexts(textsOf(fields));
  const document = await openPdf(bytes);
  const { changed, rest } = isSigned(document) ? fillOwnForm(document, fields) : { changed: [], rest: fields };
  return appendRevision(document, bytes, [...changed, ...stampDocument(document, rest)]);
};

const fillOwnForm = (document: OpenPdf, fields: readonly StampField[]): { changed: PdfRef[]; rest: StampField[] } => {
  const stamper = openStamper(document.pdf);
  const { changed, rest } = fillForm(document, fields, stamper);
  stamper.fonts.write();
  return { changed, rest };
};
