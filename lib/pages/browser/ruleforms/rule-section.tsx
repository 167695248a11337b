import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ruleProblems } from '../../../fields/rules/check-rules.ts';
import type { Condition, FieldRules, Formula } from '../../../fields/rules/rule.ts';
import { haveRules, ruleFieldOf } from '../../../fields/rules/rule-fields.ts';
import { rulebookOf } from '../../../fields/rules/rulebook.ts';
import type { PlacedField } from '../sending/draft.ts';
import type { RuleSectionProps } from '../sending/rule-forms.ts';
import { Choice } from '../shared/parts.tsx';
import { type Choices, choicesFor } from './choices.ts';
import { ConditionForm } from './condition-form.tsx';
import { focusSoon } from './focus-soon.ts';
import { FormulaForm } from './formula-form.tsx';
import { fieldName, ruleSentences } from './sentences.ts';
import { simpleCondition, simpleFormula } from './simple.ts';
import { TextLimits } from './text-limits.tsx';
import { rulesOf, withRules } from './without.ts';
import { say, w } from './words/index.ts';

type Member = 'show' | 'require' | 'value';

const WORDS = {
  show: { add: 'addShow', legend: 'showIf' },
  require: { add: 'addRequire', legend: 'requireIf' },
  value: { add: 'addCompute', legend: 'computeAs' },
} as const satisfies Record<Member, { add: string; legend: string }>;

/** Kinds of fields whose value a formula can make. */
const COMPUTED = ['textbox', 'textarea', 'date'];

/** The rules of the chosen fields, in words and as forms. */
export const RuleSection = ({ fields, shown, change }: RuleSectionProps) => {
  const names = fields.map(({ name }) => name).join('\n');
  const choices = useMemo(() => choicesFor(new Set(fields.map(({ name }) => name)), shown), [shown, names]);
  const [first] = fields;
  if (!first) return null;
  const unreadable = fields.filter((field) => field.settings.rules && !rulesOf(field));
  const canCompute = fields.length === 1 && COMPUTED.includes(first.type);
  const members: readonly Member[] = canCompute ? ['show', 'require', 'value'] : ['show', 'require'];
  return (
    <section class="rules" aria-label={w.rulesTitle}>
      <TextLimits fields={fields} change={change} />
      <h3>{w.rulesTitle}</h3>
      <Problems fields={fields} shown={shown} />
      {unreadable.map((field) => (
        <div key={field.name}>
          <p class="soft">{w.ruleUnreadable}</p>
          <pre>{JSON.stringify(field.settings.rules, null, 1)}</pre>
          <button
            type="button"
            class="row bad"
            onClick={() => change((one) => ({ ...one, settings: withRules(one.settings, {}) }))}
          >
            {w.ruleRemove}
          </button>
        </div>
      ))}
      {unreadable.length === 0 &&
        members.map((member) => (
          <Rule
            key={`${names} ${member}`}
            member={member}
            fields={fields}
            shown={shown}
            change={change}
            choices={choices}
          />
        ))}
      {unreadable.length === 0 && <ForGroup fields={fields} change={change} />}
    </section>
  );
};

const storedIn = (field: PlacedField): FieldRules => rulesOf(field) ?? {};

/** The field with another rule of one kind, or without it. A computed field has no other value and waits for nobody. */
const withMember = (field: PlacedField, member: Member, rule: Condition | Formula | undefined): PlacedField => {
  const { [member]: _, ...others } = storedIn(field);
  const rules = rule === undefined ? others : ({ ...others, [member]: rule } as FieldRules);
  const begun = member === 'value' && rule !== undefined ? { default: null, required: false } : {};
  return { ...field, ...begun, settings: withRules(field.settings, rules) };
};

