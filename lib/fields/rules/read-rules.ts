import {
  COMPARATORS,
  type Comparator,
  type Condition,
  type FieldRules,
  type Formula,
  OPERATIONS,
  type Operation,
  RULE_BOUNDS,
  type Subject,
} from './rule.ts';

/** Rules in their one form, or the problem with them and its place: `show.all.1.value`. */
export type ReadRules = { rules: FieldRules; parts: number } | { problem: string; at: string };

/**
 * Reads rules as a sender wrote them. Numbers and truths become texts, so that all constants are texts. Refused is
 * whatever isn't a rule, unknown members, and what is deeper or longer than `RULE_BOUNDS`. It never throws.
 */
export const readRules = (given: unknown): ReadRules => {
  const reader = new Reader();
  try {
    return { rules: reader.rules(given), parts: reader.parts };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.problem, at: error.at };
    throw error;
  }
};

class Problem extends Error {
  readonly problem: string;
  readonly at: string;

  constructor(problem: string, at: readonly (string | number)[]) {
    super(problem);
    this.problem = problem;
    this.at = at.join('.');
  }
}

type Place = readonly (string | number)[];
type Given = Readonly<Record<string, unknown>>;

const LONGEST_NAME = 150;
const SUBJECTS = ['field', 'group_of', 'of'] as const;
const isOperation = (name: string): name is Operation => Object.hasOwn(OPERATIONS, name);
const isComparator = (name: unknown): name is Comparator =>
  typeof name === 'string' && Object.hasOwn(COMPARATORS, name);

class Reader {
  parts = 0;

  rules(given: unknown): FieldRules {
    const record = asRecord(given, [], 'an object with show, require or value');
    demandMembers(record, ['show', 'require', 'value', 'for'], []);
    const scope = record.for ?? undefined;
    if (scope !== undefined && scope !== 'group') throw new Problem('must be group, or absent', ['for']);
    if (scope && has(record, 'value')) throw new Problem('a formula is of one field, not of a group', ['for']);
    return {
      ...(has(record, 'show') ? { show: this.condition(record.show, ['show'], 1) } : {}),
      ...(has(record, 'require') ? { require: this.condition(record.require, ['require'], 1) } : {}),
      ...(has(record, 'value') ? { value: this.formula(record.value, ['value'], 1) } : {}),
      ...(scope ? { for: 'group' } : {}),
    };
  }

  private condition(given: unknown, at: Place, depth: number): Condition {
    const record = asRecord(given, at, 'a condition: an object with all, any, not, field, group_of or of');
    this.count(at, depth);
    for (const name of ['all', 'any'] as const) {
      if (!Object.hasOwn(record, name)) continue;
      demandMembers(record, [name], at);
      const conditions = this.list(record[name], [...at, name], 1, RULE_BOUNDS.operands, (one, place) =>
        this.condition(one, place, depth + 1),
      );
      return name === 'all' ? { all: conditions } : { any: conditions };
    }
    if (Object.hasOwn(record, 'not')) {
      demandMembers(record, ['not'], at);
      return { not: this.condition(record.not, [...at, 'not'], depth + 1) };
    }
    return this.comparison(record, at, depth);
  }

  private comparison(record: Given, at: Place, depth: number): Condition {
    const [subject, ...others] = SUBJECTS.filter((name) => Object.hasOwn(record, name));
    if (!subject || others.length > 0) {
      throw new Problem('must have one of all, any, not, field, group_of and of', at);
    }
    demandMembers(record, record.is === 'filled' ? [subject, 'is'] : [subject, 'is', 'value'], at);
    const left: Subject =
      subject === 'of'
        ? { of: this.formula(record.of, [...at, 'of'], depth + 1) }
        : subject === 'field'
          ? { field: nameIn(record.field, [...at, 'field']) }
          : { group_of: nameIn(record.group_of, [...at, 'group_of']) };
    if (record.is === 'filled') return { ...left, is: 'filled' };
    if (!isComparator(record.is)) {
      throw new Problem(`must be filled or one of ${Object.keys(COMPARATORS).join(', ')}`, [...at, 'is']);
    }
    return { ...left, is: record.is, value: this.formula(record.value, [...at, 'value'], depth + 1) };
  }

