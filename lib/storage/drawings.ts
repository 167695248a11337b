import { changeRecord, getItem, putRecord, removeRecord } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { drawingKey } from './engine/keys.ts';
import { is } from './engine/where.ts';
import type { Drawing } from './records/drawing.ts';

export const addDrawing = (drawing: Drawing): Promise<void> => putRecord({ ...drawing, ...drawingKey(drawing.id) });

export const findDrawing = (id: string): Promise<Drawing | undefined> => getItem<Drawing>(drawingKey(id));

/** Stores the picture. False where there is one already, or the drawing was ended. */
export const putDrawn = async ({ id, hash }: Drawing, image: Uint8Array): Promise<boolean> => {
  const where = { hash, image: is.missing };
  const held = await ifHeld(() => changeRecord(drawingKey(id), { set: { image }, where }));
  return held !== undefined;
};

/** Removes a drawing of this person's. False if there is none. */
export const removeDrawing = async (id: string, profile_id: string): Promise<boolean> => {
  const removed = await ifHeld(async () => {
    await removeRecord(drawingKey(id), { profile_id });
    return true;
  });
  return removed ?? false;
};
