import { FIELD_KINDS, type InkKind } from '../../../../fields/kinds.ts';
import type { Block } from '../../shared/answers.ts';
import { newRequestKey } from '../../shared/request-key.ts';
import { ask } from '../state/api.ts';
import { own } from '../state/state.ts';
import { noteAdopted } from './adopted.ts';
import type { Room } from './ink.ts';

/** Kinds of ink by the names that the API gives them, and where they are adopted. */
const INKS = {
  signature: { name: 'signature', path: '/v2/profiles/signatures' },
  initials: { name: 'initial', path: '/v2/profiles/initials' },
} as const satisfies Record<InkKind, { name: string; path: string }>;

/** The name that the API gives to a kind of ink. */
export const inkName = (ink: InkKind) => INKS[ink].name;

/** Adopts a picture for all fields of its kind; with `remember`, also for later envelopes. */
export const adopt = async (ink: InkKind, picture: string, remember = false): Promise<void> => {
  const { name, path } = INKS[ink];
  const body = { [name]: picture, ...(remember ? { remember } : {}) };
  const { id } = await ask<Block>('POST', path, body, newRequestKey());
  noteAdopted(ink, { id, picture });
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
