import { type Item, transact } from './engine/client.ts';
import { isMade } from './engine/commit.ts';
import { isEnvelopeHeader } from './engine/keys.ts';
import { detailsItem, hasDetailsInside, headerItem, isEarlierForm, readHeader } from './envelopes/items.ts';

/**
 * Writes an item of an earlier form as the present version stores it. Returns false if there is nothing to do: for other
 * items, and if the record was changed since `item` was read, because each change writes the present form. Lists follow
 * from the stream, with the keys of new indexes. One transaction; safe to repeat while the platform runs.
 */
export const migrateItem = async (item: Item): Promise<boolean> => {
  const envelope = isEnvelopeHeader(item) ? readHeader(item, undefined) : undefined;
  if (!envelope || !isEarlierForm(envelope)) return false;
  const { gsi1pk, gsi1sk } = item;
  return isMade(() =>
    transact([
      {
        put: { ...headerItem(envelope, null), ...(gsi1pk ? { gsi1pk, gsi1sk } : {}) },
        where: { version: envelope.version },
      },
      ...(hasDetailsInside(envelope) ? [{ put: detailsItem(envelope) }] : []),
    ]),
  );
};
