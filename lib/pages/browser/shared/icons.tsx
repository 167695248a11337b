/** Signs that stand beside words, never in their place: drawn in the text's own colour and size. */
const SIGNS = {
  done: 'M3 8.5l3.5 3.5L13 4.5',
  now: 'M5 3l6 5-6 5',
  later: 'M8 4v4l2.5 2M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  ended: 'M4 4l8 8M12 4l-8 8',
  copy: 'M2 4h12v8H2zM2 4.5l6 4.5 6-4.5',
  free: 'M5 8h6',
  due: 'M13 8A5 5 0 1 1 3 8a5 5 0 0 1 10 0z',
} as const;

export type Sign = keyof typeof SIGNS;

export const Icon = ({ sign }: { sign: Sign }) => (
  <svg class={`icon ${sign}`} viewBox="0 0 16 16" aria-hidden="true">
    <path d={SIGNS[sign]} />
  </svg>
);
