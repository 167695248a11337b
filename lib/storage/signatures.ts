import { collection, getItem, transact, writeItems } from './engine/client.ts';
import { commit, writeCheaply } from './engine/commit.ts';
import { type Key, plain } from './engine/key.ts';
import { blockImageKey, INITIALS_PREFIX, initialsKey, SIGNATURE_PREFIX, signatureKey } from './engine/keys.ts';
import type { Write } from './engine/write.ts';
import type { BlockEntry, BlockImage, BlockItem, BlockKind } from './records/signature.ts';

/** A small entry of each block is in its profile's collection; the picture is in an item of its own. */
const entryKey = (kind: BlockKind, profile_id: string, id: string): Key =>
  kind === 'signature' ? signatureKey(profile_id, id) : initialsKey(profile_id, id);

const asEntry = (item: BlockEntry & Key): BlockEntry => plain(item) as BlockEntry;

/** Lists the profile's blocks of both kinds, the newest first, without their pictures. One query. */
export const findBlocks = async (profile_id: string): Promise<{ signatures: BlockEntry[]; initials: BlockEntry[] }> => {
  const entries = (await collection<BlockEntry & Key>(signatureKey(profile_id, '').pk)).reverse();
  return {
    signatures: entries.filter(({ sk }) => sk.startsWith(SIGNATURE_PREFIX)).map(asEntry),
    initials: entries.filter(({ sk }) => sk.startsWith(INITIALS_PREFIX)).map(asEntry),
  };
};

/** Lists the profile's blocks of one kind, the oldest first. */
export const blocksOf = async (profile_id: string, kind: BlockKind): Promise<BlockEntry[]> => {
  const prefix = kind === 'signature' ? SIGNATURE_PREFIX : INITIALS_PREFIX;
  return (await collection<BlockEntry & Key>(entryKey(kind, profile_id, '').pk, prefix)).map(asEntry);
};

export const findBlock = async (kind: BlockKind, profile_id: string, id: string): Promise<BlockEntry | undefined> =>
  plain(await getItem<BlockEntry & Key>(entryKey(kind, profile_id, id)));

/**
 * Stores a block with its picture, and removes the `outlived` ones. Returns the block; if an earlier run of the same
 * request stored one, that one, which may be gone since.
 */
export const addBlock = async (
  block: BlockItem,
  outlived: readonly BlockEntry[],
  beside: readonly Write[] = [],
): Promise<BlockEntry | undefined> => {
  const { image, ...entry } = block;
  const { kind, profile_id, id } = entry;
  let isRepeated = false;
  // Half of it, of an interrupted run, is refused where it is used, and can be deleted.
  const write = outlived.length + beside.length > 0 ? transact : writeCheaply;
  const earlier = await commit<BlockEntry | undefined>(
    [
      { put: { ...entry, ...entryKey(kind, profile_id, id) } },
      { put: { ...blockImageKey(profile_id, kind, id), ...({ image } satisfies BlockImage) } },
      ...outlived.flatMap(removal),
      ...beside,
    ],
    {
      write,
      repeated: async (first) => {
        isRepeated = true;
        return plain(await getItem<BlockEntry & Key>(first));
      },
    },
  );
  return isRepeated ? earlier : entry;
};

/** Removes a block with its picture. */
export const removeBlock = (block: BlockEntry): Promise<void> => transact(removal(block));

/** Removes all of these blocks with their pictures, without a transaction. */
export const removeBlocks = (blocks: readonly BlockEntry[]): Promise<void> => writeItems([], blocks.flatMap(placesOf));

const placesOf = ({ kind, profile_id, id }: BlockEntry): Key[] => [
  entryKey(kind, profile_id, id),
  blockImageKey(profile_id, kind, id),
];

const removal = (block: BlockEntry): Write[] => placesOf(block).map((key) => ({ remove: key }));
