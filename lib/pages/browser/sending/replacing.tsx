import { ActButton } from '../shared/parts.tsx';
import { addressOf } from '../user/route.ts';
import { ask } from '../user/session.ts';
import { draftId, refresh, save } from './editor.ts';
import { w } from './words/index.ts';

/** Says which envelope the draft replaces, and lets it be sent beside that one instead. */
export const Replacing = ({ envelope_id }: { envelope_id: string }) => (
  <div id="replacing" class="notice">
    <p>
      {w.replacesAbout}{' '}
      <a href={addressOf(`/envelopes/${envelope_id}`)} target="_blank" rel="noopener">
        {w.showReplaced}
      </a>
    </p>
    <ActButton other act={sendBeside}>
      {w.sendBeside}
    </ActButton>
  </div>
);

const sendBeside = async (): Promise<void> => {
  await save();
  await ask('PATCH', `/v2/drafts/${draftId.peek()}`, { replaces: null });
  await refresh();
};
