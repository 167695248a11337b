import { signal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { PageText } from '../../shared/page-text.tsx';
import { FieldsOnPage } from '../fields/field-on-page.tsx';
import { sizeOf } from '../pages/page-size.ts';
import {
  drawnPage,
  type Failure,
  forgetPage,
  largePicture,
  type PageOf,
  pageShown,
  retryLater,
  wantPage,
} from '../pages/page-source.ts';
import { say, w } from '../words/index.ts';

/** The browser's own zoom, by two fingers. In steps, because each one renders the pages again. */
export const pinch = signal(1);
globalThis.visualViewport?.addEventListener('resize', () => {
  pinch.value = Math.round((globalThis.visualViewport?.scale ?? 1) * 2) / 2;
});

interface Shown extends PageOf {
  /** True where it gets a picture of twice the size. */
  large: boolean;
  fillable: boolean;
  isSeen: () => boolean;
  /** Called with true when its picture is shown, and with false if there is none. */
  onSettled?: ((isShown: boolean) => void) | undefined;
}

/** Content of a page near the screen: the server's picture, its text over that, and the fields on top. */
export const Page = ({ document, page, large, fillable, isSeen, onSettled }: Shown) => {
  const at = { document, page };
  const failure = useSignal<Failure | null>(null);
  const loaded = useSignal(false);
  const renewed = useSignal(false);
  const sharp = useSignal('');
  const known = drawnPage(at);
  const picture = known?.picture;
  const size = sizeOf(at);

  useEffect(() => wantPage({ at, isSeen, isShown: () => loaded.peek(), failure }), [document.id, page]);
  useSignalEffect(() => {
    if (failure.value) onSettled?.(false);
  });

  // Links expire while people read: after the first failure another one is requested.
  const renew = () => {
    loaded.value = false;
    if (renewed.value) {
      failure.value = 'cutOff';
      retryLater();
    }
    renewed.value = !renewed.value;
    forgetPage(at);
  };

  useEffect(() => {
    sharp.value = '';
    if (!large || !picture) return;
    let wanted = true;
    largePicture(at)
      .then(async (link) => {
        const image = new Image();
        image.src = link;
        // The other picture is shown until this one is loaded.
        await image.decode();
        if (wanted) sharp.value = link;
      })
      .catch(() => {});
    return () => {
      wanted = false;
    };
  }, [large, picture]);

  const shown = () => {
    loaded.value = true;
    renewed.value = false;
    pageShown();
    onSettled?.(true);
  };
  return (
    <>
      {picture && (
        <img
          src={sharp.value || picture}
          alt={say(w.page, { page, pages: document.pages, document: document.name })}
          onLoad={shown}
          onError={renew}
        />
      )}
      {known?.text && <PageText text={known.text} size={size} />}
      {failure.value && !picture && (
        <p>
          {failure.value === 'cutOff' ? w.pageCutOff : w.pageFailed}{' '}
          <button type="button" class="quiet" onClick={() => (failure.value = null)}>
            {w.again}
          </button>
        </p>
      )}
      <FieldsOnPage at={at} size={size} fillable={fillable} />
    </>
  );
};
