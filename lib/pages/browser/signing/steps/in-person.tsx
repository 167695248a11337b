import { batch, computed, effect } from '@preact/signals';
import { ActButton, Screen, TextScreen } from '../../shared/parts.tsx';
import { closeSheet } from '../../shared/sheet.tsx';
import { forgetAdopted } from '../marks/adopted.ts';
import { dropRemembered } from '../marks/remembered.ts';
import { forgetTyped } from '../marks/typed.ts';
import { allSaved, saving } from '../state/queue.ts';
import {
  changes,
  envelope,
  fieldProblems,
  givenBack,
  handed,
  invitation,
  isInPerson,
  recipient,
  session,
} from '../state/state.ts';
import { say, w } from '../words/index.ts';

/** Signing on the host's device: the signer gets it, and returns it without any of the signer's data. */

export const HandOver = () => (
  <TextScreen
    title={say(w.handOver, { name: recipient.value.full_name })}
    about={say(w.handOverAbout, { name: recipient.value.full_name, envelope: envelope.value.name })}
  >
    <button type="button" onClick={() => (handed.value = true)}>
      {say(w.handOverGo, { name: recipient.value.full_name })}
    </button>
  </TextScreen>
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

/** Deletes the page's data, and removes the link from the address. */
const giveBack = (outcome: string): void => {
  const host = envelope.value.sender_name ?? '';
  closeSheet();
  // At once, so that no part of the page is drawn without the envelope.
  batch(() => {
    givenBack.value = { host, outcome };
    changes.value = [];
    fieldProblems.value = {};
    dropRemembered();
    forgetAdopted();
    session.value = null;
    invitation.value = null;
  });
  forgetTyped();
  hideLink();
};

/** Removes the link's key from the current entry of the browser's history. */
const hideLink = (): void => history.replaceState(history.state, '', location.pathname.replace(/[^/]+$/, '-'));

/** Stops the signing, which can continue another time. Values that can't be saved now are lost. */
const stop = async (): Promise<void> => {
  if (saving.value !== 'unsaved') await allSaved();
  giveBack('stopped');
};

export const StopButton = () =>
  isInPerson.value ? (
    <ActButton look="row" act={stop}>
      {w.stop}
    </ActButton>
  ) : null;

const ended = computed((): string | null => {
  if (!session.value || !isInPerson.value) return null;
  const { status, delegated_to } = recipient.value;
  return delegated_to ? 'delegated' : ['submitted', 'declined', 'pending'].includes(status) ? status : null;
});

/** Protects the host's device. */
export const watchDevice = (): void => {
  effect(() => {
    if (ended.value) giveBack(ended.value);
  });
  // The browser must neither store nor suggest what people type on somebody else's device.
  addEventListener('focusin', ({ target }) => {
    if (isInPerson.peek() && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) {
      target.autocomplete = 'off';
    }
  });
  addEventListener('popstate', () => {
    if (givenBack.peek()) hideLink();
  });
  // The browser may show a page again as it was left.
  addEventListener('pagehide', () => {
    if (session.peek() && isInPerson.peek()) giveBack('stopped');
  });
};
