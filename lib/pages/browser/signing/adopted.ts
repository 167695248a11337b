import { signal } from '@preact/signals';
import type { Field } from '../shared/answers.ts';
import { newRequestKey } from '../shared/request-key.ts';
import { ask } from './api.ts';
import type { Room } from './ink.ts';
import { save } from './queue.ts';
import { own } from './state.ts';

export type Kind = 'signature' | 'initial';

/** A signature or initials that the signer has adopted: its block's id and its picture. */
interface Adopted {
  id: string;
  picture: string;
}

const adopted = signal<Partial<Record<Kind, Adopted>>>({});

export const forgetAdopted = (): void => {
  adopted.value = {};
};

/** Signature and initials that were adopted, on this page, or earlier if a field shows them. */
export const adoptedOf = (kind: Kind): Adopted | undefined => {
  const now = adopted.value[kind];
  if (now) return now;
  const field = own.value.find(({ type, value, settings }) => type === kind && value && settings.base64);
  return field && { id: String(field.settings.signature_id), picture: String(field.settings.base64) };
};

const PATHS = { signature: '/v2/profiles/signatures', initial: '/v2/profiles/initials' };

/** Adopts a picture for all fields of its kind; with `remember`, also for later envelopes. */
export const adopt = async (kind: Kind, picture: string, remember = false): Promise<void> => {
  const body = { [kind]: picture, ...(remember ? { remember } : {}) };
  const { id } = await ask<{ id: string }>('POST', PATHS[kind], body, newRequestKey());
  adopted.value = { ...adopted.value, [kind]: { id, picture } };
};

/** Height of the line that the server writes under a signature, in points. */
const CAPTION = 6;

/** Rooms that pictures of this kind have on the pages. */
export const roomsOf = (kind: Kind): Room[] =>
  own.value
    .filter(({ type, page }) => type === kind && page > 0)
    .map(({ width, height }) => ({
      width,
      height: kind === 'signature' ? height - Math.min(height / 4, CAPTION) : height,
    }));

/** Puts what was adopted into a field. */
export const place = (field: Field): void => {
  const kind = field.type as Kind;
  const mark = adoptedOf(kind);
  if (!mark) return;
  const value = kind === 'signature' ? 'signed' : 'initialed';
  save(field, mark.id, { value, settings: { ...field.settings, base64: mark.picture, signature_id: mark.id } });
};

/** Takes the signature out of a field. */
export const takeAway = (field: Field): void => {
  const { base64, signature_id, signed_at, ...settings } = field.settings;
  save(field, null, { value: null, settings });
};
