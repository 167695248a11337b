import { effect, type Signal, signal } from '@preact/signals';
import type { DocumentPages, SignedDocument, TextBlock } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { ask } from '../state/api.ts';
import { envelope, session } from '../state/state.ts';

/**
 * Pages as the server draws them. Those on the screen are requested first, a few at once, and then their neighbours by
 * tens. Pages that are scrolled past are not requested, or no longer.
 */

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

/**
 * Reason why a page isn't shown: there is no connection, and the page is requested again by itself; or the server
 * refused it.
 */
export type Failure = 'cutOff' | 'refused';

/** A page near the screen. */
interface Wanted {
  at: PageOf;
  /** True if it is on the screen. */
  isSeen: () => boolean;
  /** True once the browser has loaded its picture. */
  isShown: () => boolean;
  /** Set to null, the page is requested again. */
  failure: Signal<Failure | null>;
}

interface Loading {
  document: SignedDocument;
  from: number;
  count: number;
  abort: AbortController;
}

const AT_ONCE = 10;
/** Requests at once: the server would draw what others ask for later than what is seen now. */
const MOST_LOADING = 2;
/** Milliseconds without scrolling to another page after which requests begin. */
const SETTLED = 80;
/** Milliseconds until failed pages are requested again; each time twice as long. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [1000, 15_000];

let settling: ReturnType<typeof setTimeout> | undefined;
let retrying: ReturnType<typeof setTimeout> | undefined;
let pause = SHORTEST_PAUSE;

const drawn = signal<Readonly<Record<string, Drawn>>>({});
const wanted = new Set<Wanted>();
const loading = new Set<Loading>();

effect(() => {
  // Pages change when somebody submits.
  if (session.value) loadSoon();
  // No data of the signer is kept after the session.
  else drawn.value = {};
});

/** A page's picture changes when somebody submits, for the first time or again: earlier ones are outdated. */
const keyOf = ({ document, page }: PageOf): string => {
  const submitted = envelope.value.recipients.filter(({ status }) => status === 'submitted');
  return [document.id, page, ...submitted.map(({ role_name, updated_at }) => role_name + updated_at)].join('\n');
};

/** The page, if it is loaded: page 1 comes with the session. */
export const drawnPage = (at: PageOf): Drawn | undefined => {
  const known = drawn.value[keyOf(at)];
  const first = session.value?.first_page;
  if (known || first?.document_id !== at.document.id || first.page !== at.page) return known;
  return { picture: first.picture, text: null };
};

/** Loads a page and its neighbours with their text, until the returned function is called. */
export const wantPage = (one: Wanted): (() => void) => {
  wanted.add(one);
  const stop = one.failure.subscribe(loadSoon);
  return () => {
    stop();
    wanted.delete(one);
    loadSoon();
  };
};

/** Drops a page whose link has expired. */
export const forgetPage = (at: PageOf): void => {
  const { [keyOf(at)]: _, ...others } = drawn.value;
  drawn.value = others;
  const opened = session.value;
  if (opened?.first_page?.document_id === at.document.id && opened.first_page.page === at.page) {
    session.value = { ...opened, first_page: null };
  }
  loadSoon();
};

/** Notes that a page's picture is shown: others may be requested, and the connection is there. */
export const pageShown = (): void => {
  pause = SHORTEST_PAUSE;
  loadSoon();
};

const loadSoon = (): void => {
  clearTimeout(settling);
  settling = setTimeout(loadNext, SETTLED);
};

const covers = ({ document, from, count }: Loading, at: PageOf): boolean =>
  document.id === at.document.id && at.page >= from && at.page < from + count;

const isDue = ({ at, failure }: Wanted): boolean => !failure.peek() && !drawnPage(at)?.text;

/** Ends requests for pages that have gone by, and begins those that are due. */
const loadNext = (): void => {
  for (const one of loading) {
    if ([...wanted].some(({ at }) => covers(one, at))) continue;
    loading.delete(one);
    one.abort.abort();
  }
  while (loading.size < MOST_LOADING) {
    const next = nextLoad();
    if (!next) return;
    loading.add(next);
    void load(next);
  }
};

/**
 * The next request: pages on the screen, else the ten that a page near the screen belongs to. Nothing while pages on
 * the screen are on their way: they get the whole connection.
 */
const nextLoad = (): Loading | undefined => {
  const due = [...wanted].filter(isDue);
  const seen = [...wanted].filter(({ failure, isSeen }) => !failure.peek() && isSeen());
  const blank = seen.filter(({ at }) => !drawnPage(at));
  if (blank.length === 0 && seen.some(({ isShown }) => !isShown())) return undefined;
  const next = (blank.length > 0 ? blank : due).find(({ at }) => !isLoading(at));
  if (!next) return undefined;
  const { document, page } = next.at;
  if (blank.length > 0) {
    const isBlank = (other: number) => blank.some(({ at }) => at.document.id === document.id && at.page === other);
    return loadAround(next.at, isBlank, { from: 1, to: document.pages });
  }
  const from = page - ((page - 1) % AT_ONCE);
  const to = Math.min(from + AT_ONCE - 1, document.pages);
  return loadAround(next.at, (other) => !drawnPage({ document, page: other })?.text, { from, to });
};

const isLoading = (at: PageOf): boolean => [...loading].some((one) => covers(one, at));

/** The page with those directly before and after it that are to be loaded, too. */
const loadAround = (
  { document, page }: PageOf,
  isToLoad: (page: number) => boolean,
  within: { from: number; to: number },
): Loading => {
  const isFree = (other: number) => isToLoad(other) && !isLoading({ document, page: other });
  let [from, to] = [page, page];
  while (from > within.from && isFree(from - 1)) from -= 1;
  while (to < within.to && isFree(to + 1)) to += 1;
  return { document, from, count: Math.min(to - from + 1, AT_ONCE), abort: new AbortController() };
};

const load = async (one: Loading): Promise<void> => {
  const { document, from, count, abort } = one;
  const path = `/v2/envelope-documents/${document.id}/pages/filled?from=${from}&count=${count}`;
  try {
    const { pages } = await ask<DocumentPages>('GET', path, undefined, undefined, abort.signal);
    if (pages.length === 0) throw new Error('No page was answered');
    keep(document, pages);
  } catch (error) {
    if (!abort.signal.aborted) fail(one, error);
  }
  loading.delete(one);
  loadNext();
};

const keep = (document: SignedDocument, pages: DocumentPages['pages']): void => {
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

/** True for a failure that may be over when the same is asked again. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof CallFailed) || error.status >= 500 || error.status === 429;

const fail = (one: Loading, error: unknown): void => {
  const why = isPassing(error) ? 'cutOff' : 'refused';
  for (const { at, failure } of wanted) if (covers(one, at)) failure.value = why;
  if (why === 'cutOff') retryLater();
};

/** Requests failed pages again: browsers say when the connection is back, but not when the service is. */
export const retryLater = (): void => {
  clearTimeout(retrying);
  retrying = setTimeout(retry, pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE);
};

const retry = (): void => {
  for (const { failure } of wanted) if (failure.peek() === 'cutOff') failure.value = null;
};

addEventListener('online', retry);

/** Link to a picture of the page with twice as many pixels each way. */
export const largePicture = ({ document, page }: PageOf): Promise<string> =>
  ask<string>('GET', `/v2/envelope-documents/page-image/${document.id}/filled/${page}?scale=2`);
