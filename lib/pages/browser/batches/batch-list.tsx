import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Time } from '../account/dates.tsx';
import { Link } from '../account/link.tsx';
import { Skeleton } from '../account/list-parts.tsx';
import type { Batch, BatchPage } from '../shared/answers.ts';
import { ActButton } from '../shared/parts.tsx';
import { keepReading, problem } from '../shared/run.ts';
import { ask, me } from '../user/session.ts';
import { say, w } from './words/index.ts';

/** The user's batches, the newest first. */
export const BatchList = () => {
  const read = useSignal<readonly Batch[] | null>(null);
  const next = useSignal<string | null>(null);
  const readMore = async (): Promise<void> => {
    const before = next.peek();
    const page = await ask<BatchPage>('GET', `/v2/batches${before ? `?before=${before}` : ''}`);
    read.value = [...(before ? (read.peek() ?? []) : []), ...page.batches];
    next.value = page.next;
  };
  const profile = me.value?.id;
  useEffect(() => {
    next.value = null;
    return keepReading(readMore);
  }, [profile]);
  const batches = read.value;
  if (!batches) return problem.value ? null : <Skeleton />;
  if (batches.length === 0) {
    return (
      <div class="empty">
        <p>{w.batchNone}</p>
        <p class="soft">{w.batchNoneAbout}</p>
        <Link to="/templates" look="other">
          {w.batchToTemplates}
        </Link>
      </div>
    );
  }
  return (
    <>
      <ul class="list" aria-label={w.batchTitle}>
        {batches.map(({ id, name, status, rows, created_at }) => (
          <li key={id}>
            <Link to={`/batches?batch=${id}`} look="name">
              <bdi class="own">{name}</bdi>
            </Link>
            <p class="soft">
              {w[`batchStatus_${status}`]} · {say(w.batchRows, { rows })} · <Time at={created_at} />
            </p>
          </li>
        ))}
      </ul>
      {next.value && (
        <ActButton other act={readMore}>
          {w.showMore}
        </ActButton>
      )}
    </>
  );
};
