import { useId } from 'preact/hooks';
import { spokenLocale } from '../../shared/words/spoken.ts';
import { say, w } from '../words/index.ts';
import { type Bar, total } from './counted.ts';

/** Size of a plot in its own units; the page makes it as wide as there is room. */
const WIDTH = 240;
const HEIGHT = 64;

const named = (at: string): string => {
  const isMonth = at.length === 7;
  const parts = isMonth ? ({ month: 'long', year: 'numeric' } as const) : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(spokenLocale(), { ...parts, timeZone: 'UTC' }).format(
    new Date(isMonth ? `${at}-01` : at),
  );
};

const number = (count: number): string => new Intl.NumberFormat(spokenLocale()).format(count);

/** Bars of a kind of use, and the same numbers as a table. `limit`: the words of what is allowed. */
export const Plot = ({ title, bars, limit }: { title: string; bars: readonly Bar[]; limit: string }) => {
  const id = useId();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const step = WIDTH / bars.length;
  return (
    <section class="plot" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="figure">{number(total(bars))}</p>
      <p class="soft">{limit}</p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ at, count }, index) => {
          const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
          return (
            <rect
              key={at}
              class={count === 0 ? 'none' : ''}
              x={index * step + step * 0.1}
              width={step * 0.8}
              y={HEIGHT - height}
              height={height}
            >
              <title>{`${named(at)}: ${number(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="ends soft" aria-hidden="true">
        <span>{named(bars[0]?.at ?? '')}</span>
        <span>{named(bars.at(-1)?.at ?? '')}</span>
      </p>
      <details>
        <summary>{w.usageTable}</summary>
        <table>
          <caption class="unseen">{say(w.usageCaption, { title: { trusted: title } })}</caption>
          <thead>
            <tr>
              <th scope="col">{w.usageWhen}</th>
              <th scope="col">{w.usageCount}</th>
            </tr>
          </thead>
          <tbody>
            {[...bars].reverse().map(({ at, count }) => (
              <tr key={at}>
                <th scope="row">{named(at)}</th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
};
