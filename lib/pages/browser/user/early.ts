import { ask } from './session.ts';

/** An answer that was asked for before the screen that shows it was there. */
let early: { path: string; answer: Promise<unknown>; at: number } | undefined;

/** Milliseconds after which such an answer says nothing of now any more, or of who is signed in. */
const FRESH = 5000;

/** Asks for what the next screen will need, while others still load what comes before it. */
export const askEarly = (path: string): void => {
  const answer = ask('GET', path);
  // Whoever takes the answer sees the failure.
  answer.catch(() => undefined);
  early = { path, answer, at: performance.now() };
};

/** The answer that was asked for early, once; otherwise it is asked for now. */
export const askUnlessEarly = <Answer>(path: string): Promise<Answer> => {
  const found = early;
  early = undefined;
  const isFresh = found?.path === path && performance.now() - found.at < FRESH;
  return isFresh ? (found.answer as Promise<Answer>) : ask<Answer>('GET', path);
};

/** The path of what the editor opens: a draft comes with its first page, because somebody is waiting for that. */
export const openingPath = (kind: 'draft' | 'template', id: string): string =>
  kind === 'draft' ? `/v2/drafts/${id}?first_page=true` : `/v2/templates/${id}`;
