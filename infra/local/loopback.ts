import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

export const loopbackUrl = (port: number): string => `http://${LOOPBACK}:${port}`;

/** Listens on `port` of the loopback address; rejects if it is taken. Port 0 takes any. Resolves with the port. */
export const listenOn = async (server: Server, port: number): Promise<number> => {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const lastPorts = new Map<string, number>();

/**
 * Opens a service by `listen`, which gets the port to try (0 for any) and returns the actual one. A service keeps its
 * port for the process's life, so that AWS clients of an earlier platform in the same process reach the next one.
 */
export const keepPort = async (service: string, listen: (port: number) => Promise<number>): Promise<number> => {
  const port = await listen(lastPorts.get(service) ?? 0).catch(() => listen(0));
  lastPorts.set(service, port);
  return port;
};

/** Lets the next `keepPort` of the service find another port, because this one was taken. */
export const forgetPort = (service: string): void => {
  lastPorts.delete(service);
};

/** Finds a free port for a service in another process. */
export const freePort = async (wanted: number): Promise<number> => {
  const server = createServer();
  const port = await listenOn(server, wanted);
  server.close();
  await once(server, 'close');
  return port;
};
