import type { Ref } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The reference for a row of links: the current one is in view, also where the row is wider than the screen. */
export const useCurrentInView = (current: string): Ref<HTMLElement> => {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return row;
};
