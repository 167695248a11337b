import { useSignal } from '@preact/signals';
import type { Profile } from '../shared/answers.ts';
import { CallFailed } from '../shared/call.ts';
import { ActButton, Danger } from '../shared/parts.tsx';
import { problem } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { dataUrlOf, shrunk } from '../signing/marks/pictures.ts';
import { changeProfile } from './change-profile.ts';
import { Done } from './done.tsx';
import { w } from './words/index.ts';

/** Pixels: the API keeps at most 400 each way. */
const SIDE = 800;

const Remove = () => (
  <Sheet title={w.pictureRemoveAsk}>
    <p>{w.pictureRemoveAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          await changeProfile({ picture: null });
          closeSheet();
        }}
      >
        {w.pictureRemove}
      </ActButton>
    </Danger>
  </Sheet>
);

/** The profile's picture: another one is shown before it is used. */
export const Picture = ({ of: { picture } }: { of: Profile }) => {
  const chosen = useSignal<{ file: File; url: string } | null>(null);
  const isSaved = useSignal(false);
  const choose = async (file: File | undefined): Promise<void> => {
    problem.value = '';
    isSaved.value = false;
    if (!file) return;
    const small = await shrunk(file, SIDE);
    chosen.value = { file: small, url: await dataUrlOf(small) };
  };
  const use = async (): Promise<void> => {
    const form = new FormData();
    if (chosen.value) form.set('picture', chosen.value.file);
    try {
      await changeProfile(form);
    } catch (error) {
      throw error instanceof CallFailed && error.code === 'invalid' ? new Error(w.pictureBad) : error;
    }
    chosen.value = null;
    isSaved.value = true;
  };
  const shown = chosen.value?.url ?? picture;
  return (
    <section>
      <h2>{w.picture}</h2>
      <p>{w.pictureAbout}</p>
      {shown && <img class="portrait" src={shown} alt={chosen.value ? w.pictureNew : w.pictureNow} />}
      <label class="button other" for="picture">
        {w.pictureChoose}
      </label>
      <input
        id="picture"
        class="unseen"
        type="file"
        accept="image/png,image/jpeg,image/heic"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {chosen.value && (
        <div class="pair">
          <button type="button" class="other" onClick={() => (chosen.value = null)}>
            {w.cancel}
          </button>
          <ActButton act={use}>{w.pictureUse}</ActButton>
        </div>
      )}
      {picture && !chosen.value && (
        <button type="button" class="other" onClick={() => showSheet(Remove)}>
          {w.pictureRemove}
        </button>
      )}
      <Done words={isSaved.value ? w.saved : ''} />
    </section>
  );
};
