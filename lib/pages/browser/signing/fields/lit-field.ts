import { signal } from '@preact/signals';

/** Name of the field that somebody was led to: it stays lit until they are led to another one. */
export const lit = signal('');
