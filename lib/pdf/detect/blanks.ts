import { type Cell, cellsOf, overlap, parts } from './cells.ts';
import type { Rectangle } from './rectangle.ts';
import { Rows } from './rows.ts';
import { type Run, textsOf } from './runs.ts';
import { type Ink, isTick, type Line, type Shape } from './shapes.ts';
import { isLabel, kindOf } from './words.ts';

/** A place on a page that looks as if somebody should fill it. */
export interface Blank extends Rectangle {
  form: 'line' | 'leader' | 'cell' | 'square' | 'circle';
  /** Text that stands in the same cell. */
  own: Run[];
}

export interface Found {
  blanks: Blank[];
  runs: Run[];
  cells: Cell[];
  /** Texts of cells that were looked at. */
  texts: Map<Cell, string>;
}

/** The least size of a place to write. */
const LEAST = { width: 13, height: 7.5 };
/** The height of a line of writing, and the most that a signature takes above its line. */
const WRITING = 15;
/** Darker fills are no place to write on. */
const DARK = 0.87;
/** Share of a page's area: larger boxes are frames. */
const FRAME = 0.4;

/** Finds what a person would fill on a page: lines, underscores, boxes to tick and empty cells. */
export const blanksOf = (ink: Ink): Found => {
  const { runs, leaders, boxes } = textsOf(ink.characters);
  const { cells: single, free } = cellsOf(ink.horizontal, ink.vertical);
  const letters = letterBoxes(single, ink.boxes);
  const cells = joinedCombs([...single, ...letters.map((box) => ({ ...edges(box), open: false, ticks: 0 }))], runs);
  const ticks = ticksOf({ ...ink, boxes: ink.boxes.filter((box) => !letters.includes(box)) }, cells, runs, boxes);
  const inTick = (area: Rectangle): boolean => ticks.some((tick) => contains(grown(tick, 1.5), area));
  const open = cells.filter((cell) => !inTick(cell) && !isTick(cell));
  const written = emptyCells(ink, open, runs, ticks);
  const lines = free.filter((line) => !ticks.some((tick) => isSide(line, tick)));
  const rows = ruledRows(ink, lines, runs).filter((row) => ![...written, ...ticks].some((one) => overlaps(one, row)));
  const unruled = lines.filter(({ at, to }) => !rows.some((row) => isEdge(at, row) && Math.abs(to - row.right) < 4));
  const onLines = lineBlanks(ink, unruled, runs, [...written, ...ticks, ...rows]).flatMap((blank) =>
    divided(blank, runs, ink.horizontal),
  );
  const onLeaders = leaders
    .filter((leader) => !leader.dots || !isFollowedByNumber(leader, runs))
    .map((leader): Blank => {
      const ceiling = ceilingOf({ ...leader, bottom: leader.at }, runs, ink.horizontal);
      return { form: 'leader', ...areaAbove(leader.left, leader.right, leader.at, ceiling), own: [] };
    });
  const all = [...ticks, ...written, ...rows, ...onLeaders, ...onLines];
  return { blanks: withoutFrames(distinct(all)).filter((blank) => isFree(blank, ink)), runs, cells, texts: new Map() };
};

/** Share of a blank that a picture may cover. */
const COVERED = 0.3;
/** Lines in the neighbourhood of a small blank: more of them are a code or a drawing. */
const CROWD = { around: 25, longest: 30, most: 40 };

/** True for a place on the page, beside pictures, codes and drawings. */
const isFree = (blank: Blank, { width, height, pictures, horizontal, vertical }: Ink): boolean => {
  const { left, bottom, right, top } = blank;
  if (left < -2 || bottom < -2 || right > width + 2 || top > height + 2) return false;
  const isCoveredBy = (picture: Rectangle): boolean =>
    areaOf(picture) < FRAME * width * height &&
    overlap(picture.left, picture.right, left, right) * overlap(picture.bottom, picture.top, bottom, top) >
      COVERED * areaOf(blank);
  if (pictures.some(isCoveredBy)) return false;
  if (Math.max(right - left, top - bottom) > 2 * CROWD.longest || blank.form === 'square') return true;
  const near = grown(blank, CROWD.around);
  const isPart = (
    at: number,
    from: number,
    to: number,
    [low, high]: [number, number],
    [begin, end]: [number, number],
  ) => at > low && at < high && from > begin && to < end && to - from < CROWD.longest;
  const across = horizontal.filter(({ at, from, to }) =>
    isPart(at, from, to, [near.bottom, near.top], [near.left, near.right]),
  );
  const along = vertical.filter(({ at, from, to }) =>
    isPart(at, from, to, [near.left, near.right], [near.bottom, near.top]),
  );
  return across.length + along.length < CROWD.most;
};

export const center = ({ left, bottom, right, top }: Rectangle): [x: number, y: number] => [
  (left + right) / 2,
  (bottom + top) / 2,
];

const contains = (outer: Rectangle, inner: Rectangle): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.bottom >= outer.bottom && inner.top <= outer.top;

