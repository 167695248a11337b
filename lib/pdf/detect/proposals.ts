import type { FieldType } from '../../fields/types.ts';
import { type Blank, blanksOf, center, type Found, SIGNED_BELOW } from './blanks.ts';
import { type Cell, overlap } from './cells.ts';
import { type Guides, guidesOf } from './guides.ts';
import type { Rectangle } from './rectangle.ts';
import { Rows } from './rows.ts';
import type { Run } from './runs.ts';
import type { Ink } from './shapes.ts';
import { type FoundText, tagsIn } from './tags.ts';
import { asksForInitials, isLabel, kindOf, roleIn } from './words.ts';

/** A field that a page seems to ask for, in points of the page as displayed. */
export interface Proposal {
  type: FieldType;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Text of the page that says what to fill in; null where nothing does. */
  label: string | null;
  /** The page's word for the person who fills it; null where it names none. */
  role: string | null;
  /** From 0 to 1: how much speaks for it. */
  confidence: number;
}

/** The most proposals of a page. */
const MOST = 500;
const LONGEST_LABEL = 200;

/** Findings of a page: blanks from the top down, and text tags. */
export interface Proposals {
  proposals: Proposal[];
  tags: FoundText[];
  guides: Guides;
}

/** Proposes fields for the blanks of a page. */
export const proposalsOf = (ink: Ink): Proposals => {
  const blanksFound = blanksOf(ink);
  const found = {
    ...blanksFound,
    leading: leadingRuns(blanksFound),
    rows: new Rows(blanksFound.runs),
    cellRows: new Rows(blanksFound.cells),
  };
  const blanks = found.blanks.toSorted((a, b) => b.top - a.top || a.left - b.left).slice(0, MOST);
  const headed = new Set<Proposal>();
  const made = blanks.map((blank) => {
    const proposal = proposalFor(blank, found, ink);
    if (isHeaded(blank, proposal, found)) headed.add(proposal);
    return proposal;
  });
  const proposals = signed(made, headed).toSorted((a, b) => b.y + b.height - a.y - a.height || a.x - b.x);
  return { proposals, tags: tagsIn(found.runs).slice(0, MOST), guides: guidesOf(ink) };
};

/** The findings by their heights, and the texts that a line to write on follows: they are no captions of others. */
type Labelled = Found & { leading: ReadonlySet<Run>; rows: Rows<Run>; cellRows: Rows<Cell> };

/** In points: a text leads to the line that begins so close behind it. */
const LEADS = 12;

const leadingRuns = ({ blanks, runs }: Found): ReadonlySet<Run> => {
  const lines = blanks.filter(({ form }) => form === 'line' || form === 'leader');
  return new Set(
    runs.filter((run) =>
      lines.some(
        ({ left, bottom, top }) =>
          left > run.right - 4 &&
          left - run.right < LEADS &&
          overlap(run.bottom, run.top, bottom - 2, top) > 0.35 * (run.top - run.bottom),
      ),
    ),
  );
};

/** True for a table's cell whose label is the head of its column. */
const isHeaded = ({ form, own, top }: Blank, { label }: Proposal, { runs }: Found): boolean =>
  form === 'cell' && own.length === 0 && runs.some((run) => run.text === label && run.bottom > top - 2);

/** A line for a person, with a date beside it, is to be signed: "Tenant: ____ Date: ____". Cells of columns aren't. */
const signed = (proposals: readonly Proposal[], headed: ReadonlySet<Proposal>): Proposal[] =>
  proposals.map((one) => {
    const isForPerson =
      one.type === 'textbox' && !headed.has(one) && one.role && one.label && isRoleAlone(one.label, one.role);
    const isDated = (): boolean =>
      proposals.some(
        ({ type, label, x, y, height }) =>
          type === 'date' &&
          (label ?? '').length <= LONGEST_DATE &&
          x > one.x &&
          Math.abs(y + height / 2 - one.y - one.height / 2) < 6,
      );
    return isForPerson && isDated() ? { ...one, type: 'signature' } : one;
  });

/** In letters: "Date:", not "Date of birth". */
const LONGEST_DATE = 8;

const isRoleAlone = (label: string, role: string): boolean =>
  label.includes(role) && label.length <= role.length + 4 && kindOf(label) === undefined;

