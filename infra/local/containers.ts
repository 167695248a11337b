import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { LOOPBACK } from './shared/loopback.ts';

/** This machine's address on Docker's default network: the network's first one unless Docker names it. */
export const dockerAddress = (): string => {
  const bridge = ['network', 'inspect', 'bridge', '--format', '{{json (index .IPAM.Config 0)}}'];
  const { Subnet, Gateway } = JSON.parse(execFileSync('docker', bridge, { encoding: 'utf8' })) as Record<
    string,
    string
  >;
  return Gateway || (Subnet ?? '').replace(/\d+\/\d+$/, '1');
};

/** Lets containers reach, at the same port, a service that only listens on the loopback address. */
export const forward = async (port: number, address: string): Promise<Server> => {
  const server = createServer((from) => {
    const to = connect(port, LOOPBACK);
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  try {
    await once(server.listen(port, address), 'listening');
  } catch (error) {
    throw new Error(`Docker must run on this machine itself: containers can't reach it at ${address}`, {
      cause: error,
    });
  }
  return server;
};
