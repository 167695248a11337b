import { describe, expect, test } from 'vitest';
import { networkName } from '../../lib/people/organization-policy/network-input.ts';
import { isWithin } from '../../lib/people/policy/networks.ts';

describe('a network', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7/32'],
    [' 192.0.2.7/24 ', '192.0.2.0/24'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['2001:DB8:0:0::7', '2001:db8::7/128'],
    ['2001:db8:1::5/48', '2001:db8:1::/48'],
  ])('%s is kept as %s', (given, kept) => expect(networkName(given)).toBe(kept));

  test.each([
    '0.0.0.0/0',
    '::/0',
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.0/-1',
    '192.0.2.0/2 4',
    '192.0.2/24',
    '0300.0.2.1',
    '3221226241',
    '::ffff:192.0.2.7',
    '::ffff:192.0.2.0/120',
    'fe80::1%eth0',
    '192.0.2.0/24/24',
    'example.com',
    '',
  ])('%s is none', (given) => expect(networkName(given)).toBeUndefined());
});

test('an address is in a network by its number, however it is written', () => {
  const networks = ['192.0.2.0/24', '198.51.100.7/32', '2001:db8:1::/48'];
  const inside = [
    '192.0.2.0',
    '192.0.2.255',
    '198.51.100.7',
    '::ffff:192.0.2.9',
    '2001:db8:1:ffff::1',
    '2001:DB8:1::1%x',
  ];
  const outside = ['192.0.3.0', '198.51.100.8', '2001:db8:2::1', '::192.0.2.9', '::ffff:192.0.3.1', '', 'unknown'];
  expect(inside.filter((ip) => !isWithin(ip, networks))).toEqual([]);
  expect(outside.filter((ip) => isWithin(ip, networks))).toEqual([]);
});