const proposalFor = (blank: Blank, found: Labelled, ink: Ink): Proposal => {
  const labels = labelsOf(blank, found);
  const [label] = labels;
  const role = roleOf(blank, labels, found.runs);
  // A line under nothing but a person's head is to be signed.
  const isLine = blank.form === 'line' && blank.right - blank.left < WIDEST_SIGNATURE * ink.width;
  const isSigned = isLine && role !== null && (!label || isCaption(blank, label, role, found));
  const type = isSigned ? 'signature' : isInitialled(blank, found) ? 'initial' : typeOf(blank, labels);
  const area = type === 'signature' ? forSignature(blank, found, ink) : blank;
  const width = Math.min(area.right, ink.width) - Math.max(0, area.left);
  const height = Math.min(area.top, ink.height) - Math.max(0, area.bottom);
  return {
    type,
    x: tenths(Math.max(0, area.left)),
    y: tenths(Math.max(0, area.bottom)),
    width: tenths(width),
    height: tenths(height),
    label: label ? label.replace(/\s+/gu, ' ').slice(0, LONGEST_LABEL).trim() : null,
    role,
    confidence: confidenceOf(blank, labels),
  };
};

/** Share of a page's width: longer lines are for texts. */
const WIDEST_SIGNATURE = 0.65;

/** True if a line has nothing but a person below it: "Landlord". */
const isCaption = (blank: Blank, label: string, role: string, found: Labelled): boolean => {
  const { left, below } = around(blank, found);
  return !left && below?.text === label && isRoleAlone(label, role);
};

/** A short line before a paragraph, on a page that asks for initials: its width in points, the text's in letters. */
const INITIALS = { widest: 75, paragraph: 25 };

const isInitialled = (blank: Blank, found: Labelled): boolean => {
  if (blank.form !== 'line' && blank.form !== 'leader') return false;
  if (blank.right - blank.left > INITIALS.widest) return false;
  const { left, right } = around(blank, found);
  return (
    left === undefined &&
    right !== undefined &&
    right.text.length >= INITIALS.paragraph &&
    kindOf(right.text) === undefined &&
    found.runs.some(({ text }) => asksForInitials(text))
  );
};

const tenths = (points: number): number => Math.round(points * 10) / 10;

const typeOf = (blank: Blank, labels: readonly string[]): FieldType => {
  if (blank.form === 'square') return 'checkbox';
  if (blank.form === 'circle') return 'radio';
  const named = labels.map(kindOf).find((kind) => kind !== undefined) ?? 'textbox';
  const height = blank.top - blank.bottom;
  // Room for the day, or the year, alone.
  if (named === 'date' && blank.right - blank.left < SHORTEST_DATE) return 'textbox';
  if (named === 'textbox' || named === 'textarea') return height > 34 ? 'textarea' : 'textbox';
  return named;
};

/** In points. */
const SHORTEST_DATE = 40;

/** A signature takes more room than a line of writing, if there is some. */
const SIGNATURE = 30;

const forSignature = (blank: Blank, { runs }: Found, { horizontal }: Ink): Rectangle => {
  if (blank.form === 'cell') return blank;
  const [from, to] = [blank.left, blank.right];
  const edges = [
    ...runs.filter((run) => overlap(run.left, run.right, from, to) > 2).map(({ bottom }) => bottom),
    ...horizontal.filter((line) => overlap(line.from, line.to, from, to) > 2).map(({ at }) => at),
  ].filter((edge) => edge >= blank.top - 1);
  return { ...blank, top: Math.min(blank.bottom + SIGNATURE, ...edges.map((edge) => Math.max(edge, blank.top))) };
};

const confidenceOf = (blank: Blank, labels: readonly string[]): number => {
  const base = { square: 0.9, circle: 0.8, leader: 0.9, line: 0.75, cell: 0.75 }[blank.form];
  const named = labels.some((label) => kindOf(label) !== undefined);
  return Math.round((labels.length === 0 ? base - 0.25 : base + (named ? 0.08 : 0)) * 100) / 100;
};

