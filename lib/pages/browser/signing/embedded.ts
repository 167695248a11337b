import { effect } from '@preact/signals';
import type { SigningRecipient } from '../shared/answers.ts';
import { receivers, type SigningMessage, type SigningStep } from '../shared/embedding.ts';
import { problem } from '../shared/run.ts';
import { saving } from './state/queue.ts';
import { screen, sentBack, session } from './state/state.ts';
import { w } from './words/index.ts';

/** Origins whose pages may frame this one, as in the server's policy for the browser. */
const allowed = (document.body.dataset.framedBy ?? '').split(' ').filter((origin) => origin !== '');

/** The origin of the surrounding page, where the browser says it. */
const around = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];

const tell = (step: SigningStep): void => {
  const [envelope_id = '', role_name = ''] = location.pathname.split('/').slice(-3).map(decodeURIComponent);
  const message: SigningMessage = { ...step, source: 'countersign', envelope_id, role_name };
  for (const origin of receivers(allowed, around)) parent.postMessage(message, origin);
};

/** Reports a step to the surrounding page. Without a frame it does nothing. */
export const tellSteps = (): void => {
  if (parent === window) return;
  let known: SigningRecipient | undefined;
  effect(() => {
    const now = session.value?.recipient;
    if (!now) return;
    if (!known) tell({ type: 'opened', status: now.status });
    else {
      if (now.agreed && !known.agreed) tell({ type: 'agreed' });
      if (now.status === 'submitted' && known.status !== 'submitted') tell({ type: 'signed' });
      if (now.status === 'declined' && known.status !== 'declined') tell({ type: 'declined' });
      if (now.delegated_to && !known.delegated_to) tell({ type: 'delegated' });
    }
    known = now;
  });
  effect(() => {
    if (sentBack.value) tell({ type: 'sent_back' });
  });
  let wasSaved = true;
  effect(() => {
    const isSaved = saving.value === 'saved';
    if (isSaved && !wasSaved) tell({ type: 'saved' });
    wasSaved = isSaved;
  });
  effect(() => {
    if (screen.value === 'expired' || screen.value === 'overdue') tell({ type: 'expired' });
    if (screen.value === 'unknown') tell({ type: 'error', message: w.unknown });
  });
  effect(() => {
    if (problem.value) tell({ type: 'error', message: problem.value });
  });
};
