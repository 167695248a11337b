import {
  ACCENT,
  BOTTOM,
  type Layout,
  MARGIN,
  MUTED,
  PAGE,
  type Part,
  RULE,
  SHADE,
  SMALL,
  WIDTH,
} from './report-layout.ts';
import type { Element } from './structure.ts';

export const CELL_PADDING = 5;
/** Rows of long tables stand closer. */
const TIGHT_PADDING = 2.5;
const GAP = 8;

/** One column of a row: its parts from top to bottom. */
export interface Column {
  x: number;
  width: number;
  parts: Part[];
}

/** Columns side by side. A `wide` one below them takes the whole width. */
interface Row {
  columns: Column[];
  wide?: Column;
}

interface RowStyle {
  padding?: number;
  shaded?: boolean;
}

/** Columns that share the width by weights, with a gap between them. */
export const columnsOf = (...cells: { share: number; parts: Part[] }[]): Column[] => {
  const total = cells.reduce((sum, { share }) => sum + share, 0);
  let x = MARGIN + CELL_PADDING;
  return cells.map(({ share, parts }) => {
    const width = ((WIDTH - 2 * CELL_PADDING) * share) / total;
    const column = { x, width: width - GAP, parts };
    x += width;
    return column;
  });
};

export const columnHeight = (layout: Layout, { parts, width }: Column): number =>
  parts.reduce((sum, part) => sum + layout.height(part, width), 0);

const rowHeight = (layout: Layout, { columns, wide }: Row, padding: number): number =>
  Math.max(0, ...columns.map((column) => columnHeight(layout, column))) +
  (wide ? columnHeight(layout, wide) : 0) +
  2 * padding;

/** Draws columns side by side with a rule below: paragraphs, each of a label and its values. */
export const drawRow = (layout: Layout, columns: Column[], options: RowStyle = {}): void =>
  place(layout, { columns }, options, drawParagraphs);

/** Draws the parts of a column from `top` downwards as paragraphs. */
const drawParagraphs = (layout: Layout, { x, width, parts }: Column, top: number): void => {
  const left = layout.place(x, width);
  let y = top;
  let paragraph: Element | undefined;
  for (const part of parts) {
    if (!paragraph || part.isLabel) paragraph = layout.element('P');
    const from = y;
    layout.tagged(elementOf(layout, paragraph, part), () => {
      y -= layout.part(part, left, width, from);
    });
  }
};

/** The element of a part: a party's text is a quotation for those who hear it, too. */
const elementOf = (layout: Layout, element: Element, { isQuoted }: Part): Element =>
  isQuoted ? layout.elementIn(element, 'BlockQuote') : element;

type DrawColumn = (layout: Layout, column: Column, top: number, index: number) => void;

/** Draws a row where it has room. A row taller than a page is cut into smaller ones. */
const place = (
  layout: Layout,
  row: Row,
  { padding = CELL_PADDING, shaded = false }: RowStyle,
  draw: DrawColumn,
  onNewPage: () => void = () => undefined,
): void => {
  const height = rowHeight(layout, row, padding);
  if (height > (PAGE.height - MARGIN - BOTTOM) * 0.8) {
    for (const piece of splitRow(layout, row)) place(layout, piece, { padding, shaded }, draw, onNewPage);
    return;
  }
  if (layout.reserve(height)) onNewPage();
  const box = { x: MARGIN, y: layout.top - height, width: WIDTH, height };
  layout.artifact(() => {
    if (shaded) layout.canvas.rectangle(box, SHADE);
    layout.canvas.rectangle({ ...box, height: 0.5 }, RULE);
  });
  const { columns, wide } = row;
  const top = layout.top - padding;
  for (const [index, column] of columns.entries()) draw(layout, column, top, index);
  if (wide) draw(layout, wide, layout.top - height + padding + columnHeight(layout, wide), columns.length);
  layout.top -= height;
};

/** Splits the lines of a row into rows of about a third of a page. */
const splitRow = (layout: Layout, { columns, wide }: Row): Row[] => {
  const pieces = columns.map((column): Part[][] => {
    const dealt: Part[][] = [];
    let room = 0;
    for (const part of column.parts) {
      for (const [index, { text, of, height }] of layout.lines(part, column.width).entries()) {
        if (height > room || dealt.length === 0) {
          dealt.push([]);
          room = PAGE.height / 3;
        }
        dealt.at(-1)?.push({ ...part, text, of, isLabel: part.isLabel === true && index === 0 });
        room -= height;
      }
    }
    return dealt;
  });
  const count = Math.max(...pieces.map((dealt) => dealt.length));
  return [...Array(count).keys()].map((row) => ({
    columns: columns.map((column, index) => ({ ...column, parts: pieces[index]?.[row] ?? [] })),
    ...(wide && row === count - 1 ? { wide } : {}),
  }));
};