const grown = ({ left, bottom, right, top }: Rectangle, by: number): Rectangle => ({
  left: left - by,
  bottom: bottom - by,
  right: right + by,
  top: top + by,
});

const holds = (outer: Rectangle, point: readonly [number, number]): boolean =>
  point[0] > outer.left && point[0] < outer.right && point[1] > outer.bottom && point[1] < outer.top;

/** Marks that may stand in a box that somebody has ticked. */
const isMark = ({ text }: { text: string }): boolean => /^[xX✓✔✗✘☓×]$/u.test(text);

const ticksOf = (
  ink: Ink,
  cells: readonly Cell[],
  runs: readonly Run[],
  glyphs: readonly (Rectangle & { round: boolean })[],
): Blank[] => {
  // A line of text may go on behind a box: its characters count.
  const rows = new Rows(runs);
  const isEmpty = (area: Rectangle): boolean => {
    const within = grown(area, -0.8);
    const isIn = (one: Rectangle & { text: string }): boolean => overlaps(one, within) && !isMark(one);
    if (!rows.near(within.bottom, within.top).some(isIn)) return true;
    return !ink.characters.some((one) => isIn(one) && overlaps(narrowed(lettersOf(one)), within));
  };
  const shapes = ink.boxes.filter((shape) => isTick(shape) && isLight(shape) && isEmpty(shape));
  const shapeRows = new Rows(ink.boxes);
  const drawn = cells.filter((cell) => !cell.open && isTick(cell) && isEmpty(cell) && !isCovered(cell, shapeRows));
  const found: Blank[] = [
    ...shapes.map((shape): Blank => ({ ...edges(shape), form: shape.round ? 'circle' : 'square', own: [] })),
    ...drawn.map((cell): Blank => ({ ...edges(cell), form: 'square', own: [] })),
    ...glyphs.map((glyph): Blank => ({ ...edges(glyph), form: glyph.round ? 'circle' : 'square', own: [] })),
  ];
  return combed(distinct(found));
};

const isLight = ({ stroked, fill }: Shape): boolean => (fill === null ? stroked : fill >= (stroked ? 0.8 : DARK));

const edges = ({ left, bottom, right, top }: Rectangle): Rectangle => ({ left, bottom, right, top });

const overlaps = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;

const isCovered = (area: Rectangle, shapes: Rows<Shape>): boolean => {
  const middle = center(area);
  const covering = shapes.near(middle[1], middle[1]).findLast((shape) => shape.fill !== null && holds(shape, middle));
  return covering !== undefined && (covering.fill ?? 1) < DARK;
};

/** A run's box without the room that fonts leave above and below most letters. */
const lettersOf = ({ left, bottom, right, top }: Rectangle): Rectangle => {
  const room = (top - bottom) * ROOM;
  return { left, bottom: bottom + room, right, top: top - room };
};
const ROOM = 0.22;

/** The middle of a letter. */
const narrowed = ({ left, bottom, right, top }: Rectangle): Rectangle => {
  const side = (right - left) / 4;
  return { left: left + side, bottom, right: right - side, top };
};

/** Makes one place to write of boxes side by side that take a letter each. */
const combed = (boxes: readonly Blank[]): Blank[] => {
  const rows = new Map<string, Blank[]>();
  for (const box of boxes.toSorted((a, b) => a.left - b.left)) {
    const key = `${box.form}${Math.round(box.bottom / 2)}`;
    const row = rows.get(key);
    if (row) row.push(box);
    else rows.set(key, [box]);
  }
  return [...rows.values()].flatMap((row) => {
    const groups: Blank[][] = [];
    for (const box of row) {
      const last = groups.at(-1)?.at(-1);
      if (last && box.form === 'square' && box.left - last.right < 3.5 && sameSize(last, box)) groups.at(-1)?.push(box);
      else groups.push([box]);
    }
    const combs = withPairs(groups);
    return groups.flatMap((group) =>
      combs.has(group) ? [{ ...around(group), form: 'cell' as const, own: [] }] : group,
    );
  });
};

/** The groups of three boxes and more, and the pairs that belong to the same number: "[][]/[][]/[][][][]". */
const withPairs = <T extends Rectangle>(groups: readonly T[][]): Set<T[]> => {
  const combs = new Set(groups.filter(({ length }) => length >= 3));
  const pairs = new Set(groups.filter(({ length }) => length === 2));
  // A set's loop comes to what is added meanwhile.
  for (const comb of combs) {
    for (const pair of pairs) if (isBeside(around(comb), around(pair))) combs.add(pair);
  }
  return combs;
};

const sameSize = (a: Rectangle, b: Rectangle): boolean =>
  Math.abs(a.right - a.left - b.right + b.left) < 2 && Math.abs(a.top - b.top) < 2;

const around = (areas: readonly Rectangle[]): Rectangle => ({
  left: Math.min(...areas.map(({ left }) => left)),
  bottom: Math.min(...areas.map(({ bottom }) => bottom)),
  right: Math.max(...areas.map(({ right }) => right)),
  top: Math.max(...areas.map(({ top }) => top)),
});

