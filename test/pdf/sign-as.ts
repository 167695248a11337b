import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core';
import { sealSigner } from '../../lib/aws/keys/seal-signer.ts';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { addFields } from '../../lib/pdf/file/signature-fields.ts';
import { appendRevision } from '../../lib/pdf/file/write-file.ts';
import { cadesSignature, signatureRoom } from '../../lib/pdf/seal/cades.ts';
import { reserveSignature, signFile, widgetOf } from '../../lib/pdf/seal/signature-field.ts';
import { useSealKey } from './tools.ts';

/** Makes a rule of what a signature permits (ISO 32000-2 section 12.8.2). */
const rule = (method: string, parameters: PdfDict): PdfDict => {
  parameters.set('Type', PdfName.of('TransformParams'));
  parameters.set('V', PdfName.of('1.2'));
  return PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of(method),
    TransformParams: parameters,
  });
};

/** `certifies`: the level of a certification. `locks`: the fields that it locks, by an action. */
interface Foreign {
  field?: string;
  certifies?: 1 | 2 | 3;
  locks?: 'All' | 'Include' | 'Exclude';
}

/** Signs a PDF by a key of somebody else's, as others' programs do before the file is sent. */
export const signAs = async (
  bytes: Uint8Array,
  { field = 'Law firm', certifies, locks }: Foreign = {},
): Promise<Uint8Array> => {
  const forget = await useSealKey('EC');
  try {
    const signer = await sealSigner();
    const document = await openPdf(bytes);
    const { pdf, pages } = document;
    const root = pdf.context.info.trailer.getRef('Root');
    const page = pages[0]?.ref;
    if (!root || !page) throw new Error('The file has no page');
    const room = signatureRoom(signer);
    const value = reserveSignature({ Type: PdfName.of('Sig'), SubFilter: PdfName.of('ETSI.CAdES.detached') }, room);
    value.set('M', PdfString.fromString('D:20260102030405Z'));
    const rules = certifies ? [rule('DocMDP', PdfDict.of({ P: PdfNumber.of(certifies) }))] : [];
    if (locks) {
      const fields = PdfArray.of(PdfString.fromString('Amount'));
      rules.push(rule('FieldMDP', PdfDict.of({ Action: PdfName.of(locks), Fields: fields })));
    }
    if (rules.length > 0) value.set('Reference', new PdfArray(rules));
    const widget = widgetOf({ name: field, value: pdf.register(value), page });
    const changed = addFields(document, root, [pdf.register(widget)]);
    if (certifies) {
      document.catalog.set('Perms', PdfDict.of({ DocMDP: widget.getRef('V') as PdfRef }));
      changed.push(root);
    }
    const written = appendRevision(document, bytes, changed);
    await signFile(written, room, (digest) => cadesSignature(digest, signer, undefined));
    return written;
  } finally {
    forget();
  }
};
