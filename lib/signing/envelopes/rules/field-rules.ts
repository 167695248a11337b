import { byCode } from '../../../base/by-code.ts';
import { withoutMarks } from '../../../fields/marks.ts';
import { evaluateRules } from '../../../fields/rules/results.ts';
import type { Condition, RuleField, RuleResult } from '../../../fields/rules/rule.ts';
import { haveRules, ruleFieldOf } from '../../../fields/rules/rule-fields.ts';
import { isConcerned, namesRead, type Rulebook, referencesIn, rulebookOf } from '../../../fields/rules/rulebook.ts';
import { type RulesSeen, seenBy } from '../../../fields/rules/seen.ts';
import type { FieldItem, RecipientItem } from '../../../storage/records/envelope.ts';

/**
 * Rules between an envelope's fields, without I/O. A recipient's rules see the own values, and of others what they had
 * submitted: when the recipient submitted, or by now.
 */

/** A field as its rules leave it: its value and `required` are the ones that count. */
export interface ShownField extends FieldItem {
  /** The result of the rules; absent in an envelope without rules, and where only what was sent is shown. */
  rule?: RuleResult & {
    /** The given value of a hidden field, which counts again once it is shown. */
    kept: string | null;
    /** True if the field is required whenever it is shown: it was sent so. */
    always_required: boolean;
  };
}

type Person = Pick<RecipientItem, 'role_name' | 'status' | 'rules_saw'> & { only_if?: Condition };

/** Roles that have submitted by now: what a recipient's rules see who submits next. */
export const rolesSeen = (recipients: readonly Person[]): string[] =>
  recipients.filter(({ status }) => status === 'submitted').map(({ role_name }) => role_name);

/**
 * Applies the rules to the fields of the roles that `isOpen` names; the others stay as they are. `fields` have the
 * values that recipients gave, before any rule.
 */
export const withRules = (
  fields: readonly FieldItem[],
  recipients: readonly Person[],
  isOpen: (role_name: string) => boolean,
): ShownField[] => {
  if (!haveRules(fields)) return [...fields];
  const book = rulebookOf(fields.map(ruleFieldOf));
  const given = new Map(fields.map(({ name, value }) => [name, value]));
  const results = resultsOf(book, recipients, (name) => given.get(name) ?? null);
  return fields.map((field) => {
    const result = results.get(field.name);
    return result && isOpen(field.role_name) ? asResult(field, result) : field;
  });
};

/** The fields as they count: those of all who have submitted by their rules. */
export const submittedByRules = (fields: readonly FieldItem[], recipients: readonly Person[]): ShownField[] => {
  const submitted = new Set(rolesSeen(recipients));
  return withRules(fields, recipients, (role_name) => submitted.has(role_name));
};

/** True if the field is shown to whoever may see it. */
export const isShown = ({ rule }: ShownField): boolean => rule?.shown ?? true;

/** Evaluates the roles in the order of their submits, so that each sees the values that counted before. */
const resultsOf = (
  book: Rulebook,
  recipients: readonly Person[],
  given: (name: string) => string | null,
): Map<string, RuleResult> => {
  const all = new Map<string, RuleResult>();
  const now = rolesSeen(recipients);
  const seenBy = ({ status, rules_saw = [] }: Person): readonly string[] => (status === 'submitted' ? rules_saw : now);
  const inOrder = [...recipients].sort(
    (a, b) =>
      Number(a.status !== 'submitted') - Number(b.status !== 'submitted') || seenBy(a).length - seenBy(b).length,
  );
  for (const recipient of inOrder) {
    const { role_name } = recipient;
    const sees = new Set(seenBy(recipient));
    const visible = (name: string): string | null => {
      const role = book.fields.get(name)?.role_name ?? '';
      if (role === role_name) return given(name);
      return sees.has(role) ? (all.get(name)?.value ?? null) : null;
    };
    for (const [name, result] of evaluateRules(book, { role_name, given: visible })) all.set(name, result);
  }
  return all;
};

