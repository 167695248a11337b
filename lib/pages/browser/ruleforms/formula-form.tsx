import type { Formula } from '../../../fields/rules/rule.ts';
import { TypedInput } from '../sending/typed.tsx';
import type { Choices } from './choices.ts';
import { ConditionParts, FIXED, Incomplete, NO_CONDITION, useChosen } from './condition-form.tsx';
import { focusSoon } from './focus-soon.ts';
import {
  canBeOperand,
  formulaOf,
  kindOfFormula,
  LEVELS,
  type Made,
  type Operand,
  operandKind,
  operandsOf,
  operationsFor,
  type SimpleFormula,
  simpleFormula,
  type ValueKind,
} from './simple.ts';
import { say, w } from './words/index.ts';

const NOTHING: Operand = { field: '' };

/** The value of the list that stands for a formula within another one. */
const MADE = `${FIXED}=`;

const GIVES_NUMBER: readonly Made[] = ['sum', 'subtract', 'product', 'divide'];

const begun = (kind: ValueKind): SimpleFormula => ({
  make: operationsFor(kind)[0] ?? 'sum',
  operands: [NOTHING, NOTHING],
  digits: null,
});

/** A formula that is chosen: an operation, and fields, fixed values or other formulas. */
export const FormulaForm = ({
  id,
  name,
  stored,
  choices,
  onChosen,
}: {
  id: string;
  /** Name of the field that has the formula. */
  name: string;
  stored: Formula | undefined;
  choices: Choices;
  onChosen: (formula: Formula) => void;
}) => {
  const kind = kindOfFormula(choices.fields.get(name) ?? { form: 'text' });
  const { chosen, choose, isComplete } = useChosen<SimpleFormula, Formula>(stored, {
    read: (formula) => (formula === undefined ? null : simpleFormula(formula, choices.fields)) ?? begun(kind),
    make: (simple) => formulaOf(simple, choices.fields, kind),
    onChosen,
  });
  return (
    <>
      <FormulaParts id={id} level={1} kind={kind} chosen={chosen} choices={choices} choose={choose} />
      <Incomplete isShown={!isComplete} />
    </>
  );
};

interface PartsProps {
  id: string;
  /** Number of formulas that it stands in, itself counted. */
  level: number;
  /** The kind of value that it is to give. */
  kind: ValueKind;
  chosen: SimpleFormula;
  choices: Choices;
  choose: (formula: SimpleFormula) => void;
}

/** The operation and the operands of a formula, complete or not. */
const FormulaParts = ({ id, level, kind, chosen, choices, choose }: PartsProps) => {
  const { make, operands } = chosen;
  const { fewest, most } = operandsOf(make);
  const setOperand = (at: number, operand: Operand) =>
    choose({ ...chosen, operands: operands.map((one, index) => (index === at ? operand : one)) });
  const changeMake = (next: Made) => {
    const bounds = operandsOf(next);
    const kept = operands.slice(0, bounds.most);
    while (kept.length < Math.min(bounds.most, Math.max(2, bounds.fewest))) kept.push(NOTHING);
    const isEmpty = (operand: Operand | undefined) => operand && 'field' in operand && operand.field === '';
    // Nothing stands where the condition doesn't hold, until one chooses something.
    if (next === 'if' && isEmpty(kept[1])) kept[1] = { text: '' };
    const when = next === 'if' ? { when: chosen.when ?? NO_CONDITION } : {};
    choose({ make: next, operands: kept, digits: GIVES_NUMBER.includes(next) ? chosen.digits : null, ...when });
  };
  return (
    <>
      <select
        id={`${id}-make`}
        aria-label={w.make}
        value={make}
        onChange={({ currentTarget: { value } }) => changeMake(value as Made)}
      >
        {[...new Set([...operationsFor(kind), make])].map((one) => (
          <option key={one} value={one}>
            {w[`make_${one}`]}
          </option>
        ))}
      </select>
      {make === 'if' && (
        <ConditionParts
          id={`${id}-if`}
          chosen={chosen.when ?? NO_CONDITION}
          choices={choices}
          choose={(when) => choose({ ...chosen, when })}
        />
      )}
      {operands.map((operand, at) => (
        <div key={at} class="rule-part">
          {make === 'if' && <p>{at === 0 ? w.makeThen : w.makeElse}</p>}
          <OperandForm
            id={`${id}-${at}`}
            level={level}
            operand={operand}
            number={at + 1}
            kind={operandKind(make, at, kind)}
            choices={choices}
            onChosen={(one) => setOperand(at, one)}
          />
          {operands.length > Math.max(fewest, 1) && (
            <button
              type="button"
              class="quiet bad"
              onClick={() => {
                choose({ ...chosen, operands: operands.filter((_, index) => index !== at) });
                focusSoon(`${id}-make`);
              }}
            >
              {say(w.operandRemove, { field: at + 1 })}
            </button>
          )}
        </div>
      ))}
      {operands.length < most && (
        <button type="button" class="row" onClick={() => choose({ ...chosen, operands: [...operands, NOTHING] })}>
          {w.operandAdd}
        </button>
      )}
      {(GIVES_NUMBER.includes(make) || chosen.digits !== null) && (
        <>
          <label for={`${id}-digits`}>{w.digits}</label>
          <select
            id={`${id}-digits`}
            value={chosen.digits ?? ''}
            onChange={({ currentTarget: { value } }) =>
              choose({ ...chosen, digits: value === '' ? null : Number(value) })
            }
          >
            <option value="">{w.digitsNone}</option>
            {[...new Set([0, 1, 2, 3, 4, ...(chosen.digits === null ? [] : [chosen.digits])])].map((digits) => (
              <option key={digits} value={digits}>
                {digits}
              </option>
            ))}
          </select>
        </>
      )}
    </>
  );
};

const OperandForm = ({
  id,
  level,
  operand,
  number,
  kind,
  choices,
  onChosen,
}: {
  id: string;
  level: number;
  operand: Operand;
  number: number;
  kind: ValueKind;
  choices: Choices;
  onChosen: (operand: Operand) => void;
}) => (
  <>
    <select
      aria-label={`${w.ruleField} ${number}`}
      value={'field' in operand ? operand.field : 'text' in operand ? FIXED : MADE}
      onChange={({ currentTarget: { value } }) =>
        onChosen(value === FIXED ? { text: '' } : value === MADE ? { made: begun(kind) } : { field: value })
      }
    >
      <option value="">{w.ruleChooseField}</option>
      {choices.list
        .filter(({ field }) => canBeOperand(field, kind))
        .map(({ field, name }) => (
          <option key={field.name} value={field.name}>
            {name}
          </option>
        ))}
      <option value={FIXED}>{w.operandFixed}</option>
      {(level < LEVELS || 'made' in operand) && <option value={MADE}>{w.operandMade}</option>}
    </select>
    {'text' in operand && (
      <TypedInput
        aria-label={`${w.ruleValue} ${number}`}
        type={kind === 'date' ? 'date' : 'text'}
        maxLength={500}
        value={operand.text}
        onTyped={({ value }) => onChosen({ text: value })}
      />
    )}
    {'made' in operand && (
      <fieldset>
        <legend>{`${w.operandMade} (${number})`}</legend>
        <FormulaParts
          id={id}
          level={level + 1}
          kind={kind}
          chosen={operand.made}
          choices={choices}
          choose={(made) => onChosen({ made })}
        />
      </fieldset>
    )}
  </>
);
