import { signal } from '@preact/signals';
import type { Kind } from './adopted.ts';
import { ask } from './api.ts';
import { recipient } from './state.ts';

const PATH = '/v2/profiles/remembered';

type Remembered = Record<Kind, { image: string } | null>;

/** Pictures that the signer had remembered in earlier envelopes; null until they are asked for. */
export const remembered = signal<Remembered | null>(null);

/** True for whoever has confirmed the address by a mailed code: nobody else is remembered, or offered anything. */
export const canRemember = (): boolean => {
  const { auth_methods, auth_step } = recipient.value;
  return auth_methods.includes('email') && auth_step === null;
};

/** Asks once for what is remembered. It is an offer: without it, everything works as for anybody else. */
export const askRemembered = async (): Promise<void> => {
  if (remembered.value || !canRemember()) return;
  remembered.value = await ask<Remembered>('GET', PATH).catch(() => null);
};

export const forget = async (): Promise<void> => {
  await ask('DELETE', PATH);
  remembered.value = { signature: null, initial: null };
};
