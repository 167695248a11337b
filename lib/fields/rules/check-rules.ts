import { readDay } from './dates.ts';
import { readCanonical } from './numbers.ts';
import {
  COMPARATORS,
  type Comparison,
  type Condition,
  type Formula,
  OPERATIONS,
  type Operation,
  RULE_BOUNDS,
  type RuleField,
} from './rule.ts';
import type { Rulebook } from './rulebook.ts';

/** A fault of a field's rules beside the others' fields. `at` is its place in the rules: `show.all.1.value`. */
export interface RuleProblem {
  field: string;
  at: string;
  code: 'unknown_field' | 'wrong_kind' | 'no_group' | 'circle' | 'too_many';
  /** An English sentence without a full stop. */
  detail: string;
  /** Names of the fields of a circle. */
  circle?: readonly string[];
}

/** All faults of the rules: fields that don't exist, operations on the wrong kind, circles, too many. */
export const ruleProblems = (book: Rulebook): RuleProblem[] => {
  const found: RuleProblem[] = [];
  let parts = 0;
  let concerns = 0;
  for (const field of book.fields.values()) {
    if (!field.rules) continue;
    const check = new Check(book, field, found);
    check.rules();
    if (parts <= RULE_BOUNDS.partsPerDocument && parts + check.parts > RULE_BOUNDS.partsPerDocument) {
      const detail = `all rules together have at most ${RULE_BOUNDS.partsPerDocument} conditions and operations`;
      found.push({ field: field.name, at: '', code: 'too_many', detail });
    }
    parts += check.parts;
    const more = concernsOf(book, field);
    if (concerns <= RULE_BOUNDS.concernsPerDocument && concerns + more > RULE_BOUNDS.concernsPerDocument) {
      const detail = `all rules together concern at most ${RULE_BOUNDS.concernsPerDocument} fields, each counted for each rule`;
      found.push({ field: field.name, at: 'for', code: 'too_many', detail });
    }
    concerns += more;
  }
  if (book.circle) {
    const [field = ''] = book.circle;
    const at = book.fields.get(field)?.rules?.value === undefined ? 'show' : 'value';
    const path = book.circle.join(' → ');
    found.push({
      field,
      at,
      circle: book.circle,
      code: 'circle',
      detail: `the rules depend on each other in a circle: ${path}`,
    });
  }
  return found;
};

/** Number of fields that the `show` and the `require` of a field concern. */
const concernsOf = ({ groups }: Rulebook, { name, rules }: RuleField): number =>
  [rules?.show, rules?.require].filter((rule) => rule !== undefined).length *
  (rules?.for === 'group' ? (groups.get(name)?.length ?? 1) : 1);

/** As what a field's value can be read. */
const READABLE: Readonly<Record<RuleField['form'], readonly ('any' | 'text' | 'number' | 'date')[]>> = {
  text: ['any', 'text', 'number', 'date'],
  option: ['any', 'text', 'number', 'date'],
  date: ['any', 'text', 'date'],
  tick: ['any'],
  choice: ['any'],
  ink: [],
  file: [],
  moment: [],
  none: [],
};

const NEVER_FILLED: readonly RuleField['form'][] = ['moment', 'none'];

type Wanted = 'any' | 'text' | 'number' | 'date';
type Place = readonly (string | number)[];

class Check {
  /** Conditions and operations so far. */
  parts = 0;
  private readonly book: Rulebook;
  private readonly field: RuleField;
  private readonly found: RuleProblem[];

  constructor(book: Rulebook, field: RuleField, found: RuleProblem[]) {
    this.book = book;
    this.field = field;
    this.found = found;
  }

  rules(): undefined {
    const { rules, form, group } = this.field;
    if (rules?.for === 'group' && group === null) this.report('no_group', ['for'], 'the field is in no group');
    if (rules?.show) this.condition(rules.show, ['show']);
    if (rules?.require) this.condition(rules.require, ['require']);
    if (rules?.value === undefined) return;
    if (form !== 'text' && form !== 'date') {
      this.report('wrong_kind', ['value'], 'only fields of texts, numbers and dates can have a formula');
      return;
    }
    this.formula(rules.value, ['value'], form === 'date' ? 'date' : this.field.number ? 'number' : 'text');
  }

  private condition(condition: Condition, at: Place): undefined {
    this.parts += 1;
    if ('all' in condition) return this.each(condition.all, [...at, 'all']);
    if ('any' in condition) return this.each(condition.any, [...at, 'any']);
    if ('not' in condition) return this.condition(condition.not, [...at, 'not']);
    return this.comparison(condition, at);
  }

