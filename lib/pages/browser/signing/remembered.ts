import { signal } from '@preact/signals';
import type { RememberedMarks } from '../shared/answers.ts';
import { ask } from './api.ts';
import { isInPerson, recipient } from './state.ts';

const PATH = '/v2/profiles/remembered';

/** Pictures that the signer saved in earlier envelopes; null until they are loaded. */
export const remembered = signal<RememberedMarks | null>(null);

/** True if the signer has passed a mailed code, on a device that isn't a host's: only then are pictures saved and offered. */
export const canRemember = (): boolean => {
  const { auth_methods, auth_step } = recipient.value;
  return auth_methods.includes('email') && auth_step === null && !isInPerson.value;
};

/** Loads saved pictures once. They are optional: a failure is ignored. */
export const askRemembered = async (): Promise<void> => {
  if (remembered.value || !canRemember()) return;
  remembered.value = await ask<RememberedMarks>('GET', PATH).catch(() => null);
};

export const forget = async (): Promise<void> => {
  await ask('DELETE', PATH);
  remembered.value = { signature: null, initial: null };
};
