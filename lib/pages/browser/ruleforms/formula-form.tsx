import type { Formula } from '../../../fields/rules/rule.ts';
import { TypedInput } from '../sending/typed.tsx';
import type { Choices } from './choices.ts';
import { Incomplete, useChosen } from './condition-form.tsx';
import { focusSoon } from './focus-soon.ts';
import {
  canBeOperand,
  formulaOf,
  type Made,
  type Operand,
  operandKind,
  operandsOf,
  operationsFor,
  type SimpleFormula,
  simpleFormula,
} from './simple.ts';
import { say, w } from './words/index.ts';

const NOTHING: Operand = { field: '' };

/** The value of the list that stands for a fixed value. No field has such a long name. */
const FIXED = '='.repeat(200);

const GIVES_NUMBER: readonly Made[] = ['sum', 'subtract', 'product', 'divide'];

/** A formula that is chosen: an operation, and fields or fixed values. */
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
  const field = choices.fields.get(name) ?? { form: 'text' as const };
  const makes = operationsFor(field);
  const { chosen, choose, isComplete } = useChosen<SimpleFormula, Formula>(stored, {
    read: (formula) =>
      (formula === undefined ? null : simpleFormula(formula)) ?? {
        make: makes[0] ?? 'sum',
        operands: [NOTHING, NOTHING],
        digits: null,
      },
    make: (simple) => formulaOf(simple, choices.fields),
    onChosen,
  });
  const { make, operands } = chosen;
  const { fewest, most } = operandsOf(make);
  const setOperand = (at: number, operand: Operand) =>
    choose({ ...chosen, operands: operands.map((one, index) => (index === at ? operand : one)) });
  const changeMake = (next: Made) => {
    const bounds = operandsOf(next);
    const kept = operands.slice(0, bounds.most);
    while (kept.length < Math.max(2, bounds.fewest)) kept.push(NOTHING);
    choose({ make: next, operands: kept, digits: GIVES_NUMBER.includes(next) ? chosen.digits : null });
  };
  return (
    <>
      <select
        id={`${id}-make`}
        aria-label={w.make}
        value={make}
        onChange={({ currentTarget: { value } }) => changeMake(value as Made)}
      >
        {[...new Set([...makes, make])].map((one) => (
          <option key={one} value={one}>
            {w[`make_${one}`]}
          </option>
        ))}
      </select>
      {operands.map((operand, at) => (
        <div key={at} class="rule-part">
          <OperandForm
            operand={operand}
            number={at + 1}
            kind={operandKind(make, at)}
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
      {GIVES_NUMBER.includes(make) && (
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
            {[0, 1, 2, 3, 4].map((digits) => (
              <option key={digits} value={digits}>
                {digits}
              </option>
            ))}
          </select>
        </>
      )}
      <Incomplete isShown={!isComplete} />
    </>
  );
};

const OperandForm = ({
  operand,
  number,
  kind,
  choices,
  onChosen,
}: {
  operand: Operand;
  number: number;
  kind: 'text' | 'number' | 'date';
  choices: Choices;
  onChosen: (operand: Operand) => void;
}) => (
  <>
    <select
      aria-label={`${w.ruleField} ${number}`}
      value={'field' in operand ? operand.field : FIXED}
      onChange={({ currentTarget: { value } }) => onChosen(value === FIXED ? { text: '' } : { field: value })}
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
  </>
);