const asResult = (field: FieldItem, result: RuleResult): ShownField => ({
  ...field,
  value: result.value,
  required: result.required,
  ...(result.shown ? {} : { settings: withoutMarks(field.settings), signed_by: null }),
  rule: { ...result, kept: result.shown ? null : field.value, always_required: field.required },
});

/** A field that takes part in rules, as `envelope:created` binds it. */
export interface RuleEvidence extends Omit<RuleField, 'name'> {
  field: string;
}

/** Names of the fields that rules and conditions read. */
const allRead = (book: Rulebook, conditions: readonly Condition[]): Set<string> =>
  new Set([
    ...namesRead(book),
    ...conditions.flatMap((show) =>
      referencesIn({ show }).flatMap(({ name, group }) =>
        group ? (book.groups.get(name) ?? []).map((one) => one.name) : [name],
      ),
    ),
  ]);

/**
 * Evidence of the rules that are sent: all fields that have rules, or that rules or conditions of recipients read or
 * concern. By name.
 */
export const sentRules = (fields: readonly FieldItem[], conditions: readonly Condition[] = []): RuleEvidence[] => {
  if (!haveRules(fields) && conditions.length === 0) return [];
  const book = rulebookOf(fields.map(ruleFieldOf));
  const taking = allRead(book, conditions);
  for (const { name } of book.fields.values()) if (isConcerned(book, name)) taking.add(name);
  return [...book.fields.values()]
    .filter(({ name }) => taking.has(name))
    .map(({ name, ...rest }) => ({ field: name, ...rest }))
    .sort((a, b) => byCode(a.field, b.field));
};

/** Evidence of the recipient's own fields that rules had shown and required, as `recipient:signed` binds it. */
export const shownEvidence = (
  fields: readonly ShownField[],
  role_name: string,
): { field: string; shown: boolean; required: boolean }[] => {
  if (!haveRules(fields)) return [];
  const book = rulebookOf(fields.map(ruleFieldOf));
  return fields
    .filter((field) => field.role_name === role_name && isConcerned(book, field.name))
    .map(({ name, rule, required }) => ({ field: name, shown: rule?.shown ?? true, required }))
    .sort((a, b) => byCode(a.field, b.field));
};

/** The recipient's own fields as rules show them now; undefined where none of them has a rule. */
export const seenNow = (
  fields: readonly FieldItem[],
  recipients: readonly Person[],
  role_name: string,
): RulesSeen | undefined => {
  const own = withRules(fields, recipients, (role) => role === role_name).filter((one) => one.role_name === role_name);
  if (!haveRules(own)) return undefined;
  return seenBy(new Map(own.flatMap(({ name, rule }) => (rule ? [[name, rule]] : []))));
};

/**
 * The values that rules have read, of all who have submitted: whoever replays the rules needs them, and the hashes in
 * `recipient:signed` prove them. Pictures and files are told by their hashes alone, computed values by the rules.
 */
export const valuesRead = (
  fields: readonly FieldItem[],
  recipients: readonly Person[],
): { field: string; value: string }[] => {
  const conditions = recipients.flatMap(({ only_if }) => only_if ?? []);
  if (!haveRules(fields) && conditions.length === 0) return [];
  const book = rulebookOf(fields.map(ruleFieldOf));
  const read = allRead(book, conditions);
  const submitted = new Set(rolesSeen(recipients));
  return submittedByRules(fields, recipients)
    .filter(({ name, role_name }) => read.has(name) && submitted.has(role_name))
    .flatMap(({ name, value, rule }) => {
      const form = book.fields.get(name)?.form;
      if (value === null || value === '' || rule?.computed || form === 'ink' || form === 'file') return [];
      return [{ field: name, value }];
    })
    .sort((a, b) => byCode(a.field, b.field));
};
