import { computed, effect } from '@preact/signals';
import { later } from '../../shared/later.tsx';
import { needsOf } from '../../shared/places.ts';
import { hasRules, rulePart, ruling } from '../state/ruled.ts';
import { session } from '../state/state.ts';

/** Says that the rules are loading, or that they can't be. What stands behind it evaluates them, and shows nothing. */
export const Ruling = later(
  () =>
    ruling.load().then((part) => {
      rulePart.value = part;
      return () => null;
    }),
  undefined,
  needsOf('rules'),
);

/** True if rules say which of the own fields there are. */
export const isRuled = computed(
  (): boolean => session.value !== null && hasRules(session.value.envelope, session.value.recipient.role_name),
);

/** True until these rules can be evaluated: nobody knows before which fields there are. */
export const isRulingLate = computed((): boolean => isRuled.value && rulePart.value === null);

// As soon as this part of the page is there, before the screen is that shows fields.
effect(() => {
  if (isRulingLate.value) void Ruling.load();
});
