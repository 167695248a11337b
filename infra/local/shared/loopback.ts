import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

export const loopbackUrl = (port: number): string => `http://${LOOPBACK}:${port}`;

/** The same address by a name that stands for the loopback address. */
export const nameLoopback = (url: string, name: string): string => url.replace(LOOPBACK, name);

/** Listens on `port` of the loopback address; rejects if it is taken. Port 0 takes any. Resolves with the port. */
export const listenOn = async (server: Server, port: number): Promise<number> => {
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** Ports below those that systems give to outgoing connections, which could take one while its service starts anew. */
const PORTS = { from: 20_000, to: 32_000 };

const kept = new Map<string, { port: number; holder?: Server }>();

/**
 * Opens a service by `listen`, which gets the port to try and returns the actual one. A service keeps its port for the
 * process's life, so that AWS clients of an earlier platform in the same process reach the next one: `holdPort` keeps
 * others from taking it in between.
 */
export const keepPort = async (service: string, listen: (port: number) => Promise<number>): Promise<number> => {
  const last = kept.get(service);
  if (last?.holder) await closed(last.holder);
  const first = last?.port ?? PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
  const port = await listen(first).catch(() => listen(0));
  kept.set(service, { port });
  return port;
};

/**
 * Takes the port of a service that has stopped until the next `keepPort`; refuses connections, and ends with the
 * process.
 */
export const holdPort = async (service: string): Promise<void> => {
  const last = kept.get(service);
  if (!last || last.holder) return;
  const holder = createServer((socket) => socket.destroy()).unref();
  const held = await listenOn(holder, last.port).catch(() => undefined);
  if (held !== undefined) last.holder = holder;
};

/** Lets the next `keepPort` of the service find another port, because this one was taken. */
export const forgetPort = (service: string): void => {
  kept.delete(service);
};

/** Finds a free port for a service in another process. */
export const freePort = async (wanted: number): Promise<number> => {
  const server = createServer();
  const port = await listenOn(server, wanted);
  await closed(server);
  return port;
};

const closed = async (server: Server): Promise<void> => {
  server.close();
  await once(server, 'close');
};
