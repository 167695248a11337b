import { later } from '../shared/later.tsx';
import { chosen, outcome } from './list-state.ts';
import { w } from './words/index.ts';

const ActsOnChosen = later(() => import('./acts-on-chosen.tsx').then((part) => part.ActsOnChosen));

/** Acts on several envelopes at once, and what the last one did. */
export const Acts = () => (
  <section class="several" aria-label={w.severalActs}>
    <p role="status">{outcome.value}</p>
    {chosen.value.size > 0 && <ActsOnChosen />}
  </section>
);
