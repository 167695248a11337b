import { computed, signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { openLayer } from './layers.ts';
import { Problem } from './problem.tsx';
import { busy, giveFocus, pressed, problem } from './run.ts';
import { w } from './words/index.ts';

/** Sheet on top of the page, one at a time. */
const current = signal<{ content: ComponentType; close: () => void } | null>(null);

/** Element that had the focus when the sheet was opened, or when the act that opens it began. */
let opener: HTMLElement | null = null;

/** Shows a sheet, in the place of the one that is open. The page's error message goes: it isn't the sheet's. */
export const showSheet = (content: ComponentType): void => {
  problem.value = '';
  const shown = current.peek();
  if (shown) {
    current.value = { ...shown, content };
    return;
  }
  opener = (busy.peek() ? pressed : document.activeElement) as HTMLElement | null;
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
 * Gives the focus back once the page is drawn without the sheet, to what has taken the element's place, if that has
 * gone.
 */
const giveBack = (): void => {
  if (opener && !current.peek()) giveFocus(opener.isConnected ? opener : document.getElementById(opener.id));
};

/**
 * A sheet: a dialog of the browser's own, which keeps the focus inside and gives it back. It shows the server's
 * refusals itself, because what it covers can't be read. The focus begins at the sheet, whose title screen readers then
 * say (Orca says nothing of a heading in it), or in the first input with `typing`.
 */
export const Sheet = ({
  title,
  children,
  full,
  typing,
}: {
  title: string;
  children: ComponentChildren;
  full?: boolean;
  typing?: boolean;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the next key, which is meant for the sheet.
  useLayoutEffect(() => {
    const shown = dialog.current as HTMLDialogElement;
    shown.showModal();
    ((typing && shown.querySelector<HTMLElement>('input, select, textarea')) || shown).focus();
    return () => requestAnimationFrame(giveBack);
  }, []);
  return (
    <dialog
      ref={dialog}
      class={full ? 'full' : ''}
      aria-labelledby={heading}
      tabIndex={-1}
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
      <Problem />
    </dialog>
  );
};
