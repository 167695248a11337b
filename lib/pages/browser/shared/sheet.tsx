import { computed, signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { openLayer } from './layers.ts';
import { problem } from './run.ts';
import { w } from './words/index.ts';

/** Sheet on top of the page, one at a time. */
const current = signal<{ content: ComponentType; close: () => void } | null>(null);

/** Shows a sheet, in the place of the one that is open. */
export const showSheet = (content: ComponentType): void => {
  const shown = current.peek();
  if (shown) {
    current.value = { ...shown, content };
    return;
  }
  const close = openLayer(() => {
    current.value = null;
  });
  current.value = {
    content,
    close: () => {
      current.value = null;
      close();
    },
  };
};

/** Closes the sheet, if one is open. */
export const closeSheet = (): void => current.peek()?.close();

/** True while a sheet covers the page. */
export const isCovered = computed(() => current.value !== null);

/** Place of sheets. */
export const Sheets = () => {
  const Content = current.value?.content;
  return Content ? <Content /> : null;
};

/**
 * A sheet: a dialog of the browser's own, which keeps the focus inside and gives it back. It shows the server's refusals
 * itself, because what it covers can't be read.
 */
export const Sheet = ({ title, children, full }: { title: string; children: ComponentChildren; full?: boolean }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={full ? 'full' : ''}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        closeSheet();
      }}
    >
      <div class="row">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="quiet" onClick={closeSheet}>
          {w.close}
        </button>
      </div>
      {children}
      {problem.value && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
    </dialog>
  );
};
