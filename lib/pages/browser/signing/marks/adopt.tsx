import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { InkKind } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { explain } from '../../shared/explain.ts';
import { ActButton, Choice } from '../../shared/parts.tsx';
import { busy, run } from '../../shared/run.ts';
import { closeSheet, Sheet } from '../../shared/sheet.tsx';
import { recipient } from '../state/state.ts';
import { say, w } from '../words/index.ts';
import { inkOf, place } from './adopted.ts';
import { adopt, inkName, roomsOf } from './adoption.ts';
import { Drawn, type Give, Ink } from './drawn.tsx';
import { OnPhone } from './on-phone.tsx';
import { dataUrlOf, shrunk } from './pictures.ts';
import { askRemembered, canRemember, forget, remembered } from './remembered.ts';
import { type ShownMark, typedMark } from './typed.ts';

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

/** Words for each kind of ink, and the name that is typed for it. */
const WORDS = {
  signature: { title: 'adoptSignature', label: 'adoptName', nameFor: (name: string) => name },
  initials: { title: 'adoptInitial', label: 'adoptInitials', nameFor: initialsOf },
} as const satisfies Record<InkKind, { title: string; label: string; nameFor: (name: string) => string }>;

/** The sheet on which a signature or initials are adopted, once for all fields of its kind; the first field gets it. */
export const Adopt = ({ field }: { field: Field }) => {
  const ink = inkOf(field);
  const how = useSignal<How>('adoptType');
  const { full_name } = recipient.value;
  const remember = useSignal(false);
  const known = remembered.value?.[inkName(ink)]?.image;
  // The sender may correct the name while the sheet is open.
  useEffect(() => void askRemembered(), [full_name]);
  const picture = useSignal<() => Promise<string | null> | string | null>(() => null);
  const give: Give = (make) => {
    picture.value = make;
  };
  /** Drawn on a phone; until it is there, there is nothing to use. */
  const phoned = useSignal('');
  const use = async (): Promise<void> => {
    const made = await picture.value();
    if (!made) throw new Error(w.adoptNothing);
    await adopt(ink, made, remember.value);
    closeSheet();
    place(field);
  };
  return (
    <Sheet title={w[WORDS[ink].title]} full={how.value === 'adoptDraw'}>
      <fieldset class="ways">
        <legend>{w.adoptHow}</legend>
        {(known ? [...WAYS, 'adoptAgain' as const] : WAYS).map((way) => (
          <Choice key={way} type="radio" name="how" checked={how.value === way} onChange={() => (how.value = way)}>
            {w[way]}
          </Choice>
        ))}
      </fieldset>
      {how.value === 'adoptType' && <Typed ink={ink} name={WORDS[ink].nameFor(full_name)} give={give} />}
      {how.value === 'adoptDraw' && <Drawn give={give} rooms={roomsOf(ink)} about={w.adoptDrawOther} />}
      {how.value === 'adoptUpload' && <Uploaded give={give} />}
      {how.value === 'adoptPhone' && <OnPhone give={give} image={phoned} />}
      {how.value === 'adoptAgain' && known && <Again ink={ink} image={known} give={give} />}
      {canRemember() && how.value !== 'adoptAgain' && (
        <Choice
          type="checkbox"
          checked={remember.value}
          onChange={(event) => (remember.value = event.currentTarget.checked)}
        >
          {w.adoptRemember}
        </Choice>
      )}
      {(how.value !== 'adoptPhone' || phoned.value) && (
        <button type="button" disabled={busy.value} onClick={() => run(use)}>
          {w.adoptUse}
        </button>
      )}
    </Sheet>
  );
};

const Again = ({ ink, image, give }: { ink: InkKind; image: string; give: Give }) => {
  useLayoutEffect(() => {
    give(() => image);
    return () => give(() => null);
  }, []);
  return (
    <>
      <Ink image={image} words={w[WORDS[ink].title]} />
      <ActButton other act={forget}>
        {w.adoptForget}
      </ActButton>
    </>
  );
};

/** Milliseconds without a key after which a name is drawn. */
const PAUSE = 250;

/** Pictures of a typed name: one for each handwriting that has its letters, or one in plain letters. */
interface Shown {
  text: string;
  marks: ShownMark[];
  problem: string;
}

const Typed = ({ ink, name, give }: { ink: InkKind; name: string; give: Give }) => {
  const text = useSignal(name);
  const hand = useSignal<string | null>(null);
  const drawn = useSignal<Shown>({ text: '', marks: [], problem: '' });
  const draw = async (typed: string): Promise<void> => {
    // A late answer for what was typed before is nobody's.
    const show = (shown: Omit<Shown, 'text'>) => {
      if (typed === text.value) drawn.value = { text: typed, ...shown };
    };
    try {
      const first = await typedMark(typed);
      show({ marks: first.image ? [first] : [], problem: '' });
      const marks = await Promise.all(
        first.fonts.map((font) => (font === first.font ? first : typedMark(typed, font))),
      );
      if (marks.length > 0) show({ marks, problem: '' });
    } catch (error) {
      if (drawn.value.text !== typed) show({ marks: [], problem: explain(error) });
    }
  };
  const make = async (): Promise<string> => {
    const first = await typedMark(text.value);
    const isOther = hand.value !== first.font && first.fonts.some((font) => font === hand.value);
    return (isOther ? await typedMark(text.value, hand.value) : first).image;
  };
  useLayoutEffect(() => give(make), []);
  useEffect(() => {
    const timer = setTimeout(() => draw(text.value), text.value === name ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [text.value]);
  const { marks, problem } = drawn.value;
  const [first] = marks;
  const chosen = marks.find(({ font }) => font === hand.value) ?? first;
  return (
    <>
      {recipient.value.name_locked ? null : (
        <>
          <label for="typed-name">{w[WORDS[ink].label]}</label>
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
      {marks.length > 1 ? (
        <fieldset class="hands">
          <legend>{w.adoptHand}</legend>
          {marks.map((mark, index) => (
            <Choice
              key={mark.font}
              type="radio"
              name="hand"
              checked={mark === chosen}
              onChange={() => (hand.value = mark.font)}
            >
              <img src={mark.image} alt={say(w.adoptHandNumber, { number: index + 1 })} />
            </Choice>
          ))}
        </fieldset>
      ) : (
        first && (
          <>
            <Ink image={first.image} words={say(w.adoptPreview, { name: drawn.value.text })} />
            {first.font === null && <p class="soft">{w.adoptPlain}</p>}
          </>
        )
      )}
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
  useLayoutEffect(() => give(() => null), []);
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
