import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Pages that hold a picture: those of others cost memory that phones don't have. */
export const MOST_HELD = 6;

interface NearPages {
  /** Indexes of the pages that are on the screen or near it. */
  near: ReadonlySignal<ReadonlySet<number>>;
  /** The element that has the pages in it, each with its `data-index`. */
  list: RefObject<HTMLDivElement | null>;
}

export const pagesIn = (list: Element | null): ArrayLike<Element> & Iterable<Element> =>
  list?.getElementsByClassName('page') ?? [];

/**
 * Follows which pages of a list are near the screen. `margin`: how far before and after it, as a share of its height.
 */
export const useNearPages = (pages: number, margin: `${number}%`): NearPages => {
  const near = useSignal<ReadonlySet<number>>(new Set([0]));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (seen) => {
        const now = new Set(near.value);
        for (const { target, isIntersecting } of seen) {
          const index = Number((target as HTMLElement).dataset.index);
          if (isIntersecting) now.add(index);
          else now.delete(index);
        }
        near.value = now;
      },
      { rootMargin: `${margin} 0px` },
    );
    for (const page of pagesIn(list.current)) watch.observe(page);
    return () => watch.disconnect();
  }, [near, pages]);
  return { near, list };
};
