import type { Field } from '../../shared/answers.ts';
import { allPages } from '../pages/all-pages.ts';
import { zoom, zoomToFill } from '../pages/zoom.ts';
import { typedInput } from '../state/field-place.ts';
import { missing, own } from '../state/state.ts';
import { pressField } from './field-sheet.tsx';
import { lit } from './lit-field.ts';

/** Moves to the next field that is due after the one that was lit last, and begins again at the end. */
export const goToNext = (): void => {
  const order = own.value.map(({ name }) => name);
  const last = order.indexOf(lit.peek());
  const next = missing.value.find(({ name }) => order.indexOf(name) > last) ?? missing.value[0];
  if (next) goToField(next);
};

/** Scrolls to a field and lights it up. It gets the focus; one that isn't filled at its place opens. */
export const goToField = (field: Field): void => approach(field, open);

/** Scrolls to a field that was too small to press, lights it up, and gives it the focus. */
export const goNear = (field: Field): void => approach(field, () => {});

type Then = (place: HTMLElement, field: Field, target: HTMLElement | null) => void;

const approach = (field: Field, then: Then): void => {
  lit.value = field.name;
  const before = zoom.peek();
  zoomToFill();
  if (zoom.peek() === before) lookFor(field, then);
  // The pages get their new size in one frame, and their fields are measured and drawn for it in the next.
  else requestAnimationFrame(() => requestAnimationFrame(() => lookFor(field, then)));
};

const open: Then = (place, field, target) => {
  if (target instanceof HTMLButtonElement && isLarge(place, field)) pressField(field);
};

/** Milliseconds until a page that came near has its fields. */
const COMING = 300;

const lookFor = (field: Field, then: Then): void => {
  // Somebody has gone elsewhere meanwhile.
  if (lit.peek() !== field.name) return;
  const place = document.querySelector<HTMLElement>(`main [data-field="${CSS.escape(field.name)}"]`);
  if (!place) {
    const index = allPages().findIndex((at) => at.document.id === field.document_id && at.page === field.page);
    const page = document.querySelectorAll('.page')[index];
    page?.scrollIntoView({ block: 'center' });
    if (page) setTimeout(() => lookFor(field, then), COMING);
    return;
  }
  place.scrollIntoView({ block: 'center', inline: 'center' });
  const target = place.querySelector<HTMLElement>('input, select, textarea, button');
  target?.focus({ preventScroll: true });
  then(place, field, target);
};

/** True where the press of a field on a page only opens its input: a signature is put there by a press of its own. */
const isLarge = (place: HTMLElement, field: Field): boolean => place.matches('.spot') && typedInput(field) !== null;
