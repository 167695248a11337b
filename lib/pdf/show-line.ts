import type { EmbeddedFont } from './embedded-font.ts';
import { type FontName, fontOf } from './font-files.ts';
import { operator } from './operator.ts';
import type { Weight } from './plain-text.ts';
import type { Run } from './shaper.ts';

/** What a page needs to know of fonts to show text. */
interface PageFonts {
  font: (name: FontName) => EmbeddedFont;
  /** The name of the font among the page's resources. */
  resource: (font: EmbeddedFont) => string;
}

/** Text rendering modes (ISO 32000-2 table 104). */
const FILL = 0;
const FILL_AND_STROKE = 2;

/** How thick the outline of a letter is that has no bold form of its own, as a share of the size. */
const OUTLINE = 0.03;

/** The operators that show a line from where the text position is (ISO 32000-2 section 9.4), to stand between `BT` and `ET`. */
export const showLine = (runs: readonly Run[], size: number, weight: Weight, fonts: PageFonts): string[] => {
  const operators: string[] = [];
  let outlined = false;
  /** How far the line is ahead of where widths rounded to 1/1000 of the size have brought a viewer. */
  let ahead = 0;
  for (const { font: name, clusters } of runs) {
    const font = fonts.font(name);
    operators.push(operator(`/${fonts.resource(font)}`, size, 'Tf'));
    const outline = weight === 'bold' && name !== 'bold';
    if (outline !== outlined) {
      operators.push(outline ? operator(size * OUTLINE, 'w', FILL_AND_STROKE, 'Tr') : operator(FILL, 'Tr'));
      outlined = outline;
    }
    const em = fontOf(name).unitsPerEm;
    const parts: string[] = [];
    for (const cluster of clusters) {
      if (Math.abs(ahead) >= 1) {
        parts.push(`>${-Math.round(ahead)}<`);
        ahead -= Math.round(ahead);
      }
      parts.push(font.code(cluster, cluster.text).toString(16).padStart(4, '0'));
      const exact = (cluster.advance * 1000) / em;
      ahead += exact - Math.round(exact);
    }
    const shown = parts.join('');
    operators.push(shown.includes('>') ? `[<${shown}>] TJ`.replace('<>', '') : `<${shown}> Tj`);
  }
  if (outlined) operators.push(operator(FILL, 'Tr'));
  return operators;
};
