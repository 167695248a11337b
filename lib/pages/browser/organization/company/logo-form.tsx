import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ActButton, ActForm, SendButton } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { Setting } from '../parts/settings-form.tsx';
import { w } from '../words/index.ts';

/** The largest picture that the API takes, in bytes. */
const LARGEST = 2_000_000;

/** The content of a file as an address that a picture can have. */
const addressOfFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/**
 * The logo: the one that is shown now, a new one as it will look before it is saved, and the way to do without.
 * `chosen` hears of the new one's address while it isn't saved, and of null once it is.
 */
export const LogoForm = ({
  url,
  about,
  save,
  remove,
  chosen,
}: {
  url: string | null;
  about: string;
  /** Saves a form with the picture as `logo`. */
  save: (form: FormData) => Promise<void>;
  remove: () => Promise<void>;
  chosen?: (address: string | null) => void;
}) => {
  const picture = useSignal<string | null>(null);
  const state = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  const show = (address: string | null): void => {
    picture.value = address;
    chosen?.(address);
  };
  const choose = async (): Promise<void> => {
    const file = input.current?.files?.[0];
    state.value = '';
    show(file ? await addressOfFile(file).catch(() => null) : null);
  };
  const send = async (given: FormData): Promise<void> => {
    const file = given.get('logo');
    if (!(file instanceof File) || file.size === 0) throw new InputRefused('logo', w.logoNone);
    if (!/^image\/(png|jpeg)$/.test(file.type)) throw new InputRefused('logo', w.logoKind);
    if (file.size > LARGEST) throw new InputRefused('logo', w.logoLarge);
    const form = new FormData();
    form.append('logo', file);
    await save(form);
    if (input.current) input.current.value = '';
    show(null);
    state.value = w.orgSaved;
  };
  const takeOff = async (): Promise<void> => {
    await remove();
    state.value = w.logoRemoved;
  };
  const shown = picture.value ?? url;
  return (
    <div class="settings">
      <ActForm act={send}>
        <Setting name="logo" label={w.logoChoose} about={`${about} ${w.logoRules}`}>
          {(control) => (
            <>
              <div class="logo-place">
                {shown ? (
                  <img src={shown} alt={picture.value ? w.logoNew : w.logoNow} />
                ) : (
                  <p class="soft">{w.logoEmpty}</p>
                )}
              </div>
              <input
                {...control}
                ref={input}
                type="file"
                accept="image/png,image/jpeg"
                onChange={() => void choose()}
              />
            </>
          )}
        </Setting>
        <div class="acts">
          {picture.value && <SendButton look="main">{w.logoSave}</SendButton>}
          {url && !picture.value && (
            <ActButton other act={takeOff}>
              {w.logoRemove}
            </ActButton>
          )}
        </div>
        <p class="good" role="status">
          {state.value}
        </p>
      </ActForm>
    </div>
  );
};