  private formula(given: unknown, at: Place, depth: number): Formula {
    const constant = constantIn(given, at);
    if (constant !== undefined) return constant;
    const record = asRecord(given, at, 'a text, or an object with field, group_of or an operation');
    this.count(at, depth);
    if (Object.hasOwn(record, 'field')) {
      demandMembers(record, ['field'], at);
      return { field: nameIn(record.field, [...at, 'field']) };
    }
    if (Object.hasOwn(record, 'group_of')) {
      demandMembers(record, ['group_of'], at);
      return { group_of: nameIn(record.group_of, [...at, 'group_of']) };
    }
    if (Object.hasOwn(record, 'if')) return this.choice(record, at, depth);
    if (Object.hasOwn(record, 'round')) return this.rounding(record, at, depth);
    const [operation, ...others] = Object.keys(record);
    if (operation === undefined || others.length > 0 || !isOperation(operation)) {
      const known = ['field', 'group_of', ...Object.keys(OPERATIONS), 'round', 'if'].join(', ');
      throw new Problem(`must be a text, or an object with one of ${known}`, at);
    }
    const { fewest, most = RULE_BOUNDS.operands }: { fewest: number; most?: number } = OPERATIONS[operation];
    const operands = this.list(record[operation], [...at, operation], fewest, most, (one, place) =>
      this.formula(one, place, depth + 1),
    );
    return { [operation]: operands } as unknown as Formula;
  }

  private choice(record: Given, at: Place, depth: number): Formula {
    demandMembers(record, ['if', 'then', 'else'], at);
    return {
      if: this.condition(record.if, [...at, 'if'], depth + 1),
      then: this.formula(record.then, [...at, 'then'], depth + 1),
      ...(has(record, 'else') ? { else: this.formula(record.else, [...at, 'else'], depth + 1) } : {}),
    };
  }

  private rounding(record: Given, at: Place, depth: number): Formula {
    demandMembers(record, ['round', 'digits', 'half'], at);
    const { digits = 0, half = 'away' } = record;
    if (typeof digits !== 'number' || !Number.isInteger(digits) || digits < 0 || digits > RULE_BOUNDS.decimals) {
      throw new Problem(`must be a whole number from 0 to ${RULE_BOUNDS.decimals}`, [...at, 'digits']);
    }
    if (half !== 'away' && half !== 'even') throw new Problem('must be away or even', [...at, 'half']);
    const rounded = this.formula(record.round, [...at, 'round'], depth + 1);
    return { round: rounded, digits, ...(half === 'even' ? { half } : {}) };
  }

  private list<T>(given: unknown, at: Place, fewest: number, most: number, read: (one: unknown, at: Place) => T): T[] {
    if (!Array.isArray(given) || given.length < fewest || given.length > most) {
      throw new Problem(`must be a list of ${fewest === most ? fewest : `${fewest} to ${most}`}`, at);
    }
    return given.map((one, index) => read(one, [...at, index]));
  }

  private count(at: Place, depth: number): void {
    this.parts += 1;
    if (depth > RULE_BOUNDS.depth) throw new Problem(`at most ${RULE_BOUNDS.depth} levels are allowed`, at);
    if (this.parts > RULE_BOUNDS.partsPerField) {
      throw new Problem(`at most ${RULE_BOUNDS.partsPerField} conditions and operations are allowed`, at);
    }
  }
}

/** A member that is null counts as absent: clients echo records with nulls. */
const has = (record: Given, name: string): boolean => record[name] !== undefined && record[name] !== null;

const asRecord = (given: unknown, at: Place, wanted: string): Given => {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Given;
  throw new Problem(`must be ${wanted}`, at);
};

const demandMembers = (record: Given, known: readonly string[], at: Place): void => {
  const other = Object.keys(record).find((name) => !known.includes(name));
  if (other !== undefined) throw new Problem(`is unknown here; known are ${known.join(', ')}`, [...at, other]);
};

const nameIn = (given: unknown, at: Place): string => {
  if (typeof given === 'string' && given !== '' && given.length <= LONGEST_NAME) return given;
  throw new Problem('must be the name of a field', at);
};

const constantIn = (given: unknown, at: Place): string | undefined => {
  const text = typeof given === 'number' ? plainNumber(given, at) : typeof given === 'boolean' ? String(given) : given;
  if (typeof text !== 'string') return undefined;
  if (text.length <= RULE_BOUNDS.constant) return text;
  throw new Problem(`at most ${RULE_BOUNDS.constant} characters are allowed`, at);
};

/** A JSON number as a constant: those that JavaScript writes without an exponent. */
const plainNumber = (number: number, at: Place): string => {
  const text = String(number);
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  throw new Problem('must be a number without an exponent; give a longer one as a text', at);
};
