import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Frame } from '../account/frame.tsx';
import { Skeleton } from '../account/list-parts.tsx';
import type { Batch } from '../shared/answers.ts';
import { keepReading, problem } from '../shared/run.ts';
import { ask } from '../user/session.ts';
import { BatchProgress } from './batch-progress.tsx';
import { Columns } from './columns.tsx';
import { Problems } from './problems.tsx';
import { w } from './words/index.ts';

/** Milliseconds after which a batch that works is looked at again. */
const AGAIN = 2000;
const WORKING: readonly Batch['status'][] = ['checking', 'sending', 'canceling'];

/** One batch: what its columns are used for, what is wrong with its rows, and how far it is. */
export const OneBatch = ({ id }: { id: string }) => {
  const batch = useSignal<Batch | null>(null);
  const read = async (): Promise<void> => {
    batch.value = await ask<Batch>('GET', `/v2/batches/${id}`);
  };
  useEffect(() => keepReading(read), []);
  const isWorking = batch.value !== null && WORKING.includes(batch.value.status);
  useEffect(() => {
    if (!isWorking) return;
    const timer = setInterval(() => {
      if (!document.hidden) void read().catch(() => undefined);
    }, AGAIN);
    return () => clearInterval(timer);
  }, [isWorking]);
  const shown = batch.value;
  const change = (changed: Batch): void => {
    batch.value = changed;
  };
  return (
    <Frame title={w.batchTitle}>
      {!shown && !problem.value && <Skeleton />}
      {shown && (
        <div class="part">
          <h2>
            <bdi class="own">{shown.name}</bdi>
          </h2>
          <BatchProgress batch={shown} change={change} />
          {shown.check && shown.check.bad > 0 && <Problems key={shown.check.checked_at} batch={shown} />}
          {['draft', 'checked'].includes(shown.status) && shown.started_at === null && (
            <Columns key={shown.updated_at} batch={shown} change={change} />
          )}
        </div>
      )}
    </Frame>
  );
};
