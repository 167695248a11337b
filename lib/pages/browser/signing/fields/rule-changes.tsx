import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { FIELD_KINDS } from '../../../../fields/kinds.ts';
import { say, w } from '../../rules/words/index.ts';
import type { Field } from '../../shared/answers.ts';
import { refresh } from '../state/api.ts';
import { labelOf, onePerGroup, shownValue } from '../state/fields.ts';
import { allSaved } from '../state/queue.ts';
import { own } from '../state/state.ts';

/** Milliseconds after which a live region says the same words once more. */
const PAUSE = 100;

/**
 * Says which fields came and went, and on pages what was computed, for those who don't see it. Where the field that had
 * the focus went, the next one gets it.
 */
export const RuleChanges = ({ onPages }: { onPages: boolean }) => {
  const said = useSignal('');
  const before = useRef<readonly Field[]>(own.peek());
  const speaking = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(watchFocus, []);
  useSignalEffect(() => {
    const was = before.current;
    before.current = own.value;
    const words = [...countedChanges(was, own.value), ...(onPages ? computedChanges(was, own.value) : [])];
    if (words.length === 0) return;
    said.value = '';
    clearTimeout(speaking.current);
    speaking.current = setTimeout(() => (said.value = words.join(' ')), PAUSE);
    passFocusOn(was, own.value);
    if (own.value.some(lacksPicture))
      void allSaved()
        .then(refresh)
        .catch(() => {});
  });
  return (
    <p class="unseen" role="status">
      {said.value}
    </p>
  );
};

/** True for a signature that came back: while it was hidden, the server answered it without its picture. */
const lacksPicture = ({ type, value, settings }: Field): boolean =>
  FIELD_KINDS[type].ink !== null && !!value && !settings.base64;

/** The fields of `some` that `others` lack, of a group of buttons one. */
const without = (some: readonly Field[], others: readonly Field[]): Field[] => {
  const names = new Set(others.map(({ name }) => name));
  return onePerGroup(some).filter(({ name }) => !names.has(name));
};

const countedChanges = (was: readonly Field[], now: readonly Field[]): string[] => {
  const [came, gone] = [without(now, was).length, without(was, now).length];
  return [
    ...(came > 0 ? [say(w.fieldsCame, { count: came })] : []),
    ...(gone > 0 ? [say(w.fieldsGone, { count: gone })] : []),
  ];
};

const computedChanges = (was: readonly Field[], now: readonly Field[]): string[] => {
  const values = new Map(was.map(({ name, value }) => [name, value]));
  return now
    .filter(({ name, value, readonly }) => readonly && values.has(name) && values.get(name) !== value)
    .map((field) =>
      field.value
        ? say(w.computedNow, { field: labelOf(field), value: shownValue(field) })
        : say(w.computedEmpty, { field: labelOf(field) }),
    );
};

/** Name of the field that has the focus, or is about to get it. */
let focused = '';
let isBackwards = false;

const nameAround = (target: EventTarget | null): string =>
  (target instanceof Element && target.closest<HTMLElement>('[data-field]')?.dataset.field) || '';

const watchFocus = (): (() => void) => {
  const come = ({ target }: FocusEvent) => (focused = nameAround(target));
  // A field that is left is saved, which may hide the one that the focus goes to.
  const leave = ({ relatedTarget }: FocusEvent) => (focused = nameAround(relatedTarget));
  const press = ({ key, shiftKey }: KeyboardEvent) => {
    if (key === 'Tab') isBackwards = shiftKey;
  };
  addEventListener('focusin', come);
  addEventListener('focusout', leave, { capture: true });
  addEventListener('keydown', press, { capture: true });
  return () => {
    removeEventListener('focusin', come);
    removeEventListener('focusout', leave, { capture: true });
    removeEventListener('keydown', press, { capture: true });
  };
};

/** Gives the focus of a field that went to the next one that is there, else to the one before, else to the heading. */
const passFocusOn = (was: readonly Field[], now: readonly Field[]): void => {
  const lost = focused || nameAround(document.activeElement);
  const at = was.findIndex(({ name }) => name === lost);
  const names = new Set(now.map(({ name }) => name));
  if (at < 0 || names.has(lost)) return;
  const before = was.slice(0, at).reverse();
  const after = was.slice(at + 1);
  const order = isBackwards ? [...before, ...after] : [...after, ...before];
  // The page is drawn without the field first.
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    for (const { name } of order.filter((field) => names.has(field.name))) {
      const place = document.querySelector(`main [data-field="${CSS.escape(name)}"]`);
      const target = place?.querySelector<HTMLElement>('input, select, textarea, button');
      if (target) return target.focus();
    }
    document.querySelector<HTMLElement>('main h1')?.focus();
  });
};
