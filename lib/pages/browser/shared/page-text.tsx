import { Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TextBlock } from './answers.ts';

interface Size {
  width: number;
  height: number;
}

/** Part of a line's height that letters of this size take. */
const LETTERS = 0.85;

/**
 * A page's invisible text over its picture: screen readers read it, the browser finds it, and it can be selected.
 * Each line is as wide as in the picture, in any font of the browser.
 */
export const PageText = ({ text, size }: { text: readonly TextBlock[]; size: { width: number; height: number } }) => {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const lines = [...(layer.current?.querySelectorAll<HTMLElement>('span') ?? [])];
    const page = layer.current?.getBoundingClientRect().width ?? 0;
    // All are measured before any change; otherwise the browser would lay out the page for each line.
    const widths = lines.map((line) => line.getBoundingClientRect().width);
    lines.forEach((line, index) => {
      const wanted = (Number(line.dataset.width) / size.width) * page;
      const width = widths[index] ?? 0;
      if (width > 0) line.style.transform = `scaleX(${wanted / width})`;
    });
  }, [text]);
  return (
    <div class="text" ref={layer}>
      {text.map((block, index) => (
        <p key={index} dir="auto" {...headingOf(text, index)}>
          {block.lines.map((line, at) => (
            <Fragment key={at}>
              <span style={placeOf(line, size)} data-width={line.width}>
                {line.text}
              </span>{' '}
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  );
};

const placeOf = ({ x, y, width, height }: TextBlock['lines'][number], size: Size) => ({
  left: `${(x / size.width) * 100}%`,
  bottom: `${(y / size.height) * 100}%`,
  // Of the page's width, so that it grows with the page. A line that is written upwards is as wide as its letters.
  fontSize: `${((Math.min(height, Math.max(width, height / 20)) * LETTERS) / size.width) * 100}cqw`,
});

/** Levels of headings begin below the page's own, and skip none, even if the document does. */
const headingOf = (text: readonly TextBlock[], index: number): { role?: 'heading'; 'aria-level'?: number } => {
  if (!text[index]?.heading) return {};
  const level = text
    .slice(0, index + 1)
    .reduce((before, { heading }) => (heading ? Math.min(heading + 1, before + 1) : before), 1);
  return { role: 'heading', 'aria-level': level };
};
