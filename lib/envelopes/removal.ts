import { collection, type Key, transact, writeItems } from '../table/client.ts';
import { documentPointerKey } from '../table/keys.ts';
import { entryWrites } from '../table/list.ts';
import type { EnvelopeState } from './items.ts';
import { entriesOf } from './lists.ts';

/**
 * Removes an envelope that came to nothing, from all lists too; not its files. What hangs below it goes first and its
 * header last, so that a removal that was broken off can be found and begun again.
 */
export const removeEnvelope = async ({ envelope, documents }: EnvelopeState): Promise<void> => {
  const items = await collection<Key>(envelope.pk);
  const below = items.filter(({ sk }) => sk !== envelope.sk);
  await writeItems([], [...below, ...documents.map(({ id }) => documentPointerKey(id))]);
  const lists = [...entriesOf(envelope)];
  await transact([
    { remove: envelope, condition: 'version = :version', values: { ':version': envelope.version } },
    ...lists.flatMap(([list, entry]) => entryWrites(list, entry, undefined)),
  ]);
};