/** Cells of lines, and boxes that stand out by their colour. */
const emptyCells = (ink: Ink, cells: readonly Cell[], runs: readonly Run[], ticks: readonly Blank[]): Blank[] => {
  const coloured = withoutGaps(
    ink.boxes.filter((shape) => isColoured(shape, runs) && !isFilling(shape, cells)),
    runs,
    ink.boxes,
  ).map((shape) => ({
    ...edges(shape),
    open: false,
    ticks: 0,
  }));
  const all = [...cells, ...coloured];
  const page = ink.width * ink.height;
  const dark = ink.boxes.filter(isDark);
  const rows = { cells: new Rows(all), runs: new Rows(runs), shapes: new Rows(ink.boxes) };
  return all.flatMap((cell): Blank[] => {
    const [width, height] = [cell.right - cell.left, cell.top - cell.bottom];
    if (width < LEAST.width || height < LEAST.height || width * height > FRAME * page) return [];
    if (isCovered(cell, rows.shapes)) return [];
    const near = rows.runs.near(cell.bottom, cell.top).filter((run) => overlaps(run, cell));
    const own = near.filter((run) => isWithin(run, cell));
    const within = grown(cell, -2.5);
    const crossing = near.some((run) => overlaps(run, within) && !own.includes(run));
    if (crossing || ticks.some((tick) => holds(cell, center(tick)))) return [];
    const around = grown(cell, 2);
    if (dark.some((shape) => contains(around, shape))) return [];
    const [unit] = own;
    if (unit && own.length === 1 && isUnit(unit)) return besideUnit(cell, unit);
    const asked = besideTexts(cell, own);
    if (asked.length > 1) return asked;
    if (own.length === 0 && isCorner(cell, cells, rows.runs)) return [];
    const area = own.length === 0 ? inset(cell) : freeArea(cell, own, rows);
    return area ? [{ ...area, form: 'cell', own }] : asked;
  });
};

/** Signs of currencies and of shares, which stand in a cell beside the number that they ask for. */
const isUnit = ({ text }: Run): boolean => /^(?:\p{Sc}|%|EUR|USD|GBP|CHF|PLN|zł)$/u.test(text);

/** The room of a cell before or behind the sign of a currency. */
const besideUnit = (cell: Cell, unit: Run): Blank[] => {
  const [before, behind] = [unit.left - cell.left, cell.right - unit.right];
  const room = behind > before ? { ...cell, left: unit.right + 1 } : { ...cell, right: unit.left - 1 };
  return room.right - room.left < LEAST.width ? [] : [{ ...inset(room), form: 'cell', own: [] }];
};

/** True for the empty corner of a table, between the heads of its columns and those of its rows. */
const isCorner = (cell: Rectangle, cells: readonly Cell[], runs: Rows<Run>): boolean => {
  const isWorded = (one: Rectangle): boolean => runs.near(one.bottom, one.top).some((run) => holds(one, center(run)));
  const row = cells.filter(
    ({ left, bottom, top }) =>
      left > cell.right - 3 && Math.abs(bottom - cell.bottom) < 3 && Math.abs(top - cell.top) < 3,
  );
  if (row.length < 2 || !row.every(isWorded)) return false;
  const column = cells.filter(
    ({ left, right, top }) =>
      top < cell.bottom + 3 && Math.abs(left - cell.left) < 3 && Math.abs(right - cell.right) < 3,
  );
  return column.length >= 2 && column.every(isWorded);
};

/** A row that asks for several things: its height, the room of each, and the length of what asks for it. */
const ASKING = { highest: 48, least: 45, longest: 60 };

/** The room behind each text of a row that says what goes there: "Signature ▶        Date ▶". */
const besideTexts = (cell: Rectangle, own: readonly Run[]): Blank[] => {
  if (cell.top - cell.bottom > ASKING.highest) return [];
  const groups: Run[][] = [];
  for (const run of own.toSorted((a, b) => a.left - b.left)) {
    const last = groups.at(-1);
    if (last && run.left < around(last).right + 8) last.push(run);
    else groups.push([run]);
  }
  if (groups.length < 2) return [];
  return groups.flatMap((group, index): Blank[] => {
    const label = group.toSorted((a, b) => b.bottom - a.bottom);
    const text = label.map((run) => run.text).join(' ');
    const left = around(group).right + 3;
    const next = groups[index + 1];
    const right = (next ? around(next).left : cell.right) - 3;
    const asks = /[:：▶►→]\s*$/u.test(text) || ['signature', 'date', 'initial'].includes(kindOf(text) ?? '');
    if (!asks || text.length > ASKING.longest || right - left < ASKING.least) return [];
    return [{ left, right, bottom: cell.bottom + 1, top: cell.top - 1, form: 'cell', own: label }];
  });
};

/**
 * Rows between lines alone: their number and height, the part of their width that labels take, and how much more room
 * a label may leave below than above.
 */
const RULED = { least: 3, lowest: 11, highest: 42, labels: 0.6, indent: 14, uneven: 0.2, raised: 8 };

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * The room beside the labels of rows that have no sides: lines of one length, one below the other, each with a label at
 * its beginning.
 */
