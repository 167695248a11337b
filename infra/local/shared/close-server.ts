import type { Server } from 'node:http';

/** Stops listening, waits `patience` milliseconds for running requests, then closes the remaining connections. */
export const closeServer = async (server: Server, patience = 0): Promise<void> => {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(timer);
};
