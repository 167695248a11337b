import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { PersonConditionProps } from '../sending/rule-forms.ts';
import { choicesFor } from './choices.ts';
import { ConditionForm } from './condition-form.tsx';
import { focusSoon } from './focus-soon.ts';
import { conditionSentence } from './sentences.ts';
import { simpleCondition } from './simple.ts';
import { w } from './words/index.ts';

/** The condition under which a person takes part: over the fields of those who act before. */
export const PersonCondition = ({ role, shown, change }: PersonConditionProps) => {
  const isBegun = useSignal(false);
  const choices = useMemo(() => {
    const before = shown.roles.filter(({ type, sequence }) => type !== 'cc' && sequence < role.sequence);
    const names = new Set(before.map(({ name }) => name));
    const others = shown.fields.filter(({ role_name }) => !names.has(role_name)).map(({ name }) => name);
    return choicesFor(new Set(others), shown);
  }, [shown, role.name, role.sequence]);
  const { only_if: stored } = role;
  const id = `only-${role.name}`;
  if (!stored && !isBegun.value) {
    return (
      <button
        type="button"
        id={`${id}-add`}
        class="row"
        onClick={() => {
          isBegun.value = true;
          focusSoon(`${id}-0-field`);
        }}
      >
        {w.addOnlyIf}
      </button>
    );
  }
  const isSimple = !stored || simpleCondition(stored, choices.fields) !== null;
  return (
    <fieldset>
      <legend>{w.onlyIf}</legend>
      {stored && <p class="rule-words">{conditionSentence(stored, shown)}</p>}
      {isSimple ? (
        <ConditionForm id={id} stored={stored ?? undefined} choices={choices} onChosen={change} />
      ) : (
        <p class="soft">{w.ruleComplex}</p>
      )}
      <button
        type="button"
        class="row bad"
        onClick={() => {
          isBegun.value = false;
          if (stored) change(null);
          focusSoon(`${id}-add`);
        }}
      >
        {w.ruleRemove}
      </button>
    </fieldset>
  );
};