const ruledRows = (ink: Ink, lines: readonly Line[], runs: readonly Run[]): Blank[] => {
  const columns = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.thickness > 2 || line.to - line.from < 180) continue;
    const key = `${Math.round(line.from / 3)} ${Math.round(line.to / 3)}`;
    columns.set(key, [...(columns.get(key) ?? []), line]);
  }
  return [...columns.values()].flatMap((column): Blank[] => {
    const falling = column.toSorted((a, b) => b.at - a.at);
    const rows = falling.flatMap((line, index) => {
      const above = falling[index - 1];
      const height = above ? above.at - line.at : (falling[0]?.at ?? 0) - (falling[1]?.at ?? 0);
      if (height < RULED.lowest || height > RULED.highest) return [];
      const area = { left: line.from, right: line.to, bottom: line.at, top: line.at + height };
      return [{ area, texts: runs.filter((run) => holds(area, center(run))) }];
    });
    const labelled = rows.filter(
      ({ area, texts }) =>
        texts.length === 1 &&
        texts.every(
          ({ left, right, bottom, top, text }) =>
            // A text close below a line is the caption of that line.
            bottom - area.bottom < area.top - top + RULED.raised &&
            left < area.left + RULED.indent &&
            right < area.left + RULED.labels * (area.right - area.left) &&
            /\p{L}{2}/u.test(text),
        ),
    );
    const usual = median(labelled.map(({ area }) => area.top - area.bottom));
    const alike = labelled.filter(({ area }) => Math.abs(area.top - area.bottom - usual) < RULED.uneven * usual);
    if (alike.length < RULED.least || alike.length < rows.length - 2) return [];
    const left = Math.max(...alike.flatMap(({ texts }) => texts.map((run) => run.right))) + 6;
    const areas = alike.map(({ area, texts }) => ({
      ...area,
      left,
      top: area.top - 1,
      bottom: area.bottom + 1,
      texts,
    }));
    if (
      areas.some((area) =>
        ink.vertical.some(
          ({ at, from, to }) => at > area.left && at < area.right && from < area.top && to > area.bottom,
        ),
      )
    )
      return [];
    return areas.map(({ texts, ...area }) => ({ ...area, form: 'cell', own: texts }));
  });
};

/** A dark box that is no line: a part of a picture. */
const isDark = ({ fill, left, bottom, right, top }: Shape): boolean =>
  fill !== null && fill < DARK && right - left > 4 && top - bottom > 4;

const isWithin = (run: Run, cell: Rectangle): boolean =>
  run.left > cell.left - 2 && run.right < cell.right + 4 && holds(cell, center(run));

const inset = ({ left, bottom, right, top }: Rectangle): Rectangle => ({
  left: left + 1,
  bottom: bottom + 1,
  right: right - 1,
  top: top - 1,
});

/** A box without lines, white or in a light colour. */
const isColoured = (shape: Shape, runs: readonly Run[]): boolean => {
  if (shape.fill === null || shape.round || isTick(shape)) return false;
  const [width, height] = [shape.right - shape.left, shape.top - shape.bottom];
  if (height > PANEL || height < 9 || width < 20) return false;
  if (shape.fill >= 0.97) return height <= 70;
  return shape.fill >= DARK && !shape.stroked && (height < 36 || isCaptioned(shape, runs));
};

/** True for a box that only gives cells between lines their colour. */
const isFilling = (shape: Shape, cells: readonly Cell[]): boolean => {
  const size = areaOf(shape);
  const filled = cells
    .filter((cell) => areaOf(cell) < size / FILLING)
    .map(
      (cell) =>
        overlap(shape.left, shape.right, cell.left, cell.right) *
        overlap(shape.bottom, shape.top, cell.bottom, cell.top),
    );
  return filled.reduce((sum, area) => sum + area, 0) > FILLING * size;
};
const FILLING = 0.7;

/** In points: higher boxes are panels, whatever stands above them. */
const PANEL = 150;

/** True if a short text stands close above the left end of a box: higher boxes without one are panels. */
const isCaptioned = ({ left, right, top }: Rectangle, runs: readonly Run[]): boolean =>
  runs.some(
    (run) =>
      Math.abs(run.left - left) < 6 &&
      run.right < right &&
      run.text.length <= ASKING.longest &&
      run.bottom > top - 2 &&
      run.bottom - top < ROW_CAPTION,
  );
const ROW_CAPTION = 16;

/** Distance of a text that heads a row. */
const ROW_HEAD = 40;

/**
 * Leaves out boxes that only fill the gaps of a column: where boxes touch, those are blanks that have a text beside
 * them, if any has. A white box on white paper needs one, too.
 */