  private each(conditions: readonly Condition[], at: Place): undefined {
    for (const [index, condition] of conditions.entries()) this.condition(condition, [...at, index]);
  }

  private comparison(condition: Comparison, at: Place): undefined {
    const wanted = condition.is === 'filled' ? null : COMPARATORS[condition.is];
    if ('group_of' in condition) {
      this.choice(condition.group_of, [...at, 'group_of']);
      if (condition.is !== 'filled' && condition.is !== 'equals' && condition.is !== 'contains') {
        this.report('wrong_kind', [...at, 'is'], 'a choice can be filled, equal a name, or contain one');
      } else if (condition.is !== 'filled' && typeof condition.value === 'string') {
        this.member(condition.group_of, condition.value, [...at, 'value']);
      }
    } else if ('field' in condition) {
      this.operand(condition.field, [...at, 'field'], wanted);
    } else {
      this.formula(condition.of, [...at, 'of'], wanted ?? 'any');
    }
    if ('value' in condition) this.formula(condition.value, [...at, 'value'], wanted ?? 'any');
  }

  private formula(formula: Formula, at: Place, wanted: Wanted): undefined {
    if (typeof formula === 'string') return this.constant(formula, at, wanted);
    this.parts += 1;
    if ('field' in formula) return this.operand(formula.field, [...at, 'field'], wanted);
    if ('group_of' in formula) {
      this.gives('text', at, wanted);
      return this.choice(formula.group_of, [...at, 'group_of']);
    }
    if ('if' in formula) {
      this.condition(formula.if, [...at, 'if']);
      this.formula(formula.then, [...at, 'then'], wanted);
      if (formula.else !== undefined) this.formula(formula.else, [...at, 'else'], wanted);
      return;
    }
    if ('round' in formula) {
      this.gives('number', at, wanted);
      return this.formula(formula.round, [...at, 'round'], 'number');
    }
    const [operation, operands] = Object.entries(formula)[0] as [Operation, Formula[]];
    const { gives, reads } = OPERATIONS[operation];
    this.gives(gives, at, wanted);
    for (const [index, operand] of operands.entries()) {
      this.formula(operand, [...at, operation, index], operation === 'add_days' && index === 1 ? 'number' : reads);
    }
  }

  private constant(text: string, at: Place, wanted: Wanted): undefined {
    if (wanted === 'number' && readCanonical(text) === null) {
      this.report('wrong_kind', at, 'must be a number like 1234.5');
    }
    if (wanted === 'date' && readDay(text) === null) this.report('wrong_kind', at, 'must be a date like 2026-12-31');
  }

  private gives(gives: 'number' | 'date' | 'text', at: Place, wanted: Wanted): undefined {
    if (wanted === 'any' || wanted === 'text' || wanted === gives) return;
    this.report('wrong_kind', at, `gives a ${gives}, and a ${wanted} is needed here`);
  }

  private operand(name: string, at: Place, wanted: Wanted | null): undefined {
    const field = this.known(name, at);
    if (!field) return;
    if (wanted === null) {
      if (NEVER_FILLED.includes(field.form)) this.report('wrong_kind', at, `nobody fills ${name}`);
      return;
    }
    if (READABLE[field.form].includes(wanted)) return;
    this.report('wrong_kind', at, `${name} can't be read as ${wanted === 'any' ? 'a value' : `a ${wanted}`}`);
  }

  private choice(name: string, at: Place): undefined {
    const field = this.known(name, at);
    if (!field || field.form === 'tick' || field.form === 'choice') return;
    this.report('wrong_kind', at, `${name} is no checkbox or radio button`);
  }

  /** A name with which a choice is compared: one that isn't in the group could never be chosen. */
  private member(name: string, value: string, at: Place): undefined {
    const group = (this.book.groups.get(name) ?? []).filter(({ form }) => form === 'tick' || form === 'choice');
    if (group.length === 0 || group.some((one) => one.name === value)) return;
    this.report('unknown_field', at, `${value} is no checkbox or radio button in the group of ${name}`);
  }

  private known(name: string, at: Place): RuleField | undefined {
    const field = this.book.fields.get(name);
    if (!field) this.report('unknown_field', at, `there is no field with the name ${name}`);
    return field;
  }

  private report(code: RuleProblem['code'], at: Place, detail: string): undefined {
    this.found.push({ field: this.field.name, at: at.join('.'), code, detail });
  }
}
