/** One AWS service, as the platform's functions reach it. */
export interface Engine {
  endpoint: string;
  /** True where the environment names it: it is somebody else's to start, stop and configure. */
  external: boolean;
  /** Resolves with the reason if it stops by itself; an external engine never does. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

export const never = new Promise<never>(() => {});

/** The service at an address that the environment names. */
export const external = (endpoint: string): Engine => ({
  endpoint,
  external: true,
  failed: never,
  stop: async () => {},
});
