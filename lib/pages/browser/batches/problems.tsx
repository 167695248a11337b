import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Batch, BatchRowPage } from '../shared/answers.ts';
import { ActButton } from '../shared/parts.tsx';
import { keepReading } from '../shared/run.ts';
import { ask } from '../user/session.ts';
import { say, w } from './words/index.ts';

/** The rows that would be refused, with each cell and the API's own sentence. */
export const Problems = ({ batch }: { batch: Batch }) => {
  const rows = useSignal<BatchRowPage['rows']>([]);
  const next = useSignal<number | null>(0);
  const readMore = async (): Promise<void> => {
    const page = await ask<BatchRowPage>('GET', `/v2/batches/${batch.id}/rows?state=bad&rows=50&after=${next.peek()}`);
    rows.value = [...(next.peek() === 0 ? [] : rows.peek()), ...page.rows];
    next.value = page.next;
  };
  useEffect(() => keepReading(readMore), []);
  if (rows.value.length === 0) return null;
  return (
    <section aria-labelledby="batch-problems">
      <h3 id="batch-problems">{w.batchProblems}</h3>
      <p class="soft">{w.batchProblemsAbout}</p>
      <ul class="list">
        {rows.value.map(({ index, number, problems }) => (
          <li key={index}>
            {say(w.batchRow, { row: number })}
            <ul>
              {problems.map(({ column, error }) => (
                <li key={`${column} ${error}`}>
                  {column !== null && (
                    <>
                      <bdi class="own">{column}</bdi>{' '}
                    </>
                  )}
                  <span lang="en" dir="ltr">
                    {error}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {next.value !== null && (
        <ActButton other act={readMore}>
          {w.showMore}
        </ActButton>
      )}
    </section>
  );
};