/** One rule of the chosen fields: a button that begins it, or its sentence with the form. */
const Rule = ({ member, fields, shown, change, choices }: RuleSectionProps & { member: Member; choices: Choices }) => {
  const isBegun = useSignal(false);
  const all = fields.map((field) => storedIn(field)[member]);
  const isSame = new Set(all.map((one) => JSON.stringify(one))).size === 1;
  const [stored] = all;
  const { add, legend } = WORDS[member];
  const id = `rule-${member}`;
  if (isSame && stored === undefined && !isBegun.value) {
    return (
      <button
        type="button"
        id={`${id}-add`}
        class="row"
        onClick={() => {
          isBegun.value = true;
          focusSoon(member === 'value' ? `${id}-make` : `${id}-0-field`);
        }}
      >
        {w[add]}
      </button>
    );
  }
  const [first] = fields as [PlacedField, ...PlacedField[]];
  const set = (rule: Condition | Formula | undefined) => change((field) => withMember(field, member, rule));
  const isShown = isSame && (stored === undefined || isSimple(member, stored, choices));
  return (
    <fieldset>
      <legend>{w[legend]}</legend>
      {!isSame && <p class="soft">{w.rulesDiffer}</p>}
      {isSame && stored !== undefined && (
        <p class="rule-words">{ruleSentences({ [member]: stored } as FieldRules, shown).join(' ')}</p>
      )}
      {isSame && !isShown && <p class="soft">{w.ruleComplex}</p>}
      {isShown && member !== 'value' && (
        <ConditionForm id={id} stored={stored as Condition | undefined} choices={choices} onChosen={set} />
      )}
      {isShown && member === 'value' && (
        <FormulaForm
          id={id}
          name={first.name}
          stored={stored as Formula | undefined}
          choices={choices}
          onChosen={set}
        />
      )}
      <button
        type="button"
        class="row bad"
        onClick={() => {
          isBegun.value = false;
          if (all.some((one) => one !== undefined)) set(undefined);
          focusSoon(`${id}-add`);
        }}
      >
        {w.ruleRemove}
      </button>
    </fieldset>
  );
};

const isSimple = (member: Member, stored: Condition | Formula, { fields }: Choices): boolean =>
  member === 'value'
    ? simpleFormula(stored as Formula, fields) !== null
    : simpleCondition(stored as Condition, fields) !== null;

/** Lets the rules of a field count for all fields of its group. */
const ForGroup = ({ fields, change }: Pick<RuleSectionProps, 'fields' | 'change'>) => {
  const [first] = fields;
  const rules = first ? storedIn(first) : {};
  if (fields.length !== 1 || !first?.group || rules.value !== undefined || (!rules.show && !rules.require)) return null;
  const set = (isForAll: boolean) =>
    change((field) => {
      const { for: _, ...others } = storedIn(field);
      return { ...field, settings: withRules(field.settings, isForAll ? { ...others, for: 'group' } : others) };
    });
  return (
    <Choice type="checkbox" checked={rules.for === 'group'} onChange={({ currentTarget: { checked } }) => set(checked)}>
      {say(w.ruleForGroup, { group: first.group })}
    </Choice>
  );
};

/** Faults of the rules of the chosen fields beside all others. The server refuses them with the same checks. */
const Problems = ({ fields, shown }: Pick<RuleSectionProps, 'fields' | 'shown'>) => {
  const problems = useMemo(
    () => (haveRules(shown.fields) ? ruleProblems(rulebookOf(shown.fields.map(ruleFieldOf))) : []),
    [shown.fields],
  );
  const own = problems.filter((one) => fields.some(({ name }) => name === one.field || one.circle?.includes(name)));
  const texts = own.map(({ code, circle = [] }) =>
    say(w[`problem_${code}`], { path: { trusted: circle.map((name) => fieldName(name, shown)).join(' → ') } }),
  );
  return (
    <div role="alert">
      {[...new Set(texts)].map((text) => (
        <p key={text} class="bad">
          {text}
        </p>
      ))}
    </div>
  );
};
