import { effect, signal } from '@preact/signals';
import type { Field } from '../../shared/answers.ts';
import { later } from '../../shared/later.tsx';
import { needsOf } from '../../shared/places.ts';
import { session } from './state.ts';

/** Finds the fault of a text for a field; an empty string for none. */
type Checker = (field: Field, text: string) => string;

/** Checks texts. Null until the part that can has come: it is loaded only where fields limit their texts. */
const checker = signal<Checker | null>(null);

const { load } = later(
  () =>
    import('../../limits/check.ts').then((part) => {
      checker.value = part.check;
      return () => null;
    }),
  undefined,
  needsOf('limits'),
);

/** Validators and settings that limit a text. */
const isLimited = ({ validator, settings }: Field): boolean =>
  !!validator || Object.keys(settings).some((member) => /^(m.._length|pattern|number)$/.test(member));

// As soon as fields are known: faults are told while somebody types.
effect(() => {
  if (session.value?.envelope.fields.some(isLimited)) void load();
});

/** Fault of a text for this field; an empty string for none, and while nobody can tell. The server checks it again. */
export const problemOf: Checker = (field, text) => {
  if (isLimited(field)) void load();
  return checker.value?.(field, text) ?? '';
};