const withoutGaps = (shapes: readonly Shape[], runs: readonly Run[], boxes: readonly Shape[]): Shape[] => {
  const isOnColour = (shape: Shape): boolean =>
    (shape.fill ?? 0) < 0.97 ||
    boxes.some(
      (under) => under !== shape && under.fill !== null && under.fill < 0.97 && contains(grown(under, 0.5), shape),
    );
  const isHeaded = ({ left, bottom, top }: Shape): boolean =>
    runs.some(
      (run) =>
        run.right < left + 2 &&
        left - run.right < ROW_HEAD &&
        overlap(run.bottom, run.top, bottom, top) > 0.5 * (run.top - run.bottom),
    );
  const touches = (a: Shape, b: Shape): boolean =>
    a !== b &&
    Math.abs(a.left - b.left) < 2 &&
    Math.abs(a.right - b.right) < 2 &&
    (Math.abs(a.bottom - b.top) < 1 || Math.abs(a.top - b.bottom) < 1);
  return shapes.filter(
    (shape) =>
      isHeaded(shape) || (isOnColour(shape) && !shapes.some((other) => touches(shape, other) && isHeaded(other))),
  );
};

/** The width of a letter's cell, at most, as a multiple of its height, and in points. */
const LETTER = { ratio: 1.4, most: 24 };

const isNarrow = ({ left, bottom, right, top }: Rectangle): boolean =>
  right - left < LETTER.most && right - left < LETTER.ratio * (top - bottom);

/** Boxes of the size to tick that stand beside cells for letters: each is the cell of one, too. */
const letterBoxes = (cells: readonly Cell[], boxes: readonly Shape[]): Shape[] =>
  boxes.filter(
    (box) =>
      !box.round &&
      isTick(box) &&
      isLight(box) &&
      cells.some(
        (cell) =>
          isNarrow(cell) &&
          Math.min(Math.abs(cell.left - box.right), Math.abs(box.left - cell.right)) < 1 &&
          Math.abs(cell.bottom - box.bottom) < 1 &&
          Math.abs(cell.top - box.top) < 1,
      ),
  );

/** In points: parts of one number stand so close, with a dash between. */
const SAME_NUMBER = 30;

const isBeside = (one: Rectangle, other: Rectangle): boolean =>
  Math.abs(one.bottom - other.bottom) < 1 &&
  other.left < one.right + SAME_NUMBER &&
  other.right > one.left - SAME_NUMBER;

/** Cells side by side that take letters become one: narrow ones, and those with ticks on their lower line. */
const joinedCombs = (cells: readonly Cell[], runs: readonly Run[]): Cell[] => {
  const rows = new Rows(runs);
  const takesLetters = (cell: Cell): boolean =>
    (cell.ticks > 0 || isNarrow(cell)) &&
    !rows.near(cell.bottom, cell.top).some((run) => overlaps(lettersOf(run), cell));
  const groups: Cell[][] = [];
  for (const cell of cells.filter(takesLetters).toSorted((a, b) => a.bottom - b.bottom || a.left - b.left)) {
    const last = groups.at(-1)?.at(-1);
    const isNext =
      last &&
      Math.abs(last.bottom - cell.bottom) < 1 &&
      Math.abs(last.right - cell.left) < 1 &&
      Math.abs(last.top - cell.top) < 1 &&
      (last.ticks > 0 || cell.ticks > 0 || groups.at(-1)?.some(({ ticks }) => ticks > 0) || sameSize(last, cell));
    if (isNext) groups.at(-1)?.push(cell);
    else groups.push([cell]);
  }
  const numbers = withPairs(groups);
  const combs = groups.filter(
    (group) => numbers.has(group) || (group.length === 2 && group.some(({ ticks }) => ticks > 0)),
  );
  const joined = new Set(combs.flat());
  const ticks = (comb: readonly Cell[]): number => comb.reduce((sum, cell) => sum + cell.ticks + 1, 0);
  return [
    ...cells.filter((cell) => !joined.has(cell)),
    ...combs.map((comb) => ({ ...around(comb), open: false, ticks: ticks(comb) })),
  ];
};

/** The part of a cell that its label leaves free: below it, or beside it. */
const freeArea = (
  cell: Cell,
  own: readonly Run[],
  { cells, runs, shapes }: { cells: Rows<Cell>; runs: Rows<Run>; shapes: Rows<Shape> },
): Rectangle | undefined => {
  const level = cells.near(cell.bottom - 3, cell.bottom + 3);
  const row = level.filter(
    (one) => one.left > cell.right - 3 && Math.abs(one.bottom - cell.bottom) < 3 && Math.abs(one.top - cell.top) < 3,
  );
  const neighbour = row.find(({ left }) => left < cell.right + 3);
  const empty = row.filter(
    (one) =>
      !isCovered(one, shapes) && !runs.near(one.bottom, one.top).some((run) => holds(one, center(run)) && !isUnit(run)),
  );
  const isWide = ({ left, right }: Rectangle): boolean => right - left > 0.4 * (cell.right - cell.left);
  // The empty cells beside it are those to fill.
  const isHead = empty.some((one) => one === neighbour && isWide(one)) || empty.length >= 2;
  if (isHead) return undefined;
  const text = around(own);
  const lineHeight = Math.min(...own.map(({ top, bottom }) => top - bottom));
  const letters = own.reduce((sum, run) => sum + run.text.length, 0);
  const small = lineHeight < 11.5;
  const below = text.bottom - cell.bottom;
  const above = cell.top - text.top;
  const right = cell.right - text.right;
  const rows = Math.max(1, Math.round((text.top - text.bottom) / (1.15 * lineHeight)));
  const isShort = rows <= 2 && letters < 160;
  // A label on the upper edge, and room for a line of writing below.
  const alone = !level.some((one) => one !== cell && Math.abs(one.bottom - cell.bottom) < 3);
  const room = alone ? Math.max(11, 0.9 * lineHeight) : 1.2 * lineHeight;
  if (isShort && below >= 8 && below > above + 4 && (small || below >= room))
    return inset({ ...cell, top: text.bottom + 1 });
  const ends = /[:：▶►→]\s*\p{Sc}?\s*$|\s\p{Sc}\s*$/u.test(own.at(-1)?.text ?? '');
  if (rows === 1 && right >= 40 && ends && (!neighbour || right > 0.4 * (cell.right - cell.left)))
    return inset({ ...cell, left: text.right + 2 });
  // A label on the lower edge, as under a signature.
  if (isShort && small && above >= 14 && above > below + 8) return inset({ ...cell, bottom: text.top + 1 });
  return undefined;
};

