/** One AWS service for the platform's functions. */
export interface Engine {
  endpoint: string;
  /** True if the environment names it: then somebody else starts, stops and configures it. */
  external: boolean;
  /** Resolves with the reason if it stops unexpectedly; never for an external engine. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

export const never = new Promise<never>(() => {});

/** A service at an address from the environment. */
export const external = (endpoint: string): Engine => ({
  endpoint,
  external: true,
  failed: never,
  stop: async () => {},
});