export const drawHeading = (layout: Layout, text: string, needed: number): void => {
  layout.reserve(34 + needed);
  layout.bookmark(text);
  layout.top -= 22;
  const x = layout.place(MARGIN, layout.width(text, 11, 'bold'));
  layout.tagged(layout.element('H2'), () =>
    layout.canvas.text(text, { x, y: layout.top, size: 11, weight: 'bold', colour: ACCENT }),
  );
  layout.top -= 6;
  layout.artifact(() => layout.canvas.rectangle({ x: MARGIN, y: layout.top, width: WIDTH, height: 1 }, ACCENT));
};

/** Draws a heading within a section. */
export const drawSubheading = (layout: Layout, part: Part, needed: number): void => {
  const [column] = columnsOf({ share: 1, parts: [{ ...part, size: 9, weight: 'bold' }] });
  if (!column) return;
  const height = columnHeight(layout, column);
  layout.reserve(height + 8 + needed);
  layout.top -= 8;
  const heading = layout.element('H3');
  const [only] = column.parts;
  if (only)
    layout.tagged(elementOf(layout, heading, only), () =>
      layout.part(only, layout.place(column.x, column.width), column.width, layout.top),
    );
  layout.top -= height;
};

/** A table: the names of its columns, their shares of the width, and the cells of each row. */
export interface Table {
  shares: readonly number[];
  heads: readonly string[];
  /** A cell beyond the columns takes the whole width below them. */
  rows: readonly (readonly Part[][])[];
  /** True if the first cell of a row names the row. */
  namesRows?: boolean;
  /** True for a short table, to stand on one page. */
  isWhole?: boolean;
}

/** Draws a table. Its head is repeated on each page. */
export const drawTable = (layout: Layout, { shares, heads, rows, namesRows = false, isWhole = false }: Table): void => {
  if (rows.length === 0) return;
  const rowOf = (cells: readonly Part[][]): Row => {
    const columns = columnsOf(...shares.map((share, index) => ({ share, parts: cells[index] ?? [] })));
    const [wide] = cells.length > shares.length ? columnsOf({ share: 1, parts: cells[shares.length] ?? [] }) : [];
    return { columns, ...(wide ? { wide } : {}) };
  };
  const head = rowOf(heads.map((text): Part[] => [{ text, size: SMALL, weight: 'bold', colour: MUTED }]));
  const together = [head, ...(isWhole ? rows : rows.slice(0, 1)).map(rowOf)];
  const height = together.reduce((sum, row) => sum + rowHeight(layout, row, TIGHT_PADDING), 0);
  layout.reserve(Math.min(height, PAGE.height / 2));
  const style = { padding: TIGHT_PADDING };
  layout.inside('Table', () => {
    const headCells = layout.inside('THead', () =>
      layout.inside('TR', () => heads.map(() => layout.element('TH', { scope: 'Column' }))),
    );
    place(layout, head, { ...style, shaded: true }, cellsInto(headCells));
    const repeatHead = (): void => place(layout, head, { ...style, shaded: true }, drawAgain);
    layout.inside('TBody', () => {
      for (const cells of rows) {
        const elements = layout.inside('TR', () =>
          cells.map((_, index) =>
            namesRows && index === 0 ? layout.element('TH', { scope: 'Row' }) : layout.element('TD'),
          ),
        );
        place(layout, rowOf(cells), style, cellsInto(elements), repeatHead);
      }
    });
  });
};

const cellsInto =
  (elements: readonly Element[]): DrawColumn =>
  (layout, column, top, index) => {
    const element = elements[index];
    if (!element) return;
    let y = top;
    for (const part of column.parts) {
      const from = y;
      layout.tagged(elementOf(layout, element, part), () => {
        y -= layout.part(part, layout.place(column.x, column.width), column.width, from);
      });
    }
  };

const drawAgain: DrawColumn = (layout, column, top) =>
  layout.artifact(() => drawParts(layout, column, top), '/Type /Pagination /Subtype /Header');

const drawParts = (layout: Layout, { x, width, parts }: Column, top: number): void => {
  let y = top;
  for (const part of parts) y -= layout.part(part, layout.place(x, width), width, y);
};
