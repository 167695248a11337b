import { InSheet, later } from '../../shared/later.tsx';
import { showSheet } from '../../shared/sheet.tsx';
import { w } from '../words/index.ts';

const Find = later(() => import('./find.tsx').then((part) => part.Find), InSheet);

/** Opens the search in the documents, and their outline. */
export const FindButton = ({ look }: { look: 'quiet' | 'row' }) => (
  <button type="button" class={look} onClick={() => showSheet(Find)}>
    {w.find}
  </button>
);
