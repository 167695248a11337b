import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { say, w } from '../words/index.ts';
import { current, goToPage } from './page-position.ts';

/** Number of the current page, and the way to another: typed, then Enter. */
export const PageNumber = ({ pages }: { pages: number }) => {
  const id = useId();
  /** Typed text; null while the number follows the pages. */
  const typed = useSignal<string | null>(null);
  const go = () => {
    const wanted = Number(typed.value?.trim() || Number.NaN);
    typed.value = null;
    if (Number.isInteger(wanted)) goToPage(Math.min(Math.max(wanted, 1), pages) - 1);
  };
  return (
    <form
      class="page-number"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label for={id}>{w.pageNumber}</label>
      <input
        id={id}
        value={typed.value ?? String(current.value + 1)}
        inputMode="numeric"
        autoComplete="off"
        size={String(pages).length}
        aria-describedby={`${id}-of`}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        onBlur={() => (typed.value = null)}
      />
      <span id={`${id}-of`}>{say(w.ofPages, { pages })}</span>
    </form>
  );
};
