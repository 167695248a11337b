import encodeQR from 'qr';
import type { CertificateModel } from './model.ts';
import { ACCENT, BODY, hashPart, INK, type Layout, label, MARGIN, type Part, WIDTH } from './report-layout.ts';
import { columnsOf, drawHeading, drawRow } from './report-rows.ts';

/** The seal and the chain, and how to check everything without the platform. */
export const drawChecks = (layout: Layout, { chain, seal, check_url, audit }: CertificateModel): void => {
  const { say } = layout.spoken;
  drawHeading(layout, say('integrity'), 120);
  drawRow(
    layout,
    columnsOf(
      { share: 7.2, parts: [label(say('chain', { count: chain.count })), hashPart(chain.head)] },
      { share: 4, parts: [label(say('computed')), { text: chain.algorithm }] },
    ),
  );
  drawRow(
    layout,
    columnsOf(
      {
        share: 7.2,
        parts: [label(say('sealed_by')), { text: seal.subject }, label(say('seal_hash')), hashPart(seal.sha256)],
      },
      {
        share: 4,
        parts: [
          label(say('level')),
          { text: `PAdES ${seal.level}` },
          ...(seal.reason ? [label(say(`level_${seal.reason}`))] : []),
        ],
      },
    ),
  );
  drawCheckList(
    layout,
    [
      say('check_seal'),
      say('check_files', { sum: command('sha256sum FILE'), head: command('head -c BYTES FILE | sha256sum') }),
      say('check_trail', { file: audit.name, detach: command('pdfdetach -save 1 FILE') }),
      say('check_chain', { file: audit.name }),
      say('check_page', { file: audit.name }),
    ],
    check_url,
  );
};

/** A command on one line: its blanks are no place to break it. */
const command = (text: string): string => text.replaceAll(' ', '\u00a0');

/** Side of the code, and its quiet zone in modules (ISO/IEC 18004). */
const CODE = 96;
const QUIET = 4;
const GAP = 12;
const BELOW = 4;

/** The steps of a check, with the page that does them: as a QR code beside them, and as a link below. */
const drawCheckList = (layout: Layout, steps: readonly string[], url: string): void => {
  const width = WIDTH - CODE - GAP;
  const parts = steps.map((text, index): Part => ({ text: `${index + 1}. ${text}`, size: BODY }));
  const link: Part = { text: url, weight: 'bold', colour: ACCENT };
  const height = [...parts, link].reduce((sum, part) => sum + layout.height(part, width) + BELOW, 0);
  drawHeading(layout, layout.spoken.say('check'), Math.max(height, CODE) + 8);
  layout.top -= 8;
  const { top } = layout;
  layout.inside('L', () => {
    for (const part of parts) {
      layout.inside('LI', () =>
        layout.tagged(layout.element('LBody'), () => {
          layout.top -= layout.part(part, layout.place(MARGIN, width), width, layout.top) + BELOW;
        }),
      );
    }
  });
  layout.link(url, link, MARGIN, width);
  drawCode(layout, url, top);
  layout.top = Math.min(layout.top, top - CODE);
};

const drawCode = (layout: Layout, url: string, top: number): void => {
  const rows = encodeQR(url, 'raw', { ecc: 'medium', border: QUIET });
  const size = CODE / rows.length;
  const left = layout.place(MARGIN + WIDTH - CODE, CODE);
  const cells = rows.flatMap((row, down) =>
    runsOf(row).map(([from, length]) => ({
      x: left + from * size,
      y: top - (down + 1) * size,
      width: length * size,
      height: size,
    })),
  );
  const alt = layout.spoken.say('check_code', { url });
  const figure = layout.element('Figure', { alt, box: [left, top - CODE, left + CODE, top] });
  layout.tagged(figure, () => layout.canvas.rectangles(cells, INK));
};

/** Beginnings and lengths of the dark runs in a row of modules. */
const runsOf = (row: readonly boolean[]): [from: number, length: number][] => {
  const runs: [number, number][] = [];
  for (const [at, dark] of row.entries()) {
    const last = runs.at(-1);
    if (!dark) continue;
    if (last && last[0] + last[1] === at) last[1]++;
    else runs.push([at, 1]);
  }
  return runs;
};
