import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Field } from '../shared/answers.ts';
import { ActButton, Choice } from '../shared/parts.tsx';
import { busy, run } from '../shared/run.ts';
import { closeSheet, Sheet } from '../shared/sheet.tsx';
import { adopt, type Kind, place } from './adopted.ts';
import { Drawn, type Give, Ink } from './drawn.tsx';
import { OnPhone } from './on-phone.tsx';
import { dataUrlOf, shrunk } from './pictures.ts';
import { askRemembered, canRemember, forget, remembered } from './remembered.ts';
import { recipient } from './state.ts';
import { typedPicture } from './typed.ts';
import { say, w } from './words/index.ts';

type How = 'adoptType' | 'adoptDraw' | 'adoptUpload' | 'adoptPhone' | 'adoptAgain';

/** Whoever has a finger on the screen needs no other device to draw on. */
const WAYS: How[] = matchMedia('(pointer: coarse)').matches
  ? ['adoptType', 'adoptDraw', 'adoptUpload']
  : ['adoptType', 'adoptDraw', 'adoptUpload', 'adoptPhone'];

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .join('');

/** The sheet on which a signature or initials are adopted, once for all fields of its kind; the first field gets it. */
export const adoptSheet = (field: Field) => () => <Adopt field={field} />;

const Adopt = ({ field }: { field: Field }) => {
  const kind = field.type as Kind;
  const how = useSignal<How>('adoptType');
  const { full_name } = recipient.value;
  const remember = useSignal(false);
  const known = remembered.value?.[kind]?.image;
  useEffect(() => void askRemembered(), []);
  const picture = useSignal<() => Promise<string | null> | string | null>(() => null);
  const give: Give = (make) => (picture.value = make);
  const use = async (): Promise<void> => {
    const made = await picture.value();
    if (!made) throw new Error(w.adoptNothing);
    await adopt(kind, made, remember.value);
    closeSheet();
    place(field);
  };
  return (
    <Sheet title={kind === 'signature' ? w.adoptSignature : w.adoptInitial} full={how.value === 'adoptDraw'}>
      <fieldset class="ways">
        <legend>{w.adoptHow}</legend>
        {(known ? [...WAYS, 'adoptAgain' as const] : WAYS).map((way) => (
          <Choice key={way} type="radio" name="how" checked={how.value === way} onChange={() => (how.value = way)}>
            {w[way]}
          </Choice>
        ))}
      </fieldset>
      {how.value === 'adoptType' && (
        <Typed kind={kind} name={kind === 'signature' ? full_name : initialsOf(full_name)} give={give} />
      )}
      {how.value === 'adoptDraw' && <Drawn give={give} />}
      {how.value === 'adoptUpload' && <Uploaded give={give} />}
      {how.value === 'adoptPhone' && <OnPhone give={give} />}
      {how.value === 'adoptAgain' && known && <Again kind={kind} image={known} give={give} />}
      {canRemember() && how.value !== 'adoptAgain' && (
        <Choice
          type="checkbox"
          checked={remember.value}
          onChange={(event) => (remember.value = event.currentTarget.checked)}
        >
          {w.adoptRemember}
        </Choice>
      )}
      <button type="button" disabled={busy.value} onClick={() => run(use)}>
        {w.adoptUse}
      </button>
    </Sheet>
  );
};

const Again = ({ kind, image, give }: { kind: Kind; image: string; give: Give }) => {
  useEffect(() => give(() => image), []);
  return (
    <>
      <Ink image={image} words={kind === 'signature' ? w.adoptSignature : w.adoptInitial} />
      <ActButton other act={forget}>
        {w.adoptForget}
      </ActButton>
    </>
  );
};

/** Milliseconds without a key after which a name is drawn. */
const PAUSE = 250;

const Typed = ({ kind, name, give }: { kind: Kind; name: string; give: Give }) => {
  const text = useSignal(name);
  const drawn = useSignal({ text: '', image: '', problem: '' });
  const draw = async (typed: string): Promise<void> => {
    const image = await typedPicture(typed).catch((error: Error) => error);
    // A late answer for what was typed before is nobody's.
    if (typed !== text.value) return;
    drawn.value =
      image instanceof Error ? { text: typed, image: '', problem: image.message } : { text: typed, image, problem: '' };
  };
  useEffect(() => give(() => typedPicture(text.value)), []);
  useEffect(() => {
    const timer = setTimeout(() => draw(text.value), text.value === name ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [text.value]);
  const { image, problem } = drawn.value;
  return (
    <>
      {recipient.value.name_locked ? null : (
        <>
          <label for="typed-name">{kind === 'signature' ? w.adoptName : w.adoptInitials}</label>
          <input
            id="typed-name"
            autoComplete="off"
            maxLength={100}
            value={text.value}
            aria-describedby="typed-problem"
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </>
      )}
      <p id="typed-problem" class="bad" role="status">
        {problem}
      </p>
      {image && <Ink image={image} words={say(w.adoptPreview, { name: drawn.value.text })} />}
    </>
  );
};

/** The API takes pictures of at most 2 MB. */
const SIDE = 1200;

const Uploaded = ({ give }: { give: Give }) => {
  const made = useSignal('');
  const choose = async (file: File | undefined): Promise<void> => {
    made.value = file ? await dataUrlOf(await shrunk(file, SIDE)) : '';
    give(() => made.value);
  };
  useEffect(() => give(() => null), []);
  return (
    <>
      <label for="upload">{w.adoptPicture}</label>
      <input
        id="upload"
        type="file"
        accept="image/png,image/jpeg,image/heic"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      {made.value && <Ink image={made.value} words={say(w.adoptPreview, { name: recipient.value.full_name })} />}
    </>
  );
};
