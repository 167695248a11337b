import type { Signal } from '@preact/signals';

/** A search that narrows a list which is there as a whole. */
export const Search = ({ label, words }: { label: string; words: Signal<string> }) => (
  <search>
    <label class="unseen" for="find">
      {label}
    </label>
    <input
      id="find"
      type="search"
      placeholder={label}
      value={words.value}
      maxLength={200}
      onInput={({ currentTarget }) => {
        words.value = currentTarget.value;
      }}
    />
  </search>
);