/** Texts that may say what to fill in, the likeliest first. */
const labelsOf = (blank: Blank, found: Labelled): string[] => {
  const { runs, leading } = found;
  if (blank.own.length > 0) return [blank.own.map(({ text }) => text).join(' ')];
  const near = around(blank, found);
  const texts = (...some: (Run | undefined)[]): string[] =>
    some.flatMap((run) => (run && /[\p{L}\p{N}]/u.test(run.text) ? [run.text] : []));
  if (blank.form === 'square' || blank.form === 'circle')
    return texts(near.right, near.left, near.below, near.above).slice(0, 1);
  if (blank.form === 'cell') {
    const beside = besideCell(blank, found);
    if (beside.length > 0) return beside;
    const { above } = near;
    const isHead = above && above.bottom - blank.top < CLOSE && Math.abs(above.left - blank.left) < CLOSE;
    if (isHead && /\p{L}{2}/u.test(above.text)) return [above.text];
    const { below } = near;
    // One below the other, each box has its text above it.
    const isNext = above && below && found.blanks.some((other) => isJustBelow(other, below));
    return texts(near.left, above, isNext ? undefined : below);
  }
  const rightToLeft = near.right && ARABIC.test(near.right.text) ? near.right : undefined;
  // From right to left, the text behind a blank belongs to the next one.
  const left = near.left && ARABIC.test(near.left.text) ? undefined : near.left;
  if (rightToLeft && ENDS_LABEL.test(rightToLeft.text)) return [rightToLeft.text];
  const first = left && !isNumber(left) && (left.right > blank.left - 60 || isLabel(left.text)) ? left : undefined;
  // A label that ends with a colon says it all.
  if (first && ENDS_LABEL.test(first.text)) return [first.text];
  if (first) return texts(rightToLeft, first, near.below, left);
  const wrapped = left || rightToLeft ? undefined : endOfLineAbove(blank, runs, leading);
  // Within a sentence, the line of text above says something else.
  const isInSentence = near.right && near.right.left - blank.right < LEADS && /^[\p{Ll}\p{P}]/u.test(near.right.text);
  return texts(rightToLeft, near.below, near.right, isInSentence ? undefined : near.above, left, wrapped);
};

const ARABIC = /\p{Script=Arabic}/u;
/** A label that says of itself that a blank follows. */
const ENDS_LABEL = /\p{L}{2}.*[:：▶►→]\s*$/u;

const isJustBelow = (blank: Blank, text: Run): boolean =>
  text.bottom > blank.top - 2 &&
  text.bottom - blank.top < NEAR.above &&
  overlap(text.left, text.right, blank.left, blank.right) > 2;

/** Words of the line above that say what a blank takes. */
const WORDS_ABOVE = 3;

/** The last words of the line above, where its sentence goes on with the blank. */
const endOfLineAbove = (blank: Blank, runs: readonly Run[], leading: ReadonlySet<Run>): Run | undefined => {
  const above = runs.filter(({ bottom }) => bottom > blank.bottom + 7 && bottom < blank.bottom + NEAR.above);
  const last = above.toSorted((a, b) => b.right - a.right)[0];
  if (!last || last.right < blank.right || leading.has(last) || !/[\p{L},]$/u.test(last.text)) return undefined;
  return { ...last, text: last.text.split(/\s+/u).slice(-WORDS_ABOVE).join(' ') };
};

/** In points: the caption of a line begins no farther before it. */
const CAPTION = 14;

/** In points: a label stands so close above its box, and begins where that does. */
const CLOSE = 8;

const isNumber = (run: Run | undefined): boolean =>
  run !== undefined && /^\(?(?:\d{1,3}[a-z]?|[a-z]|[ivx]{1,4})[.)]*$/iu.test(run.text.trim());

interface Near {
  left: Run | undefined;
  right: Run | undefined;
  above: Run | undefined;
  below: Run | undefined;
}

/** Distances in points within which a text belongs to a blank. */
const NEAR = { left: 220, right: 26, above: 26, below: 13 };
const FAR_RIGHT = 170;

