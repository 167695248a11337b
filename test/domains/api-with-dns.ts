import { setEnvironment } from '../../infra/local/environment.ts';
import { startApi } from '../api.ts';
import { startDns } from './dns-server.ts';

/** The API under test, which asks a name server of its own for what brands publish. Call `stop` when done. */
export const startApiWithDns = async () => {
  const dns = await startDns();
  const restore = setEnvironment({ DNS_SERVERS: dns.address });
  const api = await startApi();
  return {
    api,
    dns,
    stop: async () => {
      await api.stop();
      restore();
      await dns.stop();
    },
  };
};
