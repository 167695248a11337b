import { PdfArray, PdfDict } from '@libpdf/core';
import type { OpenPdf } from './open.ts';
import type { Resolve } from './page-box.ts';

/** Actions that only move the reader about (ISO 32000-2 table 201). All others run, send, open or change something. */
const HARMLESS = new Set(['GoTo', 'URI', 'Named', 'Thread']);

/** More bookmarks than this are not a table of contents. */
const MAX_OUTLINE_ITEMS = 100_000;

/**
 * Takes out of the document what acts by itself or on a click: scripts, launched programs, submitted forms, and the
 * form itself. What a document shows after it was sealed depends on nothing but its pages.
 */
export const removeActiveContent = ({ catalog, pages, resolve }: OpenPdf): void => {
  dropActions(catalog, 'OpenAction', resolve);
  // /Perms holds usage rights that a vendor granted to the file as it was: they end when it changes.
  for (const key of ['AA', 'AcroForm', 'NeedsRendering', 'Perms', 'Requirements']) catalog.delete(key);
  catalog.getDict('Names', resolve)?.delete('JavaScript');

  for (const { dict } of pages) {
    dict.delete('AA');
    const annotations = dict.get('Annots', resolve);
    if (!(annotations instanceof PdfArray)) continue;
    for (let index = 0; index < annotations.length; index++) {
      const annotation = annotations.at(index, resolve);
      if (annotation instanceof PdfDict) disarm(annotation, resolve);
    }
  }
  disarmOutline(catalog, resolve);
};

const disarm = (item: PdfDict, resolve: Resolve): void => {
  dropActions(item, 'A', resolve);
  dropActions(item, 'PA', resolve);
  item.delete('AA');
};

/** Deletes an action unless it is harmless, and whatever would follow it in any case. */
const dropActions = (holder: PdfDict, key: string, resolve: Resolve): void => {
  const action = holder.get(key, resolve);
  if (!(action instanceof PdfDict)) return;
  if (HARMLESS.has(action.getName('S', resolve)?.value ?? '')) action.delete('Next');
  else holder.delete(key);
};

const disarmOutline = (catalog: PdfDict, resolve: Resolve): void => {
  const seen = new Set<PdfDict>();
  const waiting = [catalog.getDict('Outlines', resolve)?.getDict('First', resolve)];
  while (waiting.length > 0 && seen.size < MAX_OUTLINE_ITEMS) {
    const item = waiting.pop();
    if (!item || seen.has(item)) continue;
    seen.add(item);
    disarm(item, resolve);
    waiting.push(item.getDict('First', resolve), item.getDict('Next', resolve));
  }
};
