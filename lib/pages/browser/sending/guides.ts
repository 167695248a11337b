import { signal } from '@preact/signals';
import type { FieldProposals } from '../shared/answers.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { pictureKey } from './page-pictures.ts';
import type { Guides } from './snap.ts';

/** Lines and boxes of pages, which fields snap to: read once for each page on which one moves something. */
const known = signal<Readonly<Record<string, Guides>>>({});
const asked = new Set<string>();

/** Forgets all guides, as when pages have changed. */
export const forgetGuides = (): void => {
  known.value = {};
  asked.clear();
};
onOtherProfile(forgetGuides);

export const guidesOf = (document_id: string, page: number): Guides | undefined =>
  known.peek()[pictureKey(document_id, page)];

/** Reads the guides of a page, unless they are known. Without them fields snap to each other alone. */
export const wantGuides = async (document_id: string, page: number): Promise<void> => {
  const key = pictureKey(document_id, page);
  if (asked.has(key)) return;
  asked.add(key);
  try {
    const path = `/v2/template-documents/${document_id}/proposals?from=${page}&count=1`;
    const { pages } = await ask<FieldProposals>('GET', path);
    const [found] = pages;
    if (found) known.value = { ...known.peek(), [key]: found.guides };
  } catch {
    asked.delete(key);
  }
};
