import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Condition } from '../../../fields/rules/rule.ts';
import { TypedInput } from '../sending/typed.tsx';
import type { Choices } from './choices.ts';
import { focusSoon } from './focus-soon.ts';
import {
  canBeOperand,
  choiceOf,
  comparisonsFor,
  comparisonsForGroup,
  conditionOf,
  type Is,
  type Part,
  type SimpleCondition,
  simpleCondition,
  type ValueKind,
  valueKind,
} from './simple.ts';
import { w } from './words/index.ts';

const NOTHING: Part = { field: '', is: 'equals', value: '' };

/** A condition that nobody has begun. */
export const NO_CONDITION: SimpleCondition = { match: 'all', parts: [NOTHING] };

/** The value of a list that stands for a fixed value. No field has such a long name. */
export const FIXED = '='.repeat(200);
/** Prefix of the name of a group's first field. */
const OF_GROUP = FIXED;

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
    read: (condition) => (condition && simpleCondition(condition, choices.fields)) ?? NO_CONDITION,
    make: (simple) => conditionOf(simple, choices.fields),
    onChosen,
  });
  return (
    <>
      <ConditionParts id={id} chosen={chosen} choices={choices} choose={choose} />
      <Incomplete isShown={!isComplete} />
    </>
  );
};

/** The comparisons of a condition, complete or not. */
export const ConditionParts = ({
  id,
  chosen: { match, parts },
  choices,
  choose,
}: {
  id: string;
  chosen: SimpleCondition;
  choices: Choices;
  choose: (condition: SimpleCondition) => void;
}) => {
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

interface PartProps {
  /** Which of several it is, for the names of its controls. */
  number: string;
  part: Part;
  choices: Choices;
  onChosen: (part: Part) => void;
}

const PartForm = ({ id, number, part, choices, onChosen }: PartProps & { id: string }) => {
  const field = choices.fields.get(part.field);
  const comparisons = field ? (part.isGroup ? comparisonsForGroup(field) : comparisonsFor(field)) : [];
  const kind = field && !part.isGroup ? valueKind(part.is, field) : null;
  const members = part.isGroup ? choiceOf(part.field, choices.fields) : [];
  // Whichever of the group a rule names, the list has the first.
  const group = choices.groups.find(({ first }) => members.some(({ name }) => name === first));
  return (
    <>
      <select
        id={`${id}-field`}
        aria-label={w.ruleField + number}
        value={part.isGroup ? OF_GROUP + (group?.first ?? part.field) : part.field}
        onChange={({ currentTarget: { value } }) => onChosen(withSubject(part, value, choices))}
      >
        <option value="">{w.ruleChooseField}</option>
        {choices.list
          .filter(({ field: one }) => comparisonsFor(one).length > 0)
          .map(({ field: one, name }) => (
            <option key={one.name} value={one.name}>
              {name}
            </option>
          ))}
        {choices.groups.map(({ first, name }) => (
          <option key={OF_GROUP + first} value={OF_GROUP + first}>
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
          {comparisons.map((is) => (
            <option key={is} value={is}>
              {w[`is_${is}`].replace('{field}', '…').replace('{value}', '…')}
            </option>
          ))}
        </select>
      )}
      {part.isGroup && !['filled', 'empty'].includes(part.is) && (
        <select
          aria-label={w.ruleValue + number}
          value={part.value}
          onChange={({ currentTarget: { value } }) => onChosen({ ...part, value })}
        >
          <option value=""> </option>
          {choices.list
            .filter(({ field: one }) => members.some((member) => member.name === one.name))
            .map(({ field: one, name }) => (
              <option key={one.name} value={one.name}>
                {name}
              </option>
            ))}
        </select>
      )}
      {kind && <ComparedForm kind={kind} number={number} part={part} choices={choices} onChosen={onChosen} />}
    </>
  );
};

/** The part about another field, or about a group, with a comparison that fits it. */
const withSubject = (part: Part, chosen: string, { fields }: Choices): Part => {
  const isGroup = chosen.startsWith(OF_GROUP);
  const name = isGroup ? chosen.slice(OF_GROUP.length) : chosen;
  const known = fields.get(name);
  const fitting = known ? (isGroup ? comparisonsForGroup(known) : comparisonsFor(known)) : [];
  const isKept = isGroup === (part.isGroup ?? false) && fitting.includes(part.is);
  const is = isKept ? part.is : (fitting[0] ?? 'equals');
  return { field: name, ...(isGroup && { isGroup }), is, value: '' };
};

/** With what a field is compared: a fixed value, or another field. */
const ComparedForm = ({ kind, number, part, choices, onChosen }: PartProps & { kind: ValueKind }) => {
  const options = choices.optionsOf(part.field);
  const others = choices.list.filter(({ field }) => field.name !== part.field && canBeOperand(field, kind));
  const { field, is } = part;
  return (
    <>
      {part.other === undefined &&
        (options ? (
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
        ) : (
          <TypedInput
            aria-label={w.ruleValue + number}
            type={kind === 'date' ? 'date' : 'text'}
            maxLength={500}
            value={part.value}
            onTyped={({ value }) => onChosen({ ...part, value })}
          />
        ))}
      {(others.length > 0 || part.other !== undefined) && (
        <select
          aria-label={w.comparedWith + number}
          value={part.other ?? FIXED}
          onChange={({ currentTarget: { value } }) =>
            onChosen(value === FIXED ? { field, is, value: '' } : { field, is, value: '', other: value })
          }
        >
          <option value={FIXED}>{w.operandFixed}</option>
          {others.map(({ field: one, name }) => (
            <option key={one.name} value={one.name}>
              {name}
            </option>
          ))}
        </select>
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
