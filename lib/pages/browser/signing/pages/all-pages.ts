import { envelope } from '../state/state.ts';
import type { PageOf } from './page-source.ts';

/** All pages of what is to be signed, in order. */
export const allPages = (): PageOf[] =>
  [...envelope.value.documents]
    .sort((a, b) => a.order - b.order)
    .filter(({ type }) => type === 'attachment')
    .flatMap((document) => Array.from({ length: document.pages }, (_, index) => ({ document, page: index + 1 })));
