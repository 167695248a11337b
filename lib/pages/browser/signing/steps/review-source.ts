import { type Signal, signal } from '@preact/signals';
import type { ReviewPage } from '../../shared/answers.ts';
import { type Failure, isPassing, type PageOf } from '../pages/page-source.ts';
import { ask, followChange, recipientPath } from '../state/api.ts';
import { allSaved } from '../state/queue.ts';
import { localeAndZone } from '../words/index.ts';

/**
 * Pages as they would be sealed now. The code that seals draws them from what the server holds, so changes are saved
 * before. Only the last ones are kept, and none after the review.
 */

/** A page near the screen. Its failure, set to null, has the page requested again. */
interface Wanted {
  at: PageOf;
  failure: Signal<Failure | null>;
}

const MOST_LOADING = 2;
const MOST_KEPT = 8;
/** Milliseconds until failed pages are requested again; each time twice as long. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [1000, 15_000];

const reviewed = signal<ReadonlyMap<string, ReviewPage>>(new Map());

/** Language and zone of the signer's dates and times, as soon as a page has said them. */
export const written = signal<ReviewPage['written'] | null>(null);

const wanted = new Set<Wanted>();
const loading = new Map<string, AbortController>();
let retrying: ReturnType<typeof setTimeout> | undefined;
let pause = SHORTEST_PAUSE;

const keyOf = ({ document, page }: PageOf): string => `${document.id} ${page}`;

export const reviewedPage = (at: PageOf): ReviewPage | undefined => reviewed.value.get(keyOf(at));

/** Drops all pages: values may have changed. */
export const forgetReviewed = (): void => {
  reviewed.value = new Map();
};

/** Loads a page until the returned function is called. */
export const wantReviewed = (one: Wanted): (() => void) => {
  wanted.add(one);
  const stop = one.failure.subscribe(loadNext);
  return () => {
    stop();
    wanted.delete(one);
    loadNext();
  };
};

const isWanted = (key: string): boolean => [...wanted].some(({ at }) => keyOf(at) === key);

/** Ends requests for pages that have gone by, and begins those that are due. */
const loadNext = (): void => {
  for (const [key, abort] of loading) {
    if (isWanted(key)) continue;
    loading.delete(key);
    abort.abort();
  }
  for (const one of wanted) {
    if (loading.size >= MOST_LOADING) return;
    const key = keyOf(one.at);
    if (one.failure.peek() || reviewed.peek().has(key) || loading.has(key)) continue;
    const abort = new AbortController();
    loading.set(key, abort);
    void load(one, key, abort);
  }
};

const load = async ({ at, failure }: Wanted, key: string, abort: AbortController): Promise<void> => {
  try {
    await allSaved();
    if (abort.signal.aborted) return;
    const path = recipientPath(`review/${at.document.id}/${at.page}`);
    const query = new URLSearchParams(localeAndZone());
    keep(key, await ask<ReviewPage>('GET', `${path}?${query}`, undefined, undefined, abort.signal));
  } catch (error) {
    if (abort.signal.aborted) return;
    await followChange(error).catch(() => false);
    failure.value = isPassing(error) ? 'cutOff' : 'refused';
    if (failure.value === 'cutOff') retryLater();
  }
  if (loading.get(key) === abort) loading.delete(key);
  loadNext();
};

const keep = (key: string, page: ReviewPage): void => {
  const now = new Map(reviewed.peek());
  for (const old of now.keys()) if (now.size >= MOST_KEPT && !isWanted(old)) now.delete(old);
  reviewed.value = now.set(key, page);
  written.value = page.written;
  pause = SHORTEST_PAUSE;
};

const retry = (): void => {
  for (const { failure } of wanted) if (failure.peek() === 'cutOff') failure.value = null;
};

const retryLater = (): void => {
  clearTimeout(retrying);
  retrying = setTimeout(retry, pause);
  pause = Math.min(pause * 2, LONGEST_PAUSE);
};

addEventListener('online', retry);
