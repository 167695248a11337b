import { Time } from '../account/dates.tsx';
import type { Batch } from '../shared/answers.ts';
import { ActButton, Danger } from '../shared/parts.tsx';
import { newRequestKey } from '../shared/request-key.ts';
import { busy } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { go } from '../user/route.ts';
import { ask } from '../user/session.ts';
import { say, w } from './words/index.ts';

interface Shown {
  batch: Batch;
  change: (changed: Batch) => void;
}

type Action = 'check' | 'send' | 'pause' | 'resume' | 'cancel';

/** Asks the API for an act on a batch. */
export const act = (id: string, action: Action, more: object = {}): Promise<Batch> =>
  ask<Batch>('POST', `/v2/batches/${id}/acts`, { action, ...more }, newRequestKey());

/** Progress of a batch, with what can be done with it now. */
export const BatchProgress = ({ batch, change }: Shown) => {
  const { status, rows, progress, stopped_by, started_at } = batch;
  const isCounted = status !== 'draft' && !(status === 'checked' && started_at === null);
  return (
    <section aria-labelledby="batch-progress">
      <h3 id="batch-progress">{w[`batchStatus_${status}`]}</h3>
      {isCounted && <progress max={rows} value={progress.done} aria-label={w.batchProgress} />}
      <p role="status">
        {isCounted && say(w.batchDone, { done: progress.done, rows })}
        {progress.held_until && (
          <>
            {' '}
            {w.batchHeld} <Time at={progress.held_until} />
          </>
        )}
        {stopped_by && ` ${w[`batchStop_${stopped_by}`]}`}
      </p>
      <Counts batch={batch} />
      <Acts batch={batch} change={change} />
    </section>
  );
};

const Counts = ({ batch: { rows, progress, check, started_at } }: { batch: Batch }) => {
  const counts = [
    ...(check && started_at === null ? [[w.batchCountGood, rows - check.bad] as const] : []),
    ...(started_at === null ? [] : [[w.batchCountSent, progress.sent] as const]),
    [w.batchCountBad, progress.bad] as const,
    [w.batchCountFailed, progress.failed] as const,
    [w.batchCountCanceled, progress.canceled] as const,
    [w.batchCountWithdrawn, progress.withdrawn] as const,
  ].filter(([label, count]) => count > 0 || label === w.batchCountGood || label === w.batchCountSent);
  return (
    <ul class="list">
      {counts.map(([label, count]) => (
        <li key={label}>{say(label, { count })}</li>
      ))}
    </ul>
  );
};

const Acts = ({ batch, change }: Shown) => {
  const { id, status, rows, check, stopped_by } = batch;
  const doing =
    (action: Action, more: object = {}) =>
    async () =>
      change(await act(id, action, more));
  const bad = check?.bad ?? 0;
  const download = async (): Promise<void> => {
    const { url } = await ask<{ url: string }>('GET', `/v2/batches/${id}/csv`);
    location.assign(url);
  };
  const mayCheck = status === 'draft' || (status === 'paused' && stopped_by === 'template_changed');
  return (
    <div class="row">
      {mayCheck && <ActButton act={doing('check')}>{w.batchCheck}</ActButton>}
      {status === 'checked' && rows > bad && (
        <ActButton act={doing('send', bad > 0 ? { skip_bad: true } : {})}>
          {say(bad > 0 ? w.batchSendOthers : w.batchSend, { count: rows - bad })}
        </ActButton>
      )}
      {status === 'sending' && (
        <ActButton other act={doing('pause')}>
          {w.batchPause}
        </ActButton>
      )}
      {status === 'paused' && stopped_by !== 'template_changed' && (
        <ActButton act={doing('resume')}>{w.batchResume}</ActButton>
      )}
      {batch.started_at !== null && (
        <ActButton other act={download}>
          {w.batchCsv}
        </ActButton>
      )}
      {!['canceled', 'canceling', 'checking', 'draft'].includes(status) && batch.started_at !== null && (
        <button
          type="button"
          class="other"
          disabled={busy.value}
          onClick={() => showSheet(() => <Cancel batch={batch} change={change} />)}
        >
          {w.batchCancel}
        </button>
      )}
      {['draft', 'sent', 'canceled'].includes(status) && (
        <button type="button" class="other" disabled={busy.value} onClick={() => showSheet(() => <Delete id={id} />)}>
          {w.batchDelete}
        </button>
      )}
    </div>
  );
};

const Cancel = ({ batch, change }: Shown) => (
  <Sheet title={w.batchCancelTitle}>
    <p>{w.batchCancelAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          change(await act(batch.id, 'cancel'));
          closeSheet();
        }}
      >
        {w.batchCancel}
      </ActButton>
    </Danger>
  </Sheet>
);

const Delete = ({ id }: { id: string }) => (
  <Sheet title={w.batchDeleteTitle}>
    <p>{w.batchDeleteAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          await ask('DELETE', `/v2/batches/${id}`);
          await go('/batches', 'replace');
        }}
      >
        {w.batchDelete}
      </ActButton>
    </Danger>
  </Sheet>
);
