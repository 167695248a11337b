import { collection, transact, writeItems } from '../../storage/client.ts';
import type { Key } from '../../storage/key.ts';
import { documentPointerKey } from '../../storage/keys.ts';
import { entryWrites } from '../../storage/list.ts';
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
