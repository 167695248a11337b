import { signal } from '@preact/signals';
import { FIELD_KINDS, type InkKind } from '../../../fields/kinds.ts';
import type { Block, Field } from '../shared/answers.ts';
import { newRequestKey } from '../shared/request-key.ts';
import { ask } from './api.ts';
import type { Room } from './ink.ts';
import { save } from './queue.ts';
import { own } from './state.ts';

/** Kinds of ink by the names that the API gives them, and where they are adopted. */
const INKS = {
  signature: { name: 'signature', path: '/v2/profiles/signatures' },
  initials: { name: 'initial', path: '/v2/profiles/initials' },
} as const satisfies Record<InkKind, { name: string; path: string }>;

/** The name that the API gives to a kind of ink. */
export type InkName = (typeof INKS)[InkKind]['name'];

export const inkName = (ink: InkKind): InkName => INKS[ink].name;

/** The ink of a field that shows a picture. */
export const inkOf = ({ type }: Field): InkKind => FIELD_KINDS[type].ink ?? 'signature';

/** A signature or initials that the signer has adopted: its block's id and its picture. */
interface Adopted {
  id: string;
  picture: string;
}

const adopted = signal<Partial<Record<InkKind, Adopted>>>({});

export const forgetAdopted = (): void => {
  adopted.value = {};
};

/** Signature and initials that were adopted, on this page, or earlier if a field shows them. */
export const adoptedOf = (ink: InkKind): Adopted | undefined => {
  const now = adopted.value[ink];
  if (now) return now;
  const field = own.value.find(
    ({ type, value, settings }) => FIELD_KINDS[type].ink === ink && value && settings.base64,
  );
  return field && { id: String(field.settings.signature_id), picture: String(field.settings.base64) };
};

/** Adopts a picture for all fields of its kind; with `remember`, also for later envelopes. */
export const adopt = async (ink: InkKind, picture: string, remember = false): Promise<void> => {
  const { name, path } = INKS[ink];
  const body = { [name]: picture, ...(remember ? { remember } : {}) };
  const { id } = await ask<Block>('POST', path, body, newRequestKey());
  adopted.value = { ...adopted.value, [ink]: { id, picture } };
};

/** Height of the line that the server writes under a signature, in points. */
const CAPTION = 6;

/** Rooms that pictures of this kind have on the pages. */
export const roomsOf = (ink: InkKind): Room[] =>
  own.value
    .filter(({ type, page }) => FIELD_KINDS[type].ink === ink && page > 0)
    .map(({ type, width, height }) => ({
      width,
      height: FIELD_KINDS[type].hasCaption ? height - Math.min(height / 4, CAPTION) : height,
    }));

/** Puts what was adopted into a field. */
export const place = (field: Field): void => {
  const mark = adoptedOf(inkOf(field));
  if (!mark) return;
  const value = FIELD_KINDS[field.type].filledAs;
  save(field, mark.id, { value, settings: { ...field.settings, base64: mark.picture, signature_id: mark.id } });
};

/** Takes the signature out of a field. */
export const takeAway = (field: Field): void => {
  const { base64, signature_id, signed_at, ...settings } = field.settings;
  save(field, null, { value: null, settings });
};
