import { w } from './words/index.ts';

/** Parts that the lists of envelopes and of templates share. */

/** Milliseconds that pass after a letter before the list is read. */
const PAUSE = 250;

let typing: ReturnType<typeof setTimeout> | undefined;

/** Search by the words of names. */
export const SearchInput = ({ words, narrow }: { words: string; narrow: (change: { words: string }) => void }) => (
  <>
    <label class="unseen" for="words">
      {w.search}
    </label>
    <input
      id="words"
      type="search"
      value={words}
      placeholder={w.search}
      maxLength={200}
      onInput={({ currentTarget }) => {
        clearTimeout(typing);
        typing = setTimeout(() => narrow({ words: currentTarget.value }), PAUSE);
      }}
    />
  </>
);

/** Rows without content, as high as those that will come, so that nothing jumps. */
export const Skeleton = () => (
  <>
    <p class="unseen" role="status">
      {w.wait}
    </p>
    <Rows />
  </>
);

/** The rows of a skeleton, for a screen that says in words of its own that it waits. */
export const Rows = () => (
  <ul class="list rows" aria-hidden="true">
    {[1, 2, 3, 4].map((row) => (
      <li key={row} class="skeleton" />
    ))}
  </ul>
);
