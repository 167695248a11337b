import type { Server } from 'node:http';

/** Stops listening, gives requests under way `patience` milliseconds to be answered, then cuts what is left. */
export const closeServer = async (server: Server, patience = 0): Promise<void> => {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(timer);
};
