import { signal } from '@preact/signals';
import { FIELD_KINDS, type InkKind } from '../../../../fields/kinds.ts';
import type { Field } from '../../shared/answers.ts';
import { save } from '../state/queue.ts';
import { own } from '../state/state.ts';

/** The ink of a field that shows a picture. */
export const inkOf = ({ type }: Field): InkKind => FIELD_KINDS[type].ink ?? 'signature';

/** A signature or initials that the signer has adopted: its block's id and its picture. */
interface Adopted {
  id: string;
  picture: string;
}

const adopted = signal<Partial<Record<InkKind, Adopted>>>({});

export const noteAdopted = (ink: InkKind, mark: Adopted): void => {
  adopted.value = { ...adopted.value, [ink]: mark };
};

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
