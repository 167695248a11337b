import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { problem } from '../../shared/run.ts';
import { w } from '../words/index.ts';
import { pathOf, pictureOf, type Room, type Stroke } from './ink.ts';

/** Receives the function that makes the picture. */
export type Give = (make: () => Promise<string | null> | string | null) => void;

/** A picture of a signature, as dark ink on white. */
export const Ink = ({ image, words }: { image: string; words: string }) => (
  <div class="ink">
    <img src={image} alt={words} />
  </div>
);

/**
 * An area to draw a signature in. `rooms`: where it goes on the pages, as far as that is known; `about`: how to do
 * without it.
 */
export const Drawn = ({ give, rooms, about }: { give: Give; rooms?: readonly Room[]; about?: string }) => {
  const strokes = useSignal<Stroke[]>([]);
  const isDown = useRef(false);
  // At once: a press must never use what another way has given.
  useLayoutEffect(() => give(() => pictureOf(strokes.value, rooms)), []);
  const point = (event: PointerEvent): Stroke[number] => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top, event.pressure];
  };
  const begin = (event: PointerEvent) => {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    isDown.current = true;
    problem.value = '';
    strokes.value = [...strokes.value, [point(event)]];
  };
  const go = (event: PointerEvent) => {
    if (!isDown.current) return;
    const last = strokes.value.at(-1) ?? [];
    strokes.value = [...strokes.value.slice(0, -1), [...last, point(event)]];
  };
  const end = () => {
    isDown.current = false;
  };
  return (
    <>
      <p class="soft">
        {w.adoptDrawAbout} {about}
      </p>
      {/* No view box: strokes keep their size when the phone is turned. */}
      <svg
        class="ink draw"
        role="img"
        aria-label={w.adoptDrawArea}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {strokes.value.map((stroke, index) => (
          <path key={index} d={pathOf(stroke)} />
        ))}
      </svg>
      <button type="button" class="other" onClick={() => (strokes.value = [])}>
        {w.adoptDrawClear}
      </button>
    </>
  );
};
