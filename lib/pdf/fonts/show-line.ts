import { operator } from '../file/number-text.ts';
import type { EmbeddedFont } from './embedded-font.ts';
import { type FontName, fontOf } from './font-files.ts';
import type { Weight } from './plain-text.ts';
import type { Run } from './shaper.ts';

/** The fonts that a page needs to show text. */
interface PageFonts {
  font: (name: FontName) => EmbeddedFont;
  /** The name of the font among the page's resources. */
  resource: (font: EmbeddedFont) => string;
}

/** Text rendering modes (ISO 32000-2 table 104). */
const FILL = 0;
const FILL_AND_STROKE = 2;

/** Thickness of the outline that replaces a missing bold form, as a share of the size. */
const OUTLINE = 0.03;

/**
 * Operators that show a line from the current text position (ISO 32000-2 section 9.4), for use between `BT` and `ET`.
 */
export const showLine = (runs: readonly Run[], size: number, weight: Weight, fonts: PageFonts): string[] => {
  const operators: string[] = [];
  let outlined = false;
  /** Distance between the exact position and a viewer's, which comes from widths rounded to 1/1000 of the size. */
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
