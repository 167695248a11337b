import { InSheet, later } from '../../shared/later.tsx';
import { showSheet } from '../../shared/sheet.tsx';
import { sender } from '../state/state.ts';
import { say, w } from '../words/index.ts';

/** Buttons that open acts instead of signing, which are loaded later. */

const More = later(() => import('./other-ways.tsx').then((part) => part.More), InSheet);
const Question = later(() => import('./other-ways.tsx').then((part) => part.Question), InSheet);

export const AskButton = () => (
  <button type="button" class="other" onClick={() => showSheet(Question)}>
    {say(w.askSender, { sender: sender.value })}
  </button>
);

export const MoreButton = () => (
  <button type="button" class="quiet" onClick={() => showSheet(More)}>
    {w.more}
  </button>
);
