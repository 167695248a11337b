import { type PdfDict, PdfName } from '@libpdf/core';
import { type Box, displayPoint } from '../file/display.ts';
import type { OpenPdf } from '../file/open-pdf.ts';
import { annotationsOf, numbers } from '../file/page-box.ts';
import { formEntries, type SignedField, signedFields } from '../file/signature-fields.ts';
import { comparePages } from '../pdfium/compare.ts';
import { checkCms } from '../seal/check-cms.ts';
import { lockedBy, permittedBy } from '../seal/permissions.ts';
import { documentToken } from '../seal/read-seal.ts';
import { type PdfSignature, readSignatures } from '../seal/read-signatures.ts';
import { nameOf } from '../trust/x509-certificate.ts';
import type { EarlierSignature } from './earlier-signature.ts';

/** The most signatures that a file may bring. */
const MOST_SIGNATURES = 20;

/** Fields that a signature locks, by names. */
export interface FieldLock {
  signer: string;
  names: readonly string[];
}

/** The signatures of a file and what they lock, or the reason why it can't be taken with them. */
export type ReadEarlier = { signatures: EarlierSignature[]; locks: FieldLock[] } | { fault: string };

/**
 * Checks the signatures of a file that is signed already: each must be valid for the bytes that it covers, permit that
 * others sign, and show on its pages what the file shows now, but for form fields.
 */
export const readEarlier = async (bytes: Uint8Array, document: OpenPdf): Promise<ReadEarlier> => {
  const fields = signedFields(document);
  const values = new Set(fields.map(({ value }) => value));
  if (values.size > MOST_SIGNATURES) return { fault: `it holds more than ${MOST_SIGNATURES} signatures` };
  const read = await readSignatures(bytes);
  const signatures: EarlierSignature[] = [];
  const locks: FieldLock[] = [];
  for (const value of values) {
    const ours = fields.filter((one) => one.value === value);
    const found = read.find((one) => ours.some(({ name }) => name === one.field));
    const field = found?.field ?? (ours[0] as SignedField).name;
    const checked = found && (await check(found));
    if (!checked)
      return { fault: `its signature in the field “${field}” doesn't match the document, or can't be checked` };
    const permitted = ours.map((one) => permittedBy(one, document.resolve));
    const permits = (['nothing', 'filling'] as const).find((one) => permitted.includes(one)) ?? 'signing';
    if (permits === 'nothing') {
      return {
        fault: `the signature of ${checked.signer} (in the field “${field}”) permits no changes, not even another signature`,
      };
    }
    const page = await changedPage(bytes, found, document);
    if (page)
      return { fault: `page ${page} was changed after the signature of ${checked.signer} (in the field “${field}”)` };
    signatures.push({ field, kind: found.kind, ...checked, permits });
    locks.push({ signer: checked.signer, names: ours.flatMap((one) => lockedBy(one, document.resolve)) });
  }
  return { signatures, locks };
};

type Checked = Pick<EarlierSignature, 'signer' | 'signed_at' | 'is_proven'>;

/** Undefined for a signature that isn't valid for exactly the bytes that it covers, or is of an unknown kind. */
const check = async (signature: PdfSignature): Promise<Checked | undefined> => {
  const { kind, contents, covered, contentsInPlace, claimedAt } = signature;
  if (!covered || !contentsInPlace) return undefined;
  if (kind === 'timestamp') {
    const token = await documentToken(signature);
    return token
      ? { signer: nameOf(token.signer.x509), signed_at: token.time.toISOString(), is_proven: true }
      : undefined;
  }
  const cms = await checkCms(contents, covered);
  if (!cms?.valid || !cms.fits || !cms.alone) return undefined;
  const { timestamp } = cms;
  return { signer: nameOf(cms.certificate), signed_at: timestamp?.time ?? claimedAt, is_proven: timestamp !== null };
};

/** The first page that shows something else than when it was signed, outside of form fields. */
const changedPage = async (
  bytes: Uint8Array,
  { end }: PdfSignature,
  document: OpenPdf,
): Promise<number | undefined> => {
  if (end === bytes.length) return undefined;
  const except = new Map(document.pages.map((page, index) => [index + 1, widgetBoxes(page, document)]));
  const [difference] = await comparePages(bytes.slice(0, end), bytes, { except });
  return difference?.page;
};

/** In points: strokes and smoothed edges exceed a field's box a little. */
const BEYOND_BOX = 2;

const widgetBoxes = ({ dict, box }: OpenPdf['pages'][number], { resolve }: OpenPdf): Box[] =>
  annotationsOf(dict, resolve).flatMap(({ annotation }) => {
    if (annotation.getName('Subtype', resolve)?.value !== 'Widget') return [];
    const [x0, y0, x1, y1] = numbers(annotation.get('Rect', resolve), 4, resolve) ?? [];
    if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return [];
    const [[ax, ay], [bx, by]] = [displayPoint(box, x0, y0), displayPoint(box, x1, y1)];
    return {
      x: Math.min(ax, bx) - BEYOND_BOX,
      y: Math.min(ay, by) - BEYOND_BOX,
      width: Math.abs(bx - ax) + 2 * BEYOND_BOX,
      height: Math.abs(by - ay) + 2 * BEYOND_BOX,
    };
  });

/** Reason why a form can look different later or elsewhere; undefined if it can't. */
export const formFault = (document: OpenPdf): string | undefined => {
  const { catalog, pages, resolve } = document;
  const form = catalog.getDict('AcroForm', resolve);
  if (form?.has('XFA')) return 'its form is in XFA, too';
  if (form?.getBool('NeedAppearances', resolve)?.value) return 'its form leaves its look to viewers';
  const widgets = pages.flatMap(({ dict }) => annotationsOf(dict, resolve).map(({ annotation }) => annotation));
  const isActive = (holder: PdfDict): boolean => holder.has('AA') || isScript(holder, document);
  const isAnyActive = [...formEntries(document).map(({ field }) => field), ...widgets].some(isActive);
  return isAnyActive || form?.has('CO') ? 'its form runs scripts' : undefined;
};

const HARMLESS = new Set(['GoTo', 'URI']);

const isScript = (holder: PdfDict, { resolve }: OpenPdf): boolean => {
  const action = holder.getDict('A', resolve);
  const kind = action?.get('S', resolve);
  return action !== undefined && (action.has('Next') || !(kind instanceof PdfName && HARMLESS.has(kind.value)));
};
