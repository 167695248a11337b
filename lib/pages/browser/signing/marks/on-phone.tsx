import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { DrawingState, NewDrawing } from '../../shared/answers.ts';
import { CallFailed } from '../../shared/call.ts';
import { ActButton } from '../../shared/parts.tsx';
import { ask } from '../state/api.ts';
import { w } from '../words/index.ts';
import { type Give, Ink } from './drawn.tsx';

/** Milliseconds between two requests for the drawing: at first, and at most. */
const FIRST = 2000;
const MOST = 15_000;

/** A signature that is drawn on a phone: a QR code opens the page there, and the drawing appears here. */
export const OnPhone = ({ give, image }: { give: Give; image: Signal<string> }) => {
  const begun = useSignal<NewDrawing | null>(null);
  const isOver = useSignal(false);

  const begin = async (): Promise<void> => {
    isOver.value = false;
    image.value = '';
    begun.value = await ask<NewDrawing>('POST', '/v2/sign/drawings');
  };
  useLayoutEffect(() => {
    give(() => image.value);
    void begin().catch(() => (isOver.value = true));
  }, []);
  useEffect(() => {
    const { id } = begun.value ?? {};
    if (!id) return;
    const stop = lookFor(id, (found) => {
      if (found) image.value = found;
      else isOver.value = true;
    });
    return () => {
      stop();
      void ask('DELETE', `/v2/sign/drawings/${id}`).catch(() => {});
    };
  }, [begun.value?.id]);

  if (image.value) return <Ink image={image.value} words={w.adoptSignature} />;
  if (isOver.value) return <ActButton act={begin}>{w.phoneAgain}</ActButton>;
  return (
    <>
      <p>{w.phoneAbout}</p>
      {begun.value && <img class="ink code" src={begun.value.qr_code} alt={w.phoneCode} />}
      <p class="soft" role="status">
        {w.phoneWait}
      </p>
    </>
  );
};

/**
 * Looks for a drawing until it is there or has ended (null), ever more rarely, and at once when somebody comes back to
 * the page. Answers how it is stopped.
 */
const lookFor = (id: string, tell: (image: string | null) => void): (() => void) => {
  let pause = FIRST;
  let timer = 0;
  let isStopped = false;
  let isLooking = false;
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', atOnce);
    removeEventListener('focus', atOnce);
  };
  const end = (image: string | null): void => {
    if (isStopped) return;
    stop();
    tell(image);
  };
  const look = async (): Promise<void> => {
    if (isStopped || isLooking) return;
    isLooking = true;
    try {
      const { image } = await ask<DrawingState>('GET', `/v2/sign/drawings/${id}`);
      if (image) end(image);
    } catch (error) {
      // Continues without a connection; a refusal of the server ends it.
      if (error instanceof CallFailed && error.status < 500 && error.status !== 429) end(null);
    }
    isLooking = false;
    if (isStopped) return;
    timer = setTimeout(look, pause);
    pause = Math.min(pause * 1.3, MOST);
  };
  const atOnce = (): void => {
    if (document.hidden) return;
    clearTimeout(timer);
    pause = FIRST;
    void look();
  };
  document.addEventListener('visibilitychange', atOnce);
  addEventListener('focus', atOnce);
  timer = setTimeout(look, pause);
  return stop;
};