const around = (blank: Blank, { rows, leading }: Labelled): Near => {
  const height = Math.min(blank.top - blank.bottom, 14);
  const band = { bottom: blank.bottom - 2, top: blank.bottom + height };
  const level = rows
    .near(band.bottom, band.top)
    .filter((run) => overlap(run.bottom, run.top, band.bottom, band.top) > 0.35 * (run.top - run.bottom));
  const column = rows.near(blank.bottom - SIGNED_BELOW, blank.top + NEAR.above);
  const over = column.filter((run) => overlap(run.left, run.right, blank.left, blank.right) > 2 && !leading.has(run));
  const tick = blank.form === 'square' || blank.form === 'circle';
  const least = (found: readonly Run[], distance: (run: Run) => number, most: number): Run | undefined => {
    let best: Run | undefined;
    for (const run of found) {
      const far = distance(run);
      if (far > -4 && far < most && (!best || far < distance(best))) best = run;
    }
    return best;
  };
  return {
    left: least(level, (run) => blank.left - run.right, tick ? 120 : NEAR.left),
    right: least(
      level.filter(({ text, left }) => left - blank.right < NEAR.right || ARABIC.test(text)),
      (run) => run.left - blank.right,
      FAR_RIGHT,
    ),
    above: least(over, (run) => run.bottom - blank.top, tick ? 16 : NEAR.above),
    // A text with a colon has a blank of its own behind it.
    below: least(
      over.filter(
        ({ text, left, top }) =>
          !/[:：]\s*$/u.test(text) &&
          (tick || left > blank.left - CAPTION) &&
          blank.bottom - top < (kindOf(text) === 'signature' ? SIGNED_BELOW : NEAR.below),
      ),
      (run) => blank.bottom - run.top,
      SIGNED_BELOW,
    ),
  };
};

/** In characters: a longer text of a cell is no head of a row or a column. */
const LONGEST_HEAD = 120;

/** The texts of the cells that head an empty cell's row and column. */
const besideCell = (blank: Blank, { cells, cellRows, rows, texts }: Labelled): string[] => {
  const readText = (cell: Cell): string =>
    rows
      .near(cell.bottom, cell.top)
      .filter(
        (run) =>
          run.left > cell.left - 2 &&
          run.right < cell.right + 3 &&
          run.bottom + run.top > 2 * cell.bottom &&
          run.bottom + run.top < 2 * cell.top,
      )
      .map(({ text }) => text)
      .join(' ');
  // A cell heads many others.
  const textIn = (cell: Cell): string => {
    const text = texts.get(cell) ?? readText(cell);
    texts.set(cell, text);
    return text;
  };
  const worded = (line: readonly Cell[]): string | undefined => {
    for (const cell of line) {
      const text = textIn(cell);
      if (/\p{L}{2}/u.test(text)) return text.length > LONGEST_HEAD ? undefined : text;
    }
    return undefined;
  };
  const [x, middle] = center(blank);
  const row = cellRows
    .near(middle, middle)
    .filter(({ bottom, top, right }) => bottom < middle && top > middle && right < blank.left + 3)
    .toSorted((a, b) => b.right - a.right);
  const column = cells
    .filter(({ left, right, bottom }) => left < x && right > x && bottom > blank.top - 3)
    .toSorted((a, b) => a.bottom - b.bottom);
  const beside = touching(row, -blank.left, ({ left, right }) => [-right, -left]);
  const above = touching(column, blank.top, ({ bottom, top }) => [bottom, top]);
  return [worded(beside), worded(above)].filter((text) => text !== undefined);
};

/** In points: cells of one table are no farther apart. */
const APART = 6;

/**
 * The first cells of a line of them, up to a gap: those of another table are no heads. `extent` grows along the line.
 */
const touching = (
  line: readonly Cell[],
  start: number,
  extent: (cell: Cell) => readonly [from: number, to: number],
): Cell[] => {
  let end = start;
  const found: Cell[] = [];
  for (const cell of line) {
    const [from, to] = extent(cell);
    if (from > end + APART) break;
    end = Math.max(end, to);
    found.push(cell);
  }
  return found;
};

/** Heads such as "LANDLORD" stand above the lines that belong to them. */
const HEAD = { above: 130, before: 130, after: 24, longest: 32 };

const roleOf = (blank: Blank, labels: readonly string[], runs: readonly Run[]): string | null => {
  for (const label of labels) {
    const role = label.length < 90 ? roleIn(label) : null;
    if (role) return role;
  }
  if (blank.form === 'square' || blank.form === 'circle') return null;
  const aside = ({ left }: Run): number => Math.abs(left - blank.left);
  const heads = runs
    .filter(
      ({ text, left, bottom }) =>
        text.length <= HEAD.longest &&
        bottom > blank.bottom &&
        bottom < blank.bottom + HEAD.above &&
        left > blank.left - HEAD.before &&
        left < blank.left + HEAD.after,
    )
    .toSorted((a, b) => a.bottom - b.bottom || aside(a) - aside(b));
  for (const { text } of heads) {
    const role = roleIn(text);
    // A head is little else than the role: "LANDLORD", "The tenant:".
    if (role && role.length >= text.length / 2) return role;
  }
  return null;
};
