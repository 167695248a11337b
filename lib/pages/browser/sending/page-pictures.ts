import { signal } from '@preact/signals';
import type { DocumentPages, Draft, TextBlock } from '../shared/answers.ts';
import { ask, onOtherProfile } from '../user/session.ts';

/**
 * Pictures of a draft's pages, as signers will see them: requested by tens, once for each. The first page is drawn
 * alone, because somebody is waiting for it.
 */

interface PagePicture {
  picture: string;
  text: TextBlock[];
}

export const pictures = signal<Readonly<Record<string, PagePicture | 'failed'>>>({});
onOtherProfile(() => {
  pictures.value = {};
});

export const pictureKey = (document_id: string, page: number): string => `${document_id} ${page}`;

const AT_ONCE = 10;
const asked = new Set<string>();

/** Asks for the page and its neighbours, unless they were asked for already. */
export const wantPicture = async (document_id: string, page: number): Promise<void> => {
  const ten = Math.floor((page - 1) / AT_ONCE) * AT_ONCE + 1;
  const from = page > 1 && ten === 1 ? 2 : ten;
  if (pictures.peek()[pictureKey(document_id, page)] || asked.has(pictureKey(document_id, page))) return;
  // Pages that take long to draw come with another request, which begins at the page.
  const begin = asked.has(pictureKey(document_id, from)) ? page : from;
  const length = begin === 1 ? 1 : AT_ONCE - ((begin - 1) % AT_ONCE);
  const keys = Array.from({ length }, (_, index) => pictureKey(document_id, begin + index));
  for (const key of keys) asked.add(key);
  try {
    const path = `/v2/template-documents/${document_id}/pages?from=${begin}&count=${keys.length}`;
    const { pages } = await ask<DocumentPages>('GET', path);
    const drawn = pages.map(({ page: number, ...rest }) => [pictureKey(document_id, number), rest] as const);
    pictures.value = { ...pictures.peek(), ...Object.fromEntries(drawn) };
    for (const key of keys) if (!pictures.peek()[key]) asked.delete(key);
  } catch {
    for (const key of keys) asked.delete(key);
    pictures.value = { ...pictures.peek(), [pictureKey(document_id, page)]: 'failed' };
  }
};

/** Forgets a document's pages: it has another file now. */
export const forgetPictures = (document_id: string): void => {
  const isOf = (key: string) => key.startsWith(`${document_id} `);
  for (const key of [...asked].filter(isOf)) asked.delete(key);
  pictures.value = Object.fromEntries(Object.entries(pictures.peek()).filter(([key]) => !isOf(key)));
};

/** Asks for a document's first page, and loads its picture, before somebody goes where it is shown. */
export const loadFirstPage = async (document_id: string): Promise<void> => {
  const key = pictureKey(document_id, 1);
  const isKnown = key in pictures.peek();
  await wantPicture(document_id, 1);
  const first = pictures.peek()[key];
  if (!isKnown && first && first !== 'failed') new Image().src = first.picture;
};

/** Takes the first page that came with the draft, and loads its picture. */
export const keepFirstPage = ({ document_id, page, picture, text }: NonNullable<Draft['first_page']>): void => {
  new Image().src = picture;
  pictures.value = { ...pictures.peek(), [pictureKey(document_id, page)]: { picture, text } };
};

/** Asks again for a page that failed, or whose link has expired. */
export const askAgain = (document_id: string, page: number): void => {
  const { [pictureKey(document_id, page)]: _, ...others } = pictures.peek();
  pictures.value = others;
  asked.delete(pictureKey(document_id, page));
  void wantPicture(document_id, page);
};

/** Asks again for pages that failed, once the connection is back. */
const askForFailed = (): void => {
  for (const [key, picture] of Object.entries(pictures.peek())) {
    const [document_id = '', page] = key.split(' ');
    if (picture === 'failed') askAgain(document_id, Number(page));
  }
};
addEventListener('online', askForFailed);
