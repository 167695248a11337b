import type { ComponentChildren } from 'preact';
import { ActForm, Input, SendButton, textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { closeSheet, Sheet } from '../../shared/sheet.tsx';
import { say, w } from '../words/index.ts';

/**
 * A sheet that asks before what can't be undone and touches much: whoever goes on types a word, such as the
 * organization's name. `children` says what will happen.
 */
export const TypedConfirm = ({
  title,
  word,
  words,
  act,
  children,
}: {
  title: string;
  /** The text to type. */
  word: string;
  /** Words of the button. */
  words: string;
  /** Also gets the other inputs among `children`, by their names. It closes the sheet, or shows another. */
  act: (given: FormData) => Promise<void>;
  children: ComponentChildren;
}) => {
  const go = async (given: FormData): Promise<void> => {
    if (textIn(given, 'typed').toLowerCase() !== word.trim().toLowerCase()) {
      throw new InputRefused('typed', w.orgWordDiffers);
    }
    await act(given);
  };
  return (
    <Sheet title={title}>
      <ActForm act={go}>
        {children}
        <Input name="typed" label={say(w.orgTypeWord, { word })} />
        <div class="pair">
          <button type="button" class="other" onClick={closeSheet}>
            {w.back}
          </button>
          <SendButton look="danger">{words}</SendButton>
        </div>
      </ActForm>
    </Sheet>
  );
};
