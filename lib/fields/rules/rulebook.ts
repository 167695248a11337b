import type { Condition, FieldRules, Formula, RuleField } from './rule.ts';

/** The rules of a template or an envelope in the order in which they are evaluated. Made once, used for many values. */
export interface Rulebook {
  fields: ReadonlyMap<string, RuleField>;
  /** Names of all fields, each after those on which its being shown and its value depend. */
  order: readonly string[];
  /** Names of fields that depend on each other in a circle, the first again at the end; null if there is none. */
  circle: readonly string[] | null;
  /** Fields of the same role and group, by the name of each of them. */
  groups: ReadonlyMap<string, readonly RuleField[]>;
  /** Fields whose `show`, or whose `require`, concerns a field: itself, and those of its group with `for: 'group'`. */
  shownBy: ReadonlyMap<string, readonly RuleField[]>;
  requiredBy: ReadonlyMap<string, readonly RuleField[]>;
}

/** Orders the rules of these fields. Linear in their size. */
export const rulebookOf = (given: readonly RuleField[]): Rulebook => {
  const fields = new Map(given.map((field) => [field.name, field]));
  const groups = groupsOf(given);
  const shownBy = concerning(given, groups, 'show');
  const requiredBy = concerning(given, groups, 'require');
  const needs = neededBy(given, groups, shownBy);
  return { fields, groups, shownBy, requiredBy, ...ordered([...fields.keys()], needs) };
};

const groupsOf = (fields: readonly RuleField[]): Map<string, readonly RuleField[]> => {
  const byKey = new Map<string, RuleField[]>();
  const members = new Map<string, readonly RuleField[]>();
  for (const field of fields) {
    if (field.group === null) {
      members.set(field.name, [field]);
      continue;
    }
    const key = JSON.stringify([field.role_name, field.group]);
    const others = byKey.get(key) ?? [];
    others.push(field);
    byKey.set(key, others);
    members.set(field.name, others);
  }
  return members;
};

const concerning = (
  fields: readonly RuleField[],
  groups: ReadonlyMap<string, readonly RuleField[]>,
  member: 'show' | 'require',
): Map<string, RuleField[]> => {
  const concerned = new Map<string, RuleField[]>();
  for (const field of fields) {
    if (field.rules?.[member] === undefined) continue;
    for (const { name } of field.rules.for === 'group' ? (groups.get(field.name) ?? [field]) : [field]) {
      const others = concerned.get(name) ?? [];
      others.push(field);
      concerned.set(name, others);
    }
  }
  return concerned;
};

/** The fields that each field's being shown and its value need. What is required needs nothing: it changes no value. */
const neededBy = (
  fields: readonly RuleField[],
  groups: ReadonlyMap<string, readonly RuleField[]>,
  shownBy: ReadonlyMap<string, readonly RuleField[]>,
): ((name: string) => string[]) => {
  const byName = new Map(fields.map((field) => [field.name, field]));
  // Each group once: a rule may ask for the choice in a large one again and again.
  const named = (rules: FieldRules): readonly string[] => {
    const names = new Set<string>();
    const asked = new Set<readonly RuleField[]>();
    for (const { name, group } of referencesIn(rules)) {
      if (group) asked.add(groups.get(name) ?? []);
      else if (byName.has(name)) names.add(name);
    }
    for (const group of asked) for (const { name } of group) names.add(name);
    return [...names];
  };
  // A rule of a group concerns each of its fields.
  const shows = new Map<RuleField, readonly string[]>();
  const neededToShow = (field: RuleField, show: Condition): readonly string[] => {
    const known = shows.get(field) ?? named({ show });
    shows.set(field, known);
    return known;
  };
  return (name) => {
    const needed = new Set<string>();
    for (const field of shownBy.get(name) ?? []) {
      const show = field.rules?.show;
      if (show) for (const one of neededToShow(field, show)) needed.add(one);
    }
    const value = byName.get(name)?.rules?.value;
    if (value !== undefined) for (const one of named({ value })) needed.add(one);
    return [...needed];
  };
};

