import { useSignal } from '@preact/signals';
import type { Field } from '../../shared/answers.ts';
import { typedInput } from '../state/field-place.ts';
import { shownValue, textOnPage } from '../state/fields.ts';
import { problemOf } from '../state/limited.ts';
import { fieldProblems } from '../state/state.ts';
import { say, w } from '../words/index.ts';
import { inputOf } from './inputs.tsx';
import { Name } from './label.tsx';

/** The input of a field, of whatever kind, with its label and what is wrong with it. Saved when it is left. */
export const FieldInput = ({ field, at }: { field: Field; at: string }) => {
  const id = `${at}-${field.name}`;
  const typed = useSignal('');
  const input = inputOf(field);
  // A computed value may be beyond what the field takes, too.
  const fault = typed.value || fieldProblems.value[field.name] || (input ? '' : problemOf(field, field.value ?? ''));
  const more = { id, 'aria-describedby': fault ? `${id}-fault` : undefined, 'aria-invalid': fault !== '' } as const;
  return (
    <div class="field" data-field={field.name}>
      {!input?.hasName && (
        <label for={id}>
          <Name field={field} />
        </label>
      )}
      {input ? (
        <input.Control field={field} more={more} onFault={(text) => (typed.value = text)} />
      ) : (
        <output id={id}>{shownValue(field) ? <bdi class="own">{shownValue(field)}</bdi> : w.empty}</output>
      )}
      {input && typedInput(field)?.isForeign && (
        <p class="soft">{say(w.asStamped, { text: { trusted: textOnPage(field) || w.empty } })}</p>
      )}
      {/* There from the beginning: screen readers say what changes in it. */}
      <p class="bad" id={`${id}-fault`} role="status">
        {fault}
      </p>
    </div>
  );
};
