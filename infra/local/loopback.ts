import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

export const loopbackUrl = (port: number): string => `http://${LOOPBACK}:${port}`;

/** Listens on `port` of the loopback address; rejects where it is taken. Port 0 takes any; the answer is the port. */
export const listenOn = async (server: Server, port: number): Promise<number> => {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const lastPorts = new Map<string, number>();

/**
 * Opens a service on some port, by `listen`, which gets the port to try (0 for any) and answers what it got. A service
 * keeps its port for as long as the process lives, so that AWS clients that were made for a former platform of the same
 * process reach the next one too.
 */
export const keepPort = async (service: string, listen: (port: number) => Promise<number>): Promise<number> => {
  const port = await listen(lastPorts.get(service) ?? 0).catch(() => listen(0));
  lastPorts.set(service, port);
  return port;
};

/** Lets the next `keepPort` of the service find another port: this one turned out to be taken. */
export const forgetPort = (service: string): void => {
  lastPorts.delete(service);
};

/** A port that is free now, for a service that runs in a process of its own. */
export const freePort = async (wanted: number): Promise<number> => {
  const server = createServer();
  const port = await listenOn(server, wanted);
  server.close();
  await once(server, 'close');
  return port;
};
