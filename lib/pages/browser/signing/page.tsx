import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { FieldOnPage } from './field-on-page.tsx';
import { drawnPage, forgetPage, largePicture, loadPage, type PageOf } from './page-source.ts';
import { PageText } from './page-text.tsx';
import { envelope } from './state.ts';
import { say, w } from './words/index.ts';

/** The browser's own zoom, by two fingers. In steps, because each one renders the pages again. */
export const pinch = signal(1);
globalThis.visualViewport?.addEventListener('resize', () => {
  pinch.value = Math.round((globalThis.visualViewport?.scale ?? 1) * 2) / 2;
});

interface Shown extends PageOf {
  index: number;
  /** Near enough to the screen to hold a picture, and a large one. */
  held: boolean;
  large: boolean;
  fillable: boolean;
  /** Called with true when its picture is shown, and with false if there is none. */
  onSettled?: ((isShown: boolean) => void) | undefined;
}

/** A page: the server's picture, its text over that, and the fields on top. */
export const Page = ({ document, page, index, held, large, fillable, onSettled }: Shown) => {
  const at = { document, page };
  const failed = useSignal(false);
  const loaded = useSignal(false);
  const renewed = useSignal(false);
  const sharp = useSignal('');
  const known = drawnPage(at);
  const picture = known?.picture;
  const { width, height } = document.page_sizes[String(page)] ?? { width: 612, height: 792 };

  const fail = () => {
    failed.value = true;
    onSettled?.(false);
  };
  const load = () => {
    failed.value = false;
    loadPage(at).catch(fail);
  };
  // Links expire while people read: after the first failure another one is requested.
  const renew = () => {
    forgetPage(at);
    if (renewed.value) fail();
    else load();
    renewed.value = !renewed.value;
  };
  // Visible pictures come first: while one is loading, it gets the whole connection.
  const mayLoad = held && !failed.value && (!picture || loaded.value);
  useEffect(() => {
    if (mayLoad) load();
  }, [mayLoad, picture]);

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
    onSettled?.(true);
  };
  return (
    <div class="page" data-index={index} style={{ aspectRatio: `${width} / ${height}` }}>
      {held && picture && !failed.value && (
        <img
          src={sharp.value || picture}
          alt={say(w.page, { page, pages: document.pages, document: document.name })}
          onLoad={shown}
          onError={renew}
        />
      )}
      {held && known?.text && <PageText text={known.text} size={{ width, height }} />}
      {failed.value && (
        <p>
          {w.pageFailed}{' '}
          <button type="button" class="quiet" onClick={load}>
            {w.again}
          </button>
        </p>
      )}
      {held &&
        envelope.value.fields
          .filter((field) => field.document_id === document.id && field.page === page)
          .map((field) => <FieldOnPage key={field.name} field={field} size={{ width, height }} fillable={fillable} />)}
    </div>
  );
};
