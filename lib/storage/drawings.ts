import { changeRecord, getItem, putRecord, removeRecord } from './engine/client.ts';
import { isMade } from './engine/commit.ts';
import { drawingKey } from './engine/keys.ts';
import { is } from './engine/where.ts';
import type { Drawing } from './records/drawing.ts';

export const addDrawing = (drawing: Drawing): Promise<void> => putRecord({ ...drawing, ...drawingKey(drawing.id) });

export const findDrawing = (id: string): Promise<Drawing | undefined> => getItem<Drawing>(drawingKey(id));

/** Stores the picture. False where there is one already, or the drawing was ended. */
export const putDrawn = ({ id, hash }: Drawing, image: Uint8Array): Promise<boolean> =>
  isMade(() => changeRecord(drawingKey(id), { set: { image }, where: { hash, image: is.missing } }));

/** Removes a drawing of this session's. False if there is none. */
export const removeDrawing = (
  id: string,
  { profile_id, session_id }: Pick<Drawing, 'profile_id' | 'session_id'>,
): Promise<boolean> => isMade(() => removeRecord(drawingKey(id), { profile_id, session_id }));
