import type { SeveralDone } from '../shared/answers.ts';
import { ActButton, Danger } from '../shared/parts.tsx';
import { newRequestKey } from '../shared/request-key.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { ask } from '../user/session.ts';
import { canceled, chosen, outcome, readCounts, readShown, shown } from './list-state.ts';
import { say, w } from './words/index.ts';

/** Acts on the envelopes that are chosen. */

type Act = 'remind' | 'cancel';

/** The most envelopes of one request. */
const AT_ONCE = 25;

/** Acts on the chosen envelopes. What failed stays chosen. */
const act = async (action: Act): Promise<void> => {
  outcome.value = '';
  const ids = [...chosen.value];
  const failed = new Set<string>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const envelope_ids = ids.slice(start, start + AT_ONCE);
    const { results } = await ask<SeveralDone>('POST', '/v2/envelopes/acts', { action, envelope_ids }, newRequestKey());
    for (const { envelope_id, status } of results) {
      if (status !== 'OK') failed.add(envelope_id);
      else if (action === 'cancel') canceled.add(envelope_id);
    }
  }
  const done = ids.length - failed.size;
  outcome.value = [
    done > 0 && say(action === 'remind' ? w.severalReminded : w.severalCanceled, { count: done }),
    failed.size > 0 && say(w.severalFailed, { count: failed.size }),
  ]
    .filter(Boolean)
    .join(' ');
  chosen.value = failed;
  await readCounts()
    .then(readShown)
    .catch(() => {});
};

/** The most envelopes of one ZIP. */
const IN_ONE_ZIP = 20;

/** Downloads the chosen envelopes, in as many files as they take. */
const download = async (): Promise<void> => {
  outcome.value = '';
  const ids = [...chosen.value];
  for (let start = 0; start < ids.length; start += IN_ONE_ZIP) {
    const some = ids.slice(start, start + IN_ONE_ZIP);
    const link = document.createElement('a');
    link.href = await ask<string>('GET', `/v2/envelopes/zip/${some.join(',')}?type=download`);
    link.click();
  }
  outcome.value = w.severalDownloaded;
};

export const ActsOnChosen = () => {
  const count = chosen.value.size;
  const all = shown.value?.envelopes ?? [];
  return (
    <div class="acts">
      <p>{say(w.severalChosen, { count })}</p>
      {count < all.length && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            chosen.value = new Set(all.map(({ id }) => id));
          }}
        >
          {w.chooseAll}
        </button>
      )}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          chosen.value = new Set();
        }}
      >
        {w.chooseNone}
      </button>
      <ActButton other act={() => act('remind')}>
        {w.remind}
      </ActButton>
      <ActButton other act={download}>
        {w.severalDownload}
      </ActButton>
      <button type="button" class="other bad" onClick={() => showSheet(Cancel)}>
        {w.severalCancel}
      </button>
    </div>
  );
};

const Cancel = () => (
  <Sheet title={say(w.severalCancelTitle, { count: chosen.value.size })}>
    <p>{w.cancelAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          await act('cancel');
          closeSheet();
        }}
      >
        {w.severalCancel}
      </ActButton>
    </Danger>
  </Sheet>
);
