import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { preloadParts } from '../../shared/later.tsx';
import { MOST_HELD, pagesIn, useNearPages } from '../../shared/near-pages.ts';
import { allPages } from '../pages/all-pages.ts';
import { FindButton } from '../pages/find-button.tsx';
import { PageNumber } from '../pages/page-number.tsx';
import { current, followScrolling } from '../pages/page-position.ts';
import { sizeOf } from '../pages/page-size.ts';
import type { PageOf } from '../pages/page-source.ts';
import { isWide } from '../pages/width.ts';
import { changeZoom, roomForPages, zoom } from '../pages/zoom.ts';
import { envelope } from '../state/state.ts';
import { quoted, w } from '../words/index.ts';
import { Page, pinch } from './page.tsx';

/** The documents as the server's pictures of their pages, with the fields on them. */

/** Of the pages that hold a picture, the ones in the middle that are drawn twice as large once somebody zooms. */
const MOST_LARGE = 3;

/** Pixels of a page's usual picture, by which one of twice the size is worth its bytes when it is exceeded. */
const USUAL = 1071;
const BLURRED = 1.2;

/** True where somebody has zoomed so far that the usual pictures are blurred. */
const isBlurred = (zoom: number): boolean => {
  if (zoom === 1 && pinch.value === 1) return false;
  const shown = roomForPages() * zoom * pinch.value * devicePixelRatio;
  return shown > USUAL * BLURRED;
};

/** The ones of what is near the screen that are nearest to the current page. */
const nearest = (near: ReadonlySet<number>, most: number): ReadonlySet<number> => {
  const far = (index: number) => Math.abs(index - current.value);
  return new Set([...near].sort((a, b) => far(a) - far(b)).slice(0, most));
};

const ratioOf = (at: PageOf): string => {
  const { width, height } = sizeOf(at);
  return `${width} / ${height}`;
};

const isOnScreen = (place: Element | undefined): boolean => {
  const { top, bottom } = place?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < innerHeight;
};

/** Tools for the pages that are shown, for the bar above them. */
export const PageTools = () => {
  const pages = allPages().length;
  return (
    <div class="tools">
      {pages > 1 && <PageNumber pages={pages} />}
      {pages > 1 && isWide.value && <FindButton look="quiet" />}
      <ZoomTools />
    </div>
  );
};

export const ZoomTools = () => (
  <div class="tools">
    <button type="button" class="quiet" aria-label={w.zoomOut} onClick={() => changeZoom(-1)}>
      −
    </button>
    <button type="button" class="quiet" aria-label={w.zoomIn} onClick={() => changeZoom(1)}>
      +
    </button>
  </div>
);

/** The pages, of which only those near the screen have content. `fillable`: the recipient's fields can be pressed. */
export const Pages = ({ onFirstShown, fillable }: { onFirstShown?: () => void; fillable?: boolean }) => {
  const firstSettled = useSignal(false);
  const pages = allPages();
  // A screen ahead each way.
  const { near, list } = useNearPages(pages.length, '100%');
  useEffect(followScrolling, []);

  const settleFirst = (isShown: boolean) => {
    if (!firstSettled.value) preloadParts();
    firstSettled.value = true;
    if (isShown) onFirstShown?.();
  };
  // The line is left to the page that is read first.
  const held = near.value.has(0) && !firstSettled.value ? new Set([0]) : nearest(near.value, MOST_HELD);
  const large = isBlurred(zoom.value / 100) ? nearest(near.value, MOST_LARGE) : new Set();
  return (
    <>
      {/* Wider than the screen once zoomed: arrow keys move it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, or keys can't scroll it */}
      <section class="pages" aria-label={quoted(envelope.value.name)} tabIndex={0}>
        <div ref={list} style={{ width: `${zoom.value}%` }}>
          {pages.map((one, index) => (
            <Fragment key={`${one.document.id} ${one.page}`}>
              {one.page === 1 && one.document.pages < pages.length && (
                <h2 class="document">{quoted(one.document.name)}</h2>
              )}
              <div class="page" data-index={index} style={{ aspectRatio: ratioOf(one) }}>
                {held.has(index) && (
                  <Page
                    {...one}
                    large={large.has(index)}
                    fillable={fillable === true}
                    isSeen={() => isOnScreen(pagesIn(list.current)[index])}
                    onSettled={index === 0 ? settleFirst : undefined}
                  />
                )}
              </div>
            </Fragment>
          ))}
        </div>
      </section>
    </>
  );
};
