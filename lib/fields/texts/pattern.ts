/**
 * Patterns that senders write and strangers' texts are matched with. They are the part of JavaScript's regular
 * expressions (flag `u`) that finite automata know: no references back, no looking around. All states are followed at
 * once, character by character, so the time is bounded by the pattern's states times the text's characters. The whole
 * text has to match.
 */

export const PATTERN_BOUNDS = {
  /** Characters of a pattern. */
  characters: 200,
  /** Largest number in a repetition. */
  repeats: 100,
  /** Parts after repetitions are written out. There are at most two states for each. */
  parts: 1000,
} as const;

/** A pattern that was read. */
interface Pattern {
  states: readonly State[];
}

/** True if one character is taken. */
type Takes = (character: string) => boolean;

type State = { takes: Takes; next: number } | { either: readonly number[] } | { end: true };

type Part =
  | { takes: Takes }
  | { all: readonly Part[] }
  | { any: readonly Part[] }
  | { repeated: Part; least: number; most: number | null };

const PIECES = {
  set: /\[(?:\\.|[^\]\\])*\]/uy,
  escaped: /\\(?:[dDwWsStnrfv0^$\\.*+?()[\]{}|/]|[pP]\{[\w=]+\}|u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2})/uy,
  repetition: /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/uy,
  literal: /[^\\^$.*+?()[\]{}|]/uy,
} as const;

/**
 * Kinds of faults: `syntax` is no regular expression, `part` has something beyond the subset, `repeats` a number that
 * is too large, `large` too many parts, `length` too many characters or none.
 */
export type PatternFault = 'syntax' | 'part' | 'repeats' | 'large' | 'length';

/** A pattern that isn't taken, with an English reason. */
interface PatternProblem {
  fault: PatternFault;
  problem: string;
}

class Refused extends Error {
  readonly fault: PatternFault;

  constructor(fault: PatternFault, problem: string) {
    super(problem);
    this.fault = fault;
  }
}

const refuse = (fault: PatternFault, problem: string): never => {
  throw new Refused(fault, problem);
};

