import { computed, effect, untracked } from '@preact/signals';
import { fetchPart } from './later.tsx';
import type { Spoken } from './words/forms.ts';
import { load, page, spoken } from './words/spoken.ts';

/**
 * Places that one goes to without loading a page: each has files and words of its own, which come when one goes there.
 */
const files: Record<string, string[]> = JSON.parse(document.body.dataset.places ?? '{}');

/** Places that one has gone to, with their words in the language that they came in last. */
const known = new Map<string, Spoken['words']>();

const show = (): void => {
  const now = spoken.peek();
  spoken.value = { ...now, words: Object.assign({}, ...known.values(), now.words) };
};

/** Has a place's words in a language beside the page's own. Returns false where they can't be loaded. */
const takeWords = async (place: string, wanted: string): Promise<boolean> => {
  const found = await load(page.places?.[place]?.[wanted] ?? '');
  if (found && language.peek() === wanted) {
    known.set(place, found.words);
    const now = spoken.peek();
    spoken.value = { ...now, words: { ...now.words, ...found.words } };
  }
  return found !== null;
};

const language = computed(() => spoken.value.language);
effect(() => {
  const wanted = language.value;
  untracked(() => {
    // The words of the language before stay until the others have come.
    if (known.size > 0) show();
    for (const place of known.keys()) void takeWords(place, wanted);
  });
});

/** Loads a place's words in the language that the page speaks, and in any other as soon as it speaks that. */
const addWords = async (place: string): Promise<void> => {
  const wanted = language.peek();
  if (!(await takeWords(place, wanted))) throw new Error(place);
  if (language.peek() !== wanted) await addWords(place);
};

/** Fetches what a place needs beside the page's script. */
export const needsOf = (place: string) => (): Promise<unknown> =>
  Promise.all([addWords(place), ...(files[place] ?? []).map(fetchPart)]);
