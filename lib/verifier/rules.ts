import { readRules } from '../fields/rules/read-rules.ts';
import { evaluateRules } from '../fields/rules/results.ts';
import type { Condition, RuleField } from '../fields/rules/rule.ts';
import { isConcerned, namesRead, type Rulebook, rulebookOf } from '../fields/rules/rulebook.ts';
import { sha256, utf8 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { isObject, type Json, listOrNone, reopenedIn, type Trail, type TrailEvent } from './trail.ts';

/** The result of a replay of the rules for one signing. */
export interface Replay {
  role_name: string;
  sequence: number;
  /** `open`: a value that the rules read is not beside the events. */
  result: 'holds' | 'other' | 'open';
  /** True if the event says that the page had stated what it showed; null where no rule concerns the role. */
  isSeen: boolean | null;
  /** Names of the fields where the trail has something else than the rules give. */
  fields: readonly string[];
}

const FORMS: readonly string[] = ['text', 'date', 'option', 'tick', 'choice', 'ink', 'file', 'moment', 'none'];

/**
 * Replays the rules of `envelope:created` over the values at each `recipient:signed`: what was shown and required must
 * be what the event says, computed values must have the hashes that it binds, and hidden fields no value. The values
 * that rules read stand beside the events; the hashes of the event prove them. Nothing for an envelope without rules.
 */
export const replayRules = async (trail: Trail): Promise<Replay[]> => (await replayed(trail)).rules;

/** The condition of a recipient who signed or was skipped, over the values that had been submitted. */
export interface ConditionReplay {
  role_name: string;
  sequence: number;
  isSkipped: boolean;
  /** False where the recipient signed although it didn't hold, or was skipped although it did. */
  holds: boolean;
}

/** Replays the conditions of `envelope:created`. Nothing for a recipient of whose values one isn't proven. */
export const replayConditions = async (trail: Trail): Promise<ConditionReplay[]> => (await replayed(trail)).conditions;

const replayed = async ({ events, stated }: Trail): Promise<{ rules: Replay[]; conditions: ConditionReplay[] }> => {
  const created = events.find(({ event }) => event === 'envelope:created');
  const fields = listOrNone(created?.data.rules).map(readField);
  const signed = events.filter(({ event }) => event === 'recipient:signed');
  const wanted = conditionsIn(listOrNone(created?.data.conditions));
  const none = { conditions: [] };
  if (fields.length === 0) {
    return { ...none, rules: signed.filter(({ data }) => 'rules' in data).map((one) => other(one, [])) };
  }
  if (fields.includes(null)) return { ...none, rules: signed.map((one) => other(one, [])) };
  const book = rulebookOf(fields as RuleField[]);
  const asked = [...wanted.values()].map((show) => withCondition(fields as RuleField[], show));
  const read = new Set([book, ...asked].flatMap(namesRead));
  const known = new Map(listOrNone(stated.rule_values).map(({ field, value }) => [String(field), String(value)]));
  const submitted = new Map<string, ReadonlyMap<string, string | null>>();
  const found = new Map<string, Replay>();
  const conditions = new Map<string, ConditionReplay>();
  for (const event of events) {
    const { role_name } = event;
    if (event.event === 'owner:updated_recipient_info' && event.event_detail === 'reset') {
      submitted.delete(role_name);
      found.delete(role_name);
    }
    for (const role of event.event === 'recipient:sent_back' ? reopenedIn(event) : []) {
      submitted.delete(role);
      found.delete(role);
    }
    const condition = wanted.get(role_name);
    const isSkipped = event.event === 'recipient:skipped';
    if (isSkipped && !condition) {
      conditions.set(role_name, { role_name, sequence: event.sequence, isSkipped, holds: false });
    }
    if (condition && (isSkipped || event.event === 'recipient:signed')) {
      const held = holdsNow(fields as RuleField[], condition, submitted);
      conditions.set(role_name, { role_name, sequence: event.sequence, isSkipped, holds: held !== isSkipped });
    }
    if (event.event !== 'recipient:signed') continue;
    const { replay, values } = await replayOne(book, event, { known, submitted, read });
    found.set(role_name, replay);
    submitted.set(role_name, values);
  }
  // Fields that conditions alone read have no rule to replay.
  const isRuled = (fields as RuleField[]).some(({ rules }) => rules !== undefined);
  const isOpen = [...found.values()].some(({ result }) => result === 'open');
  return {
    rules: [...found.values()].filter(({ result }) => isRuled || result !== 'holds'),
    conditions: isOpen ? [] : [...conditions.values()],
  };
};

/** Values that counted, by role and field. */
type Submitted = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/** Stands for a recipient's condition among the fields. */
const CONDITION = '\u0000';

const conditionsIn = (given: readonly Json[]): Map<string, Condition> =>
  new Map(
    given.flatMap(({ role_name, only_if }) => {
      const read = readRules({ show: only_if });
      return 'rules' in read && read.rules.show ? [[String(role_name), read.rules.show]] : [];
    }),
  );

const withCondition = (fields: readonly RuleField[], show: Condition): Rulebook => {
  const own = { name: CONDITION, role_name: CONDITION, form: 'none', group: null, required: false } as const;
  return rulebookOf([...fields, { ...own, rules: { show } }]);
};

const holdsNow = (fields: readonly RuleField[], show: Condition, submitted: Submitted): boolean => {
  const book = withCondition(fields, show);
  const given = (name: string) => submitted.get(book.fields.get(name)?.role_name ?? '')?.get(name) ?? null;
  return evaluateRules(book, { role_name: CONDITION, given }).get(CONDITION)?.shown ?? false;
};

const isSeenIn = ({ data }: TrailEvent): boolean | null => ('rules' in data ? data.rules_seen === 'stated' : null);

const other = (event: TrailEvent, fields: readonly string[]): Replay => ({
  role_name: event.role_name,
  sequence: event.sequence,
  result: 'other',
  isSeen: isSeenIn(event),
  fields,
});

/** A field of the event; null if it isn't one. */
const readField = ({ field, role_name, form, group, required, number, rules }: Json): RuleField | null => {
  if (typeof field !== 'string' || typeof role_name !== 'string' || typeof required !== 'boolean') return null;
  if (typeof form !== 'string' || !FORMS.includes(form) || (group !== null && typeof group !== 'string')) return null;
  const read = rules === undefined ? undefined : readRules(rules);
  if (read && 'problem' in read) return null;
  const decimals = isObject(number) && typeof number.decimals === 'number' ? number.decimals : null;
  return {
    name: field,
    role_name,
    form: form as RuleField['form'],
    group,
    required,
    ...(isObject(number) ? { number: { decimals } } : {}),
    ...(read ? { rules: read.rules } : {}),
  };
};

/** Stands for a value that no rule reads. */
const UNREAD = 'unread';

/** Values that stand beside the events, those that were submitted, and the names of those that are read. */
interface Known {
  known: ReadonlyMap<string, string>;
  submitted: Submitted;
  read: ReadonlySet<string>;
}

const replayOne = async (
  book: Rulebook,
  event: TrailEvent,
  { known, submitted, read }: Known,
): Promise<{ replay: Replay; values: ReadonlyMap<string, string | null> }> => {
  const { role_name, sequence, data } = event;
  const hashes = new Map(listOrNone(data.values).map((value) => [String(value.field), value.sha256]));
  const own = [...book.fields.values()].filter((field) => field.role_name === role_name);
  const wrong: string[] = [];
  const open: string[] = [];
  const given = new Map<string, string | null>();
  for (const { name, form, rules } of own) {
    const hash = hashes.get(name);
    if (hash === undefined) given.set(name, null);
    else if (form === 'ink' || form === 'file' || !read.has(name)) given.set(name, UNREAD);
    else if (rules?.value === undefined) {
      const value = known.get(name);
      given.set(name, value ?? null);
      if (value === undefined) open.push(name);
      else if ((await sha256(utf8(value))) !== hash) wrong.push(name);
    }
  }
  const visible = (name: string): string | null => {
    const role = book.fields.get(name)?.role_name ?? '';
    return (role === role_name ? given.get(name) : submitted.get(role)?.get(name)) ?? null;
  };
  const results = evaluateRules(book, { role_name, given: visible });
  for (const [name, { shown, value, computed }] of results) {
    const hash = hashes.get(name);
    if (!shown && hash !== undefined) wrong.push(name);
    if (computed && (value === null ? undefined : await sha256(utf8(value))) !== hash) wrong.push(name);
  }
  wrong.push(...differing(listOrNone(data.rules), statementsOf(book, results)));
  const result = wrong.length > 0 && open.length === 0 ? 'other' : open.length > 0 ? 'open' : 'holds';
  const fields = [...new Set(result === 'open' ? open : wrong)].sort();
  const values = new Map([...results].map(([name, { value }]) => [name, value]));
  return { replay: { role_name, sequence, result, isSeen: isSeenIn(event), fields }, values };
};

const statementsOf = (book: Rulebook, results: ReturnType<typeof evaluateRules>): Json[] =>
  [...results]
    .filter(([name]) => isConcerned(book, name))
    .map(([field, { shown, required }]) => ({ field, shown, required }));

/** Names of the fields of which the two lists don't say the same. */
const differing = (stated: readonly Json[], computed: readonly Json[]): string[] => {
  const texts = (list: readonly Json[]) => new Set(list.map((one) => canonicalJson(one)));
  const [a, b] = [texts(stated), texts(computed)];
  return [
    ...stated.filter((one) => !b.has(canonicalJson(one))),
    ...computed.filter((one) => !a.has(canonicalJson(one))),
  ].map(({ field }) => String(field));
};
