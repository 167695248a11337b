import { computed } from '@preact/signals';
import { CallFailed } from '../shared/call.ts';
import { newRequestKey } from '../shared/request-key.ts';
import { actAsRecipient, refresh } from './api.ts';
import { allSaved } from './queue.ts';
import { fieldProblems, own, recipient } from './state.ts';
import { localeAndZone, w } from './words/index.ts';

/** One act, however often it is asked for; another one after a refusal, whose answer is kept under the key. */
let key = newRequestKey();

/** True while the server refuses what stands in one of the fields that are shown. */
export const isRefused = computed((): boolean => own.value.some(({ name }) => fieldProblems.value[name]));

/** Waits until all fields are saved. Throws where one of them was refused. */
export const fieldsSaved = async (): Promise<void> => {
  await allSaved();
  if (isRefused.value) throw new Error(w.notTaken);
};

/** Sends the submission, with a passkey's answer where one signs. */
export const send = async (passkey?: object): Promise<void> => {
  await actAsRecipient('submit', { ...localeAndZone(), ...(passkey ? { passkey } : {}) }, key).catch(
    (error: unknown) => {
      if (error instanceof CallFailed) key = newRequestKey();
      throw error;
    },
  );
  // The answer to the submission stands, also where the rest can't be read again now.
  if (recipient.value.status !== 'submitted') await refresh();
  else await refresh().catch(() => {});
};
