import { effect, signal } from '@preact/signals';
import type { DocumentPages, SignedDocument, TextBlock } from '../shared/answers.ts';
import { ask } from './api.ts';
import { envelope, session } from './state.ts';

/** Pages as the server draws them, requested ten at a time. */

export interface PageOf {
  document: SignedDocument;
  page: number;
}

interface Drawn {
  /** Link to the picture. */
  picture: string;
  /** Null until it is known. */
  text: TextBlock[] | null;
}

const AT_ONCE = 10;

const drawn = signal<Readonly<Record<string, Drawn>>>({});
const asked = new Map<string, Promise<void>>();

// No data of the signer is kept after the session.
effect(() => {
  if (!session.value) drawn.value = {};
});

/** A page's picture changes when somebody submits: earlier ones are outdated. */
const keyOf = ({ document, page }: PageOf): string => {
  const submitted = envelope.value.recipients.filter(({ status }) => status === 'submitted');
  return [document.id, page, ...submitted.map(({ role_name }) => role_name)].join('\n');
};

/** The page, if it is loaded: page 1 comes with the session. */
export const drawnPage = (at: PageOf): Drawn | undefined => {
  const known = drawn.value[keyOf(at)];
  const first = session.value?.first_page;
  if (known || first?.document_id !== at.document.id || first.page !== at.page) return known;
  return { picture: first.picture, text: null };
};

/** Loads a page and its nine neighbours with their text, unless they are loaded. Throws what `ask` throws. */
export const loadPage = async (at: PageOf): Promise<void> => {
  if (drawn.value[keyOf(at)]?.text) return;
  // A page 1 that somebody has signed is drawn now: alone it comes sooner than with nine others.
  if (at.page === 1 && !drawnPage(at)) return loadPicture(at);
  await load(at, at.page - ((at.page - 1) % AT_ONCE));
  // Pages that take long to draw come with a later answer; the requested page always comes.
  if (!drawn.value[keyOf(at)]?.text) await load(at, at.page);
};

const loadPicture = async (at: PageOf): Promise<void> => {
  const picture = await ask<string>('GET', picturePath(at));
  drawn.value = { [keyOf(at)]: { picture, text: null }, ...drawn.value };
};

/** Drops a page whose link has expired. */
export const forgetPage = (at: PageOf): void => {
  const { [keyOf(at)]: _, ...others } = drawn.value;
  drawn.value = others;
  const opened = session.value;
  if (opened?.first_page?.document_id === at.document.id && opened.first_page.page === at.page) {
    session.value = { ...opened, first_page: null };
  }
};

const load = (at: PageOf, from: number): Promise<void> => {
  const name = keyOf({ ...at, page: from });
  const loading = asked.get(name) ?? ask<DocumentPages>('GET', pagesPath(at, from)).then((answer) => keep(at, answer));
  asked.set(name, loading);
  return loading.finally(() => asked.delete(name));
};

const pagesPath = ({ document }: PageOf, from: number): string =>
  `/v2/envelope-documents/${document.id}/pages/filled?from=${from}`;

const keep = ({ document }: PageOf, { pages }: DocumentPages): void => {
  const now = { ...drawn.value };
  for (const { page, picture, text } of pages) {
    const at = { document, page };
    const shown = drawnPage(at)?.picture;
    // The same picture with another link would be loaded again.
    now[keyOf(at)] = { picture: shown && isSame(shown, picture) ? shown : picture, text };
  }
  drawn.value = now;
};

const isSame = (link: string, other: string): boolean => link.split('?')[0] === other.split('?')[0];

const picturePath = ({ document, page }: PageOf): string =>
  `/v2/envelope-documents/page-image/${document.id}/filled/${page}`;

/** Link to a picture of the page with twice as many pixels each way. */
export const largePicture = (at: PageOf): Promise<string> => ask<string>('GET', `${picturePath(at)}?scale=2`);