/** True if some rule shows, requires or computes the field. */
export const isConcerned = ({ fields, shownBy, requiredBy }: Rulebook, name: string): boolean =>
  shownBy.has(name) || requiredBy.has(name) || fields.get(name)?.rules?.value !== undefined;

/** Names of all fields that some rule reads, with the groups whose choice it reads. */
export const namesRead = ({ fields, groups }: Rulebook): string[] =>
  [...fields.values()]
    .flatMap(({ rules }) => (rules ? referencesIn(rules) : []))
    .flatMap(({ name, group }) => (group ? (groups.get(name) ?? []).map((one) => one.name) : [name]));

/** A field that a rule reads, or the group of one. */
export interface Reference {
  name: string;
  group: boolean;
}

/** All fields that rules refer to. */
export const referencesIn = ({ show, require, value }: FieldRules): Reference[] => {
  const found: Reference[] = [];
  if (show) addFromCondition(found, show);
  if (require) addFromCondition(found, require);
  if (value !== undefined) addFromFormula(found, value);
  return found;
};

/** Names of boxes and buttons with which rules compare the choice in a group, as constants. */
export const choicesIn = ({ show, require, value }: FieldRules): string[] =>
  [show, require, value].flatMap((part) => (part === undefined ? [] : comparedChoices(part)));

const comparedChoices = (part: Condition | Formula): string[] => {
  if (typeof part === 'string') return [];
  if ('group_of' in part && 'value' in part && typeof part.value === 'string') return [part.value];
  return Object.values(part)
    .flat()
    .flatMap((one) => (typeof one === 'object' ? comparedChoices(one as Condition | Formula) : []));
};

const addFromCondition = (found: Reference[], condition: Condition): void => {
  if ('all' in condition) for (const one of condition.all) addFromCondition(found, one);
  else if ('any' in condition) for (const one of condition.any) addFromCondition(found, one);
  else if ('not' in condition) addFromCondition(found, condition.not);
  else {
    if ('of' in condition) addFromFormula(found, condition.of);
    else found.push(asReference(condition));
    if ('value' in condition) addFromFormula(found, condition.value);
  }
};

const asReference = (subject: { field: string } | { group_of: string }): Reference =>
  'field' in subject ? { name: subject.field, group: false } : { name: subject.group_of, group: true };

const addFromFormula = (found: Reference[], formula: Formula): void => {
  if (typeof formula === 'string') return;
  if ('field' in formula || 'group_of' in formula) found.push(asReference(formula));
  else if ('round' in formula) addFromFormula(found, formula.round);
  else if ('if' in formula) {
    addFromCondition(found, formula.if);
    addFromFormula(found, formula.then);
    if (formula.else !== undefined) addFromFormula(found, formula.else);
  } else {
    for (const one of Object.values(formula).flat()) addFromFormula(found, one);
  }
};

/** Depth first, without recursion: a thousand fields may depend on each other in one line. */
const ordered = (
  names: readonly string[],
  needs: (name: string) => readonly string[],
): Pick<Rulebook, 'order' | 'circle'> => {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  let circle: string[] | null = null;
  for (const start of names) {
    if (state.has(start)) continue;
    const path = [{ name: start, open: [...needs(start)] }];
    state.set(start, 'open');
    while (path.length > 0) {
      const last = path[path.length - 1] as (typeof path)[number];
      const next = last.open.shift();
      if (next === undefined) {
        state.set(last.name, 'done');
        order.push(last.name);
        path.pop();
      } else if (state.get(next) === 'open') {
        circle ??= [...path.slice(path.findIndex(({ name }) => name === next)).map(({ name }) => name), next];
      } else if (!state.has(next)) {
        state.set(next, 'open');
        path.push({ name: next, open: [...needs(next)] });
      }
    }
  }
  return { order, circle };
};
