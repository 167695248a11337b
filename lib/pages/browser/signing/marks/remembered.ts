import { computed, signal } from '@preact/signals';
import type { RememberedMarks } from '../../shared/answers.ts';
import { ask } from '../state/api.ts';
import { isInPerson, recipient, session } from '../state/state.ts';

const PATH = '/v2/profiles/remembered';

/** Pictures as the server answered them to a signer of this name: it offers each under the name that made it alone. */
const answered = signal<{ name: string; pictures: RememberedMarks } | null>(null);

/** Pictures that the signer saved in earlier envelopes under the present name; null until they are loaded. */
export const remembered = computed((): RememberedMarks | null =>
  session.value && answered.value?.name === recipient.value.full_name ? answered.value.pictures : null,
);

/**
 * True if the signer has passed a mailed code, on a device that isn't a host's: only then are pictures saved and
 * offered.
 */
export const canRemember = (): boolean => {
  const { auth_methods, auth_step } = recipient.value;
  return auth_methods.includes('email') && auth_step === null && !isInPerson.value;
};

/** Loads saved pictures once for each name. They are optional: a failure is ignored. */
export const askRemembered = async (): Promise<void> => {
  if (remembered.value || !canRemember()) return;
  const name = recipient.value.full_name;
  const pictures = await ask<RememberedMarks>('GET', PATH).catch(() => null);
  answered.value = pictures && { name, pictures };
};

/** Deletes the saved pictures. */
export const forget = async (): Promise<void> => {
  await ask('DELETE', PATH);
  answered.value = { name: recipient.value.full_name, pictures: { signature: null, initial: null } };
};

/** Drops the loaded pictures from the page. */
export const dropRemembered = (): void => {
  answered.value = null;
};