const isEdge = (at: number, { bottom, top }: Rectangle): boolean =>
  Math.abs(at - bottom) < 2.5 || Math.abs(at - top) < 2.5;

const isSide = ({ at, from, to }: Line, { left, bottom, right, top }: Rectangle): boolean =>
  (Math.abs(at - bottom) < 2 || Math.abs(at - top) < 2) && from > left - 2 && to < right + 2;

/** Lines to write on: with a label, and without text on them. */
const lineBlanks = (ink: Ink, lines: readonly Line[], runs: readonly Run[], others: readonly Rectangle[]): Blank[] => {
  const content = contentWidth(ink, runs);
  const margin = Math.min(...runs.map(({ left }) => left));
  const usual = median(runs.map(({ bottom, top }) => top - bottom));
  return lines.flatMap((line) => {
    if (line.thickness > 2.6 || line.to - line.from < LEAST.width) return [];
    const onLine = runs.filter(
      (run) =>
        overlap(run.left, run.right, line.from, line.to) > 2 &&
        run.bottom < line.at + 7 &&
        run.bottom > line.at - 0.6 * (run.top - run.bottom) &&
        run.top > line.at + 3,
    );
    const taken = onLine.map(({ left, right }) => [left - 1, right + 2] as const);
    const whole = line.to - line.from;
    const long = whole > 0.8 * content;
    return parts(line.from, line.to, taken).flatMap(([from, to]): Blank[] => {
      const width = to - from;
      if (
        width < LEAST.width ||
        (taken.length > 0 && (width < 24 || (width < 0.3 * whole && !followsColon(from, onLine))))
      )
        return [];
      const part = { ...line, from, to };
      const ceiling = ceilingOf({ left: from, right: to, bottom: line.at }, runs, ink.horizontal);
      if (ceiling - line.at < LEAST.height) return [];
      const area = areaAbove(from, to, line.at, ceiling);
      if (others.some((other) => overlaps(grown(area, -1.5), other))) return [];
      if (taken.length > 0 && long && !followsColon(from, onLine)) return [];
      if (taken.length > 0 && isUnderlined(line, onLine, lines)) return [];
      if (onLine.some(({ left, text }) => left >= to - 3 && AMOUNT.test(text))) return [];
      const page = { runs, lines, long, hasText: taken.length > 0, foot: FOOT * ink.height, margin, usual };
      if (!isWritten(part, page)) return [];
      const room = long && asksForMore(part, runs) ? Math.min(ceiling - 2, line.at + HIGHEST) : area.top;
      return [{ ...area, top: room - line.at > PARAGRAPH ? room : area.top, form: 'line', own: [] }];
    });
  });
};

/** A sum at the end of a line: nobody writes before it. */
const AMOUNT = /^[\p{Sc}\d.,'’\s%-]*\d[\p{Sc}\d.,'’\s%-]*$/u;
/** Heights of a place for several lines: the least, and the most that is taken for one. */
const PARAGRAPH = 34;
const HIGHEST = 90;

/** The least distance of captions that head a blank each. */
const CAPTION_GAP = 14;
/** The same for a text that may go on in small letters. */
const WIDE_GAP = 40;

