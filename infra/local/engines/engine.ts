/** One AWS service for the platform's functions. */
export interface Engine {
  endpoint: string;
  /** True if the environment names it: then somebody else starts, stops and configures it. */
  external: boolean;
  /** Resolves with the reason if it stops unexpectedly; never for an external engine. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

/** The table's engine. */
export interface TableEngine extends Engine {
  /** Number of the newest record of its stream; 0 if there is none. Absent if only requests could say so. */
  newestRecord?: () => number;
  /**
   * True if one of these partitions of `gsi1` has a record up to this sort key. Absent if only requests to the engine
   * could say so.
   */
  hasUpTo?: (partitions: readonly string[], sortKey: string) => boolean;
}

/** The queues' engine. */
export interface QueueEngine extends Engine {
  /** Counts the messages of a queue that were sent and not deleted yet. Absent if only requests could say so. */
  unfinished?: (queue: string) => number;
}

export const never = new Promise<never>(() => {});

/** A service at an address from the environment. */
export const external = (endpoint: string): Engine => ({
  endpoint,
  external: true,
  failed: never,
  stop: async () => {},
});
