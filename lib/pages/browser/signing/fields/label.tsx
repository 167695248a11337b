import { isExclusive } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { isOpen, labelOf, ownLabel } from '../state/fields.ts';
import { w } from '../words/index.ts';

/**
 * The name of a field, or that of its group. The sender's words have a background of their own: none passes for the
 * page's.
 */
export const Label = ({ field, ofGroup, place = '' }: { field: Field; ofGroup?: boolean; place?: string }) => {
  const own = (ofGroup && groupOf(field)) || ownLabel(field);
  return (
    <span>
      {own ? <bdi class="own">{own}</bdi> : labelOf(field)}
      {place}
    </span>
  );
};

/** The same with a word for what may stay empty. */
export const Name = ({ field, ofGroup = false }: { field: Field; ofGroup?: boolean }) => (
  <>
    <Label field={field} ofGroup={ofGroup} />
    {!field.required && isOpen(field) && !(ofGroup && groupOf(field)) && ` (${w.optional})`}
  </>
);

/** The name of a group of which one is chosen; empty if there is none. */
const groupOf = (field: Field): string => (isExclusive(field) && field.group) || '';