/** Several captions below a line, or above the place to write on it, head a blank each. */
const divided = (blank: Blank, runs: readonly Run[], lines: readonly Line[]): Blank[] => {
  const within = runs.filter(({ left, right }) => left > blank.left - 6 && right < blank.right + 6);
  const below = within.filter(({ top }) => top < blank.bottom + 2 && blank.bottom - top < 9);
  const above = within.filter(({ bottom }) => bottom > blank.bottom + 8 && bottom < blank.bottom + 26);
  // Texts above that stand on a line have blanks of their own.
  const stand = above.some(({ bottom }) =>
    lines.some(
      ({ at, from, to }) => Math.abs(at - bottom) < 5 && overlap(from, to, blank.left, blank.right) > LEAST.width,
    ),
  );
  for (const captions of [below, stand ? [] : above]) {
    // "Tenant (print name)" is one caption.
    const isHint = ({ text }: Run): boolean => /^[(（]/u.test(text);
    const heads = captions.every(isHint) ? captions : captions.filter((run) => !isHint(run));
    const row = heads.toSorted((a, b) => a.left - b.left);
    const starts = row.map(({ left }) => left);
    const isRow = row.every(
      ({ text, left, bottom }, index) =>
        Math.abs(bottom - (row[0]?.bottom ?? 0)) < 3 &&
        (index === 0 || left - (row[index - 1]?.right ?? 0) > (/^[\p{Ll}\p{P}]/u.test(text) ? WIDE_GAP : CAPTION_GAP)),
    );
    if (starts.length < 2 || !isRow || (starts[0] ?? 0) > blank.left + 14) continue;
    return starts.map((start, index) => ({
      ...blank,
      left: index === 0 ? blank.left : start,
      right: (starts[index + 1] ?? blank.right + 4) - 4,
    }));
  }
  return [blank];
};

/** The width between the margins. */
const contentWidth = ({ horizontal, width }: Ink, runs: readonly Run[]): number => {
  let [from, to] = [width, 0];
  for (const { left, right } of runs) [from, to] = [Math.min(from, left), Math.max(to, right)];
  const drawn = horizontal.filter((line) => line.to > 0 && line.from < width);
  for (const line of drawn) [from, to] = [Math.min(from, line.from), Math.max(to, line.to)];
  return Math.max(to - from, width / 2);
};

const followsColon = (from: number, onLine: readonly Run[]): boolean =>
  onLine.some((run) => Math.abs(run.right - from) < 4 && /[:：▶►→]\s*$/u.test(run.text));

/** True for a line under a heading: it begins where the text does, and there are no more such lines. */
const isUnderlined = (line: Line, onLine: readonly Run[], lines: readonly Line[]): boolean =>
  onLine.length === 1 &&
  onLine.some(({ left, text }) => Math.abs(left - line.from) < 2.5 && !isLabel(text)) &&
  !lines.some((other) => other !== line && isTwin(other, line, ROW));

/** The distance of two rows of a form, at most. */
const ROW = 34;

const isTwin = (one: Line, other: Line, most: number): boolean =>
  Math.abs(one.from - other.from) < 4 &&
  Math.abs(one.to - other.to) < 4 &&
  Math.abs(one.at - other.at) > 10 &&
  Math.abs(one.at - other.at) < most;

/** In points: a label may stand this far from its line, if nothing is between them. */
const FAR = 170;
/** Share of the page's height below which lines are over its foot. */
const FOOT = 0.1;
const ARABIC = /\p{Script=Arabic}/u;

/** True if the text above a line ends with a colon, and leaves room to write. */
const asksForMore = (line: Line, runs: readonly Run[]): boolean => {
  const above = runs
    .filter(
      (run) =>
        run.bottom > line.at + 11 &&
        run.bottom < line.at + HIGHEST &&
        overlap(run.left, run.right, line.from, line.to) > 2,
    )
    .toSorted((a, b) => a.bottom - b.bottom || b.right - a.right);
  return /[:：▶►→?？]\s*$/u.test(above[0]?.text ?? '');
};

const isShortLabel = (text: string): boolean => isLabel(text) || text.split(/\s+/u).length <= 5;

/** As a multiple of the usual height: larger texts are headings, and no captions of a long line. */
const LARGE = 1.2;

/** In points: the caption of a line to sign may stand so far below it. */
export const SIGNED_BELOW = 22;

/** All that tells whether a line is to write on. */
interface Surroundings {
  runs: readonly Run[];
  lines: readonly Line[];
  /** True for a line nearly as long as the page's lines of text. */
  long: boolean;
  hasText: boolean;
  /** Height of the page's foot. */
  foot: number;
  /** Left edge of the page's texts. */
  margin: number;
  /** The usual height of a text. */
  usual: number;
}

/** The line below which a text stands between the two, as a heading does: nobody can write on the lower one. */
const hasHeading = (line: Line, lines: readonly Line[], below: readonly Run[]): boolean =>
  lines.some(
    (other) =>
      other.at < line.at &&
      isTwin(other, line, ROW) &&
      below.some(({ bottom }) => bottom > other.at - 3 && bottom < other.at + LEAST.height),
  );

/** True for a line that another one leads to: a text is before that, both end at one place, and nothing is between. */
const isContinued = (line: Line, lines: readonly Line[], runs: readonly Run[]): boolean =>
  lines.some(
    ({ at, from, to }) =>
      Math.abs(to - line.to) < 4 &&
      from > line.from + 10 &&
      at > line.at + 10 &&
      at < line.at + ROW &&
      runs.some((run) => run.right < from + 3 && from - run.right < 40 && run.bottom < at + 6 && run.top > at + 2) &&
      !runs.some(
        (run) => run.top < at && run.bottom > line.at - 3 && overlap(run.left, run.right, line.from, line.to) > 2,
      ),
  );

/** In points: how high above its line a label may stand that is so near its beginning. */
const RAISED = { near: 8, most: 10 };
/** In points: a short label may stand this far from a long line. */
const FAR_LONG = 60;
/** In points: how far a line begins behind the margin that is no rule across the page. */
const INDENT = 30;

/** True for a line that belongs to a label, or to other lines like it. */
const isWritten = (line: Line, { runs, lines, long, hasText, foot, margin, usual }: Surroundings): boolean => {
  if (hasText) return true;
  // A label that ends where the line begins may stand higher.
  const level = runs.filter(
    (run) =>
      run.bottom < line.at + (Math.abs(line.from - run.right) < RAISED.near ? RAISED.most : 6) && run.top > line.at + 2,
  );
  const [nearest] = level.filter((run) => run.right < line.from + 3).toSorted((a, b) => b.right - a.right);
  const distance = nearest ? line.from - nearest.right : Infinity;
  const far = long ? FAR_LONG : FAR;
  const left = distance < 40 || (distance < far && nearest !== undefined && isShortLabel(nearest.text));
  const right = level.some((run) => run.left > line.to - 3 && run.left - line.to < (ARABIC.test(run.text) ? FAR : 14));
  if (left || right) return true;
  const below = runs.filter(
    (run) =>
      overlap(run.left, run.right, line.from, line.to) > 3 &&
      run.top < line.at + 3 &&
      line.at - run.top < (kindOf(run.text) === 'signature' ? SIGNED_BELOW : 9),
  );
  const isCaption = below.length > 0 && below.every(({ left, right }) => left > line.from - 8 && right < line.to + 12);
  const captioned =
    isCaption && !(below.length === 1 && /^[\d*†‡§]/u.test(below[0]?.text ?? '') && (below[0]?.text.length ?? 0) > 20);
  if (long && hasHeading(line, lines, below)) return false;
  if (captioned && !long) return line.at > foot || below.some(({ text }) => kindOf(text) !== undefined);
  if (lines.some((other) => isTwin(other, line, ROW))) return true;
  if (captioned)
    return below.some(
      ({ text, bottom, top }) =>
        (text.length < 40 || /^[(（].*[)）]$/u.test(text)) &&
        top - bottom < LARGE * usual &&
        (line.at > foot || kindOf(text) !== undefined),
    );
  const labelled = runs.some(
    (run) =>
      Math.abs(run.left - line.from) < 6 &&
      run.bottom > line.at + 8 &&
      run.bottom - line.at < 26 &&
      run.right < line.to + 2,
  );
  if (!long) return labelled;
  return asksForMore(line, runs) || isContinued(line, lines, runs) || (labelled && line.from > margin + INDENT);
};

/** The lowest edge of what stands above a line, up to one page high. */
const ceilingOf = (
  { left, right, bottom }: Omit<Rectangle, 'top'>,
  runs: readonly Run[],
  lines: readonly Line[],
): number => {
  let ceiling = Infinity;
  for (const run of runs) {
    if (run.top > bottom + 5 && run.bottom > bottom - 1 && overlap(run.left, run.right, left, right) > 2)
      ceiling = Math.min(ceiling, run.bottom);
  }
  for (const { at, from, to } of lines)
    if (at > bottom + 4 && overlap(from, to, left, right) > 4) ceiling = Math.min(ceiling, at);
  return ceiling;
};

const areaAbove = (left: number, right: number, at: number, ceiling: number): Rectangle => ({
  left,
  right,
  bottom: at + 0.5,
  top: Math.max(at + 9, Math.min(at + WRITING, ceiling)),
});

/** True for dots that lead to the number of a page. */
const isFollowedByNumber = (leader: Rectangle, runs: readonly Run[]): boolean =>
  runs.some(
    (run) =>
      run.left > leader.right - 4 &&
      run.left - leader.right < 40 &&
      run.bottom < leader.top &&
      run.top > leader.bottom &&
      /^[\divxlc]{1,5}$/iu.test(run.text.trim()),
  );

/** Boxes are often drawn twice: as a box and as its lines. */
const distinct = (blanks: readonly Blank[]): Blank[] => {
  const kept: Blank[] = [];
  for (const blank of blanks) {
    const size = areaOf(blank);
    const isKnown = kept.some((one) => {
      const common =
        overlap(one.left, one.right, blank.left, blank.right) * overlap(one.bottom, one.top, blank.bottom, blank.top);
      return common > 0.5 * Math.min(size, areaOf(one)) && common > 0.3 * Math.max(size, areaOf(one));
    });
    if (!isKnown) kept.push(blank);
  }
  return kept;
};

const areaOf = ({ left, bottom, right, top }: Rectangle): number => (right - left) * (top - bottom);

/** Leaves out cells that hold other blanks. */
const withoutFrames = (blanks: readonly Blank[]): Blank[] => {
  const sized = blanks.map((blank) => ({ blank, area: areaOf(blank), middle: center(blank) }));
  return sized
    .filter(
      (outer) =>
        outer.blank.form !== 'cell' ||
        !sized.some((inner) => inner.area < outer.area && holds(outer.blank, inner.middle)),
    )
    .map(({ blank }) => blank);
};
