import type { FileReport, Finding, Report } from '../../../verifier/findings.ts';
import type { Trusted } from '../shared/words/spoken.ts';
import { say, spokenLocale, w } from './words/index.ts';

/** Marks of the states: their form tells them apart, not their colour alone. */
const MARKS = { holds: '✓', fails: '✕', unsure: '?', note: 'i' } as const;

const Mark = ({ state }: Pick<Finding, 'state'>) => (
  <span class="mark" aria-hidden="true">
    {MARKS[state]}
  </span>
);

/** A moment in the reader's own time, with its zone. */
const inWords = (iso: string): string | Trusted => {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return { trusted: new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'long', timeStyle: 'long' }).format(time) };
};

const TIMES = ['time', 'from', 'to'];

/** Values in a sentence: times as people read them, fingerprints in groups. */
const readable = (values: Finding['values']): Record<string, string | number | Trusted> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (TIMES.includes(name) && /^\d{4}-\d\d-\d\dT/.test(value)) return [name, inWords(value)];
      const isHash = name === 'fingerprint' && /^[\da-f]+$/i.test(value);
      return [name, isHash ? { trusted: value.match(/.{1,8}/g)?.join(' ') ?? value } : value];
    }),
  );

const Found = ({ finding: { check, state, values } }: { finding: Finding }) => {
  const isBad = state === 'fails' || state === 'unsure';
  return (
    <li class={`finding ${state}`}>
      <Mark state={state} />
      <div>
        <p>
          <strong>{w[`state_${state}`]}:</strong> {say(w[`f_${check}`], readable(values))}
        </p>
        <details open={isBad}>
          <summary>{w.means}</summary>
          <p>{w[`m_${check}`]}</p>
        </details>
      </div>
    </li>
  );
};

const OneFile = ({ name, kind, sha256, findings, seal }: FileReport) => (
  <section class="file">
    <h3>
      <bdi class="own">{name}</bdi>
    </h3>
    <p class="soft">
      {w[`kind_${kind}`]}
      {seal && ` · ${w[`seal_${seal}`]}`}
    </p>
    <ul class="findings">
      {findings.map((finding) => (
        <Found finding={finding} />
      ))}
    </ul>
    <details>
      <summary>{w.hash}</summary>
      <p class="digits">{sha256.match(/.{1,8}/g)?.join(' ')}</p>
    </details>
  </section>
);

/** All that was found, the verdict first. */
export const Findings = ({ report: { verdict, files } }: { report: Report }) => (
  <>
    <div class={`verdict ${verdict}`}>
      <Mark state={verdict} />
      <h2>{w[`verdict_${verdict}`]}</h2>
    </div>
    {files.map((file) => (
      <OneFile {...file} />
    ))}
  </>
);
