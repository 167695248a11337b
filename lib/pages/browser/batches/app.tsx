import { Frame } from '../account/frame.tsx';
import { search } from '../user/route.ts';
import { BatchList } from './batch-list.tsx';
import { NewBatch } from './new-batch.tsx';
import { OneBatch } from './one-batch.tsx';
import { w } from './words/index.ts';

/** The place of batches: their list, a new one of a template (`?template=`), or one of them (`?batch=`). */
export const Batches = () => {
  const given = new URLSearchParams(search.value);
  const batch = given.get('batch');
  const template = given.get('template');
  if (batch) return <OneBatch key={batch} id={batch} />;
  return (
    <Frame title={w.batchTitle}>
      <div class="part">{template ? <NewBatch key={template} template_id={template} /> : <BatchList />}</div>
    </Frame>
  );
};
