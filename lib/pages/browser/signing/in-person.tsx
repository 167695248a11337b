import { batch, computed, effect } from '@preact/signals';
import { ActButton, Screen } from '../shared/parts.tsx';
import { closeSheet } from '../shared/sheet.tsx';
import { forgetAdopted } from './adopted.ts';
import { allSaved, saving } from './queue.ts';
import { remembered } from './remembered.ts';
import { changes, envelope, fieldProblems, givenBack, handed, isInPerson, recipient, session } from './state.ts';
import { forgetTyped } from './typed.ts';
import { say, w } from './words/index.ts';

/** Signing on the device of a host: it is handed to the signer, and goes back with nothing of the signer on it. */

export const HandOver = () => (
  <Screen title={say(w.handOver, { name: recipient.value.full_name })}>
    <p>{say(w.handOverAbout, { name: recipient.value.full_name, envelope: envelope.value.name })}</p>
    <button type="button" onClick={() => (handed.value = true)}>
      {say(w.handOverGo, { name: recipient.value.full_name })}
    </button>
  </Screen>
);

export const GiveBack = () => {
  const { host, outcome } = givenBack.value ?? { host: '', outcome: 'stopped' };
  return (
    <Screen title={say(w.giveBack, { host })}>
      <p>
        {w[outcome === 'submitted' ? 'giveBackSigned' : outcome === 'declined' ? 'giveBackDeclined' : 'giveBackAbout']}
      </p>
    </Screen>
  );
};

/** Forgets all that the page knows, and takes the link out of the address. */
const giveBack = (outcome: string): void => {
  const host = envelope.value.sender_name ?? '';
  closeSheet();
  // In one go: nothing that shows the envelope is drawn without it.
  batch(() => {
    givenBack.value = { host, outcome };
    changes.value = [];
    fieldProblems.value = {};
    remembered.value = null;
    forgetAdopted();
    session.value = null;
  });
  forgetTyped();
  hideLink();
};

/** Takes the link's key out of the entry of the browser's history that is shown. */
const hideLink = (): void => history.replaceState(null, '', location.pathname.replace(/[^/]+$/, '-'));

/** The signer stops, and may go on another time. What can't be saved now is given up. */
const stop = async (): Promise<void> => {
  if (saving.value !== 'unsaved') await allSaved();
  giveBack('stopped');
};

export const StopButton = () =>
  isInPerson.value ? (
    <ActButton other act={stop}>
      {w.stop}
    </ActButton>
  ) : null;

const ended = computed((): string | null => {
  if (!session.value || !isInPerson.value) return null;
  const { status, delegated_to } = recipient.value;
  return delegated_to ? 'delegated' : ['submitted', 'declined'].includes(status) ? status : null;
});

/** Watches over a device that is its host's. */
export const watchDevice = (): void => {
  effect(() => {
    if (ended.value) giveBack(ended.value);
  });
  // The browser must neither keep nor offer what people type on somebody else's device.
  addEventListener('focusin', ({ target }) => {
    if (isInPerson.peek() && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) {
      target.autocomplete = 'off';
    }
  });
  addEventListener('popstate', () => {
    if (givenBack.peek()) hideLink();
  });
  // A page that was left can come back as it was.
  addEventListener('pagehide', () => {
    if (session.peek() && isInPerson.peek()) giveBack('stopped');
  });
};
