import { useLayoutEffect } from 'preact/hooks';
import { InSheet, later } from '../shared/later.tsx';
import { run } from '../shared/run.ts';
import { isCovered, showSheet } from '../shared/sheet.tsx';
import { isOn } from './keys-state.ts';

const Keys = later(() => import('./keys-sheet.tsx').then((part) => part.Keys), InSheet);

const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.rows a.name')];

/** Moves the focus by so many rows, from wherever it is. */
const move = (by: number): void => {
  const all = links();
  const current = all.findIndex((one) => one.closest('li')?.contains(document.activeElement));
  const next = current < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(current + by, 0), all.length - 1);
  all[next]?.focus();
};

const chooseCurrent = (): void =>
  document.activeElement?.closest('li')?.querySelector<HTMLElement>('.choice input')?.click();

/** True where letters are typed. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');

/** Listens to the keys while the list is shown. `begin`: begins an envelope, if the user may send. */
export const useKeys = (begin: (() => Promise<void>) | undefined): void => {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey;
      if (isOther || !isOn.value || isCovered.value || isTyping(event.target)) return;
      const acts: Record<string, (() => void) | undefined> = {
        '/': () => document.getElementById('words')?.focus(),
        j: () => move(1),
        k: () => move(-1),
        x: chooseCurrent,
        n: begin && (() => void run(begin)),
        '?': () => showSheet(Keys),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [begin]);
};
