import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Condition } from '../../../fields/rules/rule.ts';
import { TypedInput } from '../sending/typed.tsx';
import type { Choices } from './choices.ts';
import { focusSoon } from './focus-soon.ts';
import {
  comparisonsFor,
  conditionOf,
  type Is,
  type Part,
  type SimpleCondition,
  simpleCondition,
  valueKind,
} from './simple.ts';
import { w } from './words/index.ts';

const NOTHING: Part = { field: '', is: 'equals', value: '' };

/** Comparisons that are chosen one by one. What is incomplete stays here; the rest is given to `onChosen`. */
export const ConditionForm = ({
  id,
  stored,
  choices,
  onChosen,
}: {
  id: string;
  stored: Condition | undefined;
  choices: Choices;
  onChosen: (condition: Condition) => void;
}) => {
  const { chosen, choose, isComplete } = useChosen<SimpleCondition, Condition>(stored, {
    read: (condition) =>
      (condition && simpleCondition(condition, choices.fields)) ?? { match: 'all', parts: [NOTHING] },
    make: (simple) => conditionOf(simple, choices.fields),
    onChosen,
  });
  const { match, parts } = chosen;
  const setPart = (at: number, part: Part) =>
    choose({ match, parts: parts.map((one, index) => (index === at ? part : one)) });
  return (
    <>
      {parts.length > 1 && (
        <select
          aria-label={w.ruleMatch}
          value={match}
          onChange={({ currentTarget: { value } }) => choose({ match: value === 'any' ? 'any' : 'all', parts })}
        >
          <option value="all">{w.ruleAll}</option>
          <option value="any">{w.ruleAny}</option>
        </select>
      )}
      {parts.map((part, at) => (
        <div key={at} class="rule-part">
          <PartForm
            id={`${id}-${at}`}
            number={parts.length > 1 ? ` ${at + 1}` : ''}
            part={part}
            choices={choices}
            onChosen={(one) => setPart(at, one)}
          />
          {parts.length > 1 && (
            <button
              type="button"
              class="quiet bad"
              aria-label={`${w.partRemove} (${at + 1})`}
              onClick={() => {
                choose({ match, parts: parts.filter((_, index) => index !== at) });
                focusSoon(`${id}-0-field`);
              }}
            >
              {w.partRemove}
            </button>
          )}
        </div>
      ))}
      <Incomplete isShown={!isComplete} />
      <button
        type="button"
        class="row"
        onClick={() => {
          choose({ match, parts: [...parts, NOTHING] });
          focusSoon(`${id}-${parts.length}-field`);
        }}
      >
        {w.partAdd}
      </button>
    </>
  );
};

const PartForm = ({
  id,
  number,
  part,
  choices,
  onChosen,
}: {
  id: string;
  /** Which of several it is, for the names of its controls. */
  number: string;
  part: Part;
  choices: Choices;
  onChosen: (part: Part) => void;
}) => {
  const field = choices.fields.get(part.field);
  const kind = field ? valueKind(part.is, field) : null;
  const options = choices.optionsOf(part.field);
  const changeField = (name: string) => {
    const known = choices.fields.get(name);
    const fitting = known ? comparisonsFor(known) : [];
    onChosen({ field: name, is: fitting.includes(part.is) ? part.is : (fitting[0] ?? 'equals'), value: '' });
  };
  return (
    <>
      <select
        id={`${id}-field`}
        aria-label={w.ruleField + number}
        value={part.field}
        onChange={({ currentTarget: { value } }) => changeField(value)}
      >
        <option value="">{w.ruleChooseField}</option>
        {choices.list
          .filter(({ field: one }) => comparisonsFor(one).length > 0)
          .map(({ field: one, name }) => (
            <option key={one.name} value={one.name}>
              {name}
            </option>
          ))}
      </select>
      {field && (
        <select
          aria-label={w.ruleIs + number}
          value={part.is}
          onChange={({ currentTarget: { value } }) => onChosen({ ...part, is: value as Is })}
        >
          {comparisonsFor(field).map((is) => (
            <option key={is} value={is}>
              {w[`is_${is}`].replace('{field}', '…').replace('{value}', '…')}
            </option>
          ))}
        </select>
      )}
      {kind && options && (
        <select
          aria-label={w.ruleValue + number}
          value={part.value}
          onChange={({ currentTarget: { value } }) => onChosen({ ...part, value })}
        >
          <option value=""> </option>
          {options.map(({ id: option, label }) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
      {kind && !options && (
        <TypedInput
          aria-label={w.ruleValue + number}
          type={kind === 'date' ? 'date' : 'text'}
          maxLength={500}
          value={part.value}
          onTyped={({ value }) => onChosen({ ...part, value })}
        />
      )}
    </>
  );
};

/** Says that what was chosen isn't a rule yet. There from the beginning: screen readers say what changes in it. */
export const Incomplete = ({ isShown }: { isShown: boolean }) => (
  <p class="soft" role="status">
    {isShown && w.ruleIncomplete}
  </p>
);

interface Chosen<Simple, Rule> {
  read: (stored: Rule | undefined) => Simple;
  make: (chosen: Simple) => Rule | null;
  onChosen: (rule: Rule) => void;
}

/** The choice as it stands, complete or not. It follows what is stored where that changes otherwise, as by undo. */
export const useChosen = <Simple, Rule>(stored: Rule | undefined, { read, make, onChosen }: Chosen<Simple, Rule>) => {
  const chosen = useSignal(read(stored));
  const text = JSON.stringify(stored);
  const known = useRef(text);
  useLayoutEffect(() => {
    if (known.current === text) return;
    known.current = text;
    chosen.value = read(stored);
  }, [text]);
  const choose = (next: Simple): void => {
    chosen.value = next;
    const made = make(next);
    if (made === null) return;
    known.current = JSON.stringify(made);
    onChosen(made);
  };
  return { chosen: chosen.value, choose, isComplete: make(chosen.value) !== null };
};
