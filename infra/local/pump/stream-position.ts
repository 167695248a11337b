import { parsed, readIfThere, writeWhole } from '../shared/durable-file.ts';

/** Position in the stream: for each shard the last sequence number, or that it was read to its end. */
export interface StreamPosition {
  after(shard: string): string | undefined;
  isRead(shard: string): boolean;
  move(shard: string, sequenceNumber: string): void;
  finish(shard: string): void;
  /** Removes shards that the stream no longer has. */
  keepOnly(shards: readonly string[]): void;
}

interface State {
  stream: string;
  after: Record<string, string>;
  read: string[];
}

/**
 * Opens the position in `file`; a position in another stream is ignored, because its table was deleted. Without a file
 * the position lasts as long as the process.
 */
export const openPosition = (file: string | undefined, stream: string): StreamPosition => {
  const found = file ? parsed<State>(readIfThere(file), file) : undefined;
  const state: State = found?.stream === stream ? found : { stream, after: {}, read: [] };
  const save = () => {
    if (file) writeWhole(file, JSON.stringify(state));
  };

  return {
    after: (shard) => state.after[shard],
    isRead: (shard) => state.read.includes(shard),
    move: (shard, sequenceNumber) => {
      state.after[shard] = sequenceNumber;
      save();
    },
    finish: (shard) => {
      state.read.push(shard);
      save();
    },
    keepOnly: (shards) => {
      const gone = [...Object.keys(state.after), ...state.read].filter((shard) => !shards.includes(shard));
      if (gone.length === 0) return;
      for (const shard of gone) delete state.after[shard];
      state.read = state.read.filter((shard) => shards.includes(shard));
      save();
    },
  };
};
