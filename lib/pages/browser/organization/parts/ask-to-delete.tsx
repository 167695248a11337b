import { ActButton, Danger } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { say, w } from '../words/index.ts';
import { tell } from './notice.tsx';

/** Asks before something is deleted. `about` says what stops working. */
export const askToDelete = (name: string, about: string, remove: () => Promise<void>): void => {
  const go = async (): Promise<void> => {
    await remove();
    closeSheet();
    tell(say(w.apiKeyDeleted, { name }));
  };
  showSheet(() => (
    <Sheet title={say(w.apiKeyDeleteTitle, { name })}>
      <p>{about}</p>
      <Danger back={closeSheet}>
        <ActButton look="danger" act={go}>
          {w.apiKeyDelete}
        </ActButton>
      </Danger>
    </Sheet>
  ));
};
