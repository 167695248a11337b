import { BlockList, isIP, isIPv6 } from 'node:net';

/** True if the address is in one of the networks (CIDR). False for what is no address. */
export const isWithin = (ip: string, networks: readonly string[]): boolean => {
  const [address = ''] = ip.split('%');
  const family = isIP(address);
  return family !== 0 && listOf(networks).check(address, family === 6 ? 'ipv6' : 'ipv4');
};

/** Lists that were made, because each call of a member asks for that of the organization. */
const made = new Map<string, BlockList>();
const MOST_MADE = 100;

const listOf = (networks: readonly string[]): BlockList => {
  const key = networks.join(' ');
  const known = made.get(key);
  if (known) return known;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  if (made.size >= MOST_MADE) made.clear();
  made.set(key, list);
  return list;
};
