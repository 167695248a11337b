import { signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { timeOf } from '../account/dates.tsx';
import type { RememberedMarks, TypedMark } from '../shared/answers.ts';
import { explain } from '../shared/explain.ts';
import { ActButton, Choice, Danger } from '../shared/parts.tsx';
import { newRequestKey } from '../shared/request-key.ts';
import { keepReading, problem } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { Drawn, type Give, Ink } from '../signing/marks/drawn.tsx';
import { ask, me, onOtherProfile } from '../user/session.ts';
import { Done } from './done.tsx';
import { say, w } from './words/index.ts';

const PATH = '/v2/profiles/remembered';

/** The remembered pictures; null until they are read. */
const marks = signal<RememberedMarks | null>(null);

/** The last act, in words. */
const done = signal('');

onOtherProfile(() => {
  marks.value = null;
  done.value = '';
});

const readMarks = async (): Promise<void> => {
  marks.value = await ask<RememberedMarks>('GET', PATH);
};

/** Both kinds of marks, by the names that the API gives them. */
const KINDS = {
  signature: { title: 'markSignature', make: 'markNewSignature', path: '/v2/profiles/signatures' },
  initial: { title: 'markInitials', make: 'markNewInitials', path: '/v2/profiles/initials' },
} as const;
type Kind = keyof typeof KINDS;

/** The signature and initials that are offered when the user signs. */
export const SignaturePart = () => {
  useEffect(() => {
    done.value = '';
    return keepReading(readMarks);
  }, []);
  const { signature, initial } = marks.value ?? {};
  return (
    <>
      <p>{w.marksAbout}</p>
      {!marks.value &&
        (problem.value ? <ActButton act={readMarks}>{w.again}</ActButton> : <p role="status">{w.loading}</p>)}
      <Done words={done.value} />
      {marks.value && (['signature', 'initial'] as const).map((kind) => <Mark key={kind} kind={kind} />)}
      {(signature || initial) && (
        <button type="button" class="other" onClick={() => showSheet(Forget)}>
          {w.marksForget}
        </button>
      )}
    </>
  );
};

const Mark = ({ kind }: { kind: Kind }) => {
  const mark = marks.value?.[kind];
  const { title, make } = KINDS[kind];
  return (
    <section>
      <h2>{w[title]}</h2>
      {mark ? (
        <>
          <Ink image={mark.image} words={w[title]} />
          <p class="soft">{say(w.markSince, { date: { trusted: timeOf(mark.created_at) } })}</p>
        </>
      ) : (
        <p class="soft">{w.markNone}</p>
      )}
      <button type="button" class="other" onClick={() => showSheet(() => <Make kind={kind} />)}>
        {w[make]}
      </button>
    </section>
  );
};

const Forget = () => (
  <Sheet title={w.marksForgetAsk}>
    <p>{w.marksForgetAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          await ask('DELETE', PATH);
          closeSheet();
          done.value = w.marksForgotten;
          await readMarks();
        }}
      >
        {w.marksForget}
      </ActButton>
    </Danger>
  </Sheet>
);

/** A new mark, typed or drawn: whoever uses no pointer types it. */
const Make = ({ kind }: { kind: Kind }) => {
  const how = useSignal<'markType' | 'markDraw'>('markType');
  const picture = useSignal<() => Promise<string | null> | string | null>(() => null);
  const give: Give = (make) => {
    picture.value = make;
  };
  const { make, path } = KINDS[kind];
  const use = async (): Promise<void> => {
    const image = await picture.value();
    if (!image) throw new Error(w.adoptNothing);
    await ask('POST', path, { [kind]: image, remember: true }, newRequestKey());
    closeSheet();
    done.value = w.markRemembered;
    await readMarks();
  };
  return (
    <Sheet title={w[make]} full={how.value === 'markDraw'}>
      <fieldset class="ways">
        <legend>{w.markHow}</legend>
        {(['markType', 'markDraw'] as const).map((way) => (
          <Choice key={way} type="radio" name="how" checked={how.value === way} onChange={() => (how.value = way)}>
            {w[way]}
          </Choice>
        ))}
      </fieldset>
      {how.value === 'markType' ? <Typed kind={kind} give={give} /> : <Drawn give={give} />}
      <ActButton act={use}>{w.markUse}</ActButton>
    </Sheet>
  );
};

const initialsOf = (names: readonly string[]): string => names.map((name) => [...name][0] ?? '').join('');

/** Milliseconds without a key after which the letters are drawn. */
const PAUSE = 250;

const Typed = ({ kind, give }: { kind: Kind; give: Give }) => {
  const { first_name = '', last_name = '' } = me.value ?? {};
  const text = useSignal(
    kind === 'signature' ? `${first_name} ${last_name}`.trim() : initialsOf([first_name, last_name]),
  );
  const shown = useSignal({ text: '', image: '', problem: '' });
  const draw = async (): Promise<string> => {
    const wanted = text.value.trim();
    if (!wanted) return '';
    if (shown.value.text === wanted && shown.value.image) return shown.value.image;
    return (await ask<TypedMark>('POST', `${KINDS.signature.path}/typed`, { text: wanted })).image;
  };
  useLayoutEffect(() => give(draw), []);
  useEffect(() => {
    const wanted = text.value.trim();
    const show = (more: { image?: string; problem?: string }) => {
      // A late answer for what was typed before is nobody's.
      if (wanted === text.value.trim()) shown.value = { text: wanted, image: '', problem: '', ...more };
    };
    const timer = setTimeout(() => {
      draw().then(
        (image) => show({ image }),
        (error) => show({ problem: explain(error) }),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text.value]);
  return (
    <>
      <label for="mark-text">{w.markText}</label>
      <input
        id="mark-text"
        autoComplete="off"
        maxLength={100}
        value={text.value}
        aria-describedby="mark-problem"
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
      <p id="mark-problem" class="bad" role="status">
        {shown.value.problem}
      </p>
      {shown.value.image && <Ink image={shown.value.image} words={say(w.markPreview, { name: shown.value.text })} />}
    </>
  );
};
