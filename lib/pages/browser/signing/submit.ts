import { CallFailed } from '../shared/call.ts';
import { newRequestKey } from '../shared/request-key.ts';
import { actAsRecipient, refresh } from './api.ts';
import { allSaved } from './queue.ts';
import { isRefused, recipient } from './state.ts';
import { localeAndZone, w } from './words/index.ts';

/** One act, however often it is asked for; another one after a refusal, whose answer is kept under the key. */
let key = newRequestKey();

/** Signs, or approves, once all fields are saved. Throws where one of them was refused: nothing is signed then. */
export const submit = async (): Promise<void> => {
  await allSaved();
  if (isRefused.value) throw new Error(w.notTaken);
  await actAsRecipient('submit', localeAndZone(), key).catch((error: unknown) => {
    if (error instanceof CallFailed) key = newRequestKey();
    throw error;
  });
  // The answer to the submission stands, also where the rest can't be read again now.
  if (recipient.value.status !== 'submitted') await refresh();
  else await refresh().catch(() => {});
};