/** Reads a pattern, or says what is wrong with it. */
export const readPattern = (source: string): { pattern: Pattern } | PatternProblem => {
  const { characters } = PATTERN_BOUNDS;
  if (source.length === 0 || source.length > characters) {
    return { fault: 'length', problem: `must be of 1 to ${characters} characters` };
  }
  try {
    // Syntax is checked by the language itself; what it takes beyond the subset is refused below.
    new RegExp(source, 'u');
    return { pattern: { states: statesOf(new Reader(source).read()) } };
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault, problem: error.message };
    return { fault: 'syntax', problem: 'is no regular expression' };
  }
};

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Part {
    const part = this.#alternatives();
    return this.#at < this.#source.length ? refuse('syntax', 'has a bracket too many') : part;
  }

  #alternatives(): Part {
    const any = [this.#sequence()];
    while (this.#skip('|')) any.push(this.#sequence());
    return any.length === 1 && any[0] ? any[0] : { any };
  }

  #sequence(): Part {
    const all: Part[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      if (this.#isEdge()) this.#at += 1;
      else all.push(this.#repetition(this.#piece()));
    }
    return { all };
  }

  /** True at `^` as the first and `$` as the last character: the whole text has to match anyway. */
  #isEdge(): boolean {
    const character = this.#source[this.#at];
    const isLast = this.#at === this.#source.length - 1;
    return (character === '^' && this.#at === 0) || (character === '$' && isLast);
  }

  #piece(): Part {
    if (this.#skip('(')) {
      if (!this.#skip('?:') && this.#source[this.#at] === '?') refuse('part', 'may have groups ( ) and (?: ) alone');
      const inside = this.#alternatives();
      return this.#skip(')') ? inside : refuse('syntax', 'has an open bracket');
    }
    if (this.#skip('.')) return { takes: takesOf('.') };
    const literal = this.#take(PIECES.literal)?.[0];
    if (literal !== undefined) return { takes: (character) => character === literal };
    const found = this.#take(PIECES.set) ?? this.#take(PIECES.escaped);
    if (found) return { takes: takesOf(found[0]) };
    const rest = [...this.#source.slice(this.#at)].slice(0, 2).join('');
    return refuse('part', `may not have ${rest} here: references, \\b, and ^ and $ within are not supported`);
  }

  #repetition(repeated: Part): Part {
    const found = this.#take(PIECES.repetition);
    if (!found) return repeated;
    const [sign = '', from = '', comma, to = ''] = found;
    const simple = { '*': [0, null], '+': [1, null], '?': [0, 1] } as const;
    const [least, most] =
      from === ''
        ? simple[sign[0] as keyof typeof simple]
        : [Number(from), comma === undefined ? Number(from) : to === '' ? null : Number(to)];
    const { repeats } = PATTERN_BOUNDS;
    if (least > repeats || (most ?? 0) > repeats) refuse('repeats', `may repeat at most ${repeats} times by a number`);
    return { repeated, least, most };
  }

  #skip(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #take(piece: RegExp): RegExpExecArray | null {
    piece.lastIndex = this.#at;
    const found = piece.exec(this.#source);
    if (found) this.#at = piece.lastIndex;
    return found;
  }
}

/** Asks once for each character of the text, however often the piece is repeated. */
const takesOf = (piece: string): Takes => {
  const one = new RegExp(`^${piece}$`, 'u');
  let last = { character: '', taken: false };
  return (character) => {
    if (last.character !== character) last = { character, taken: one.test(character) };
    return last.taken;
  };
};

/** Writes repetitions out. States are made from the last to the first: each knows those that follow it. */
const statesOf = (part: Part): State[] => {
  const states: State[] = [{ end: true }];
  let parts = 0;
  const add = (state: State): number => states.push(state) - 1;
  const before = (one: Part, next: number): number => {
    parts += 1;
    if (parts > PATTERN_BOUNDS.parts) {
      refuse('large', `is too large: with its repetitions written out it has over ${PATTERN_BOUNDS.parts} parts`);
    }
    if ('takes' in one) return add({ takes: one.takes, next });
    if ('all' in one) return one.all.reduceRight((following, inner) => before(inner, following), next);
    if ('any' in one) return add({ either: one.any.map((inner) => before(inner, next)) });
    const { repeated, least, most } = one;
    let first = next;
    if (most === null) {
      const loop = { either: [next] };
      first = add(loop);
      loop.either.push(before(repeated, first));
    }
    for (let more = least; more < (most ?? 0); more += 1) first = add({ either: [before(repeated, first), next] });
    for (let times = 0; times < least; times += 1) first = before(repeated, first);
    return first;
  };
  const first = before(part, 0);
  // Matching begins at the last state.
  states.push({ either: [first] });
  return states;
};

/**
 * Matches the whole text. `steps` counts the looks at a state: at most one for each state before each character and at
 * the end.
 */
export const match = ({ states }: Pattern, text: string): { matches: boolean; steps: number } => {
  let steps = 0;
  const reachedAt = new Int32Array(states.length).fill(-1);
  /** The states reached from these before the character at `at`, each once. */
  const reach = (from: readonly number[], at: number): State[] => {
    const reached: State[] = [];
    const left = [...from];
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const state = states[number];
      if (!state || reachedAt[number] === at) continue;
      reachedAt[number] = at;
      steps += 1;
      if ('either' in state) left.push(...state.either);
      else reached.push(state);
    }
    return reached;
  };
  let at = 0;
  let now = reach([states.length - 1], at);
  for (const character of text) {
    if (now.length === 0) break;
    at += 1;
    now = reach(
      now.flatMap((state) => ('takes' in state && state.takes(character) ? [state.next] : [])),
      at,
    );
  }
  return { matches: now.some((state) => 'end' in state), steps };
};
