import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { networkOf } from '../../lib/aws/net/network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '20010db800010002::'],
  ['2001:DB8::1', '20010db800000000::'],
  ['::1', '0000000000000000::'],
  ['::', '0000000000000000::'],
  ['fe80::1%eth0', 'fe80000000000000::'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['1:2:3:4:5:6:7::', '0001000200030004::'],
  ['2001:db8::192.0.2.1', '20010db800000000::'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['203.0.113', 'unknown'],
  ['203.0.113.7:80', 'unknown'],
  ['[2001:db8::1]', 'unknown'],
])('the network of %j is %j', (ip, network) => expect(networkOf(ip)).toBe(network));

test('any IPv6 address, however it is written, has the network that its first 64 bits are', () => {
  for (let bits = 0; bits < 256; bits++) {
    const groups = Array.from({ length: 8 }, (_, at) => ((bits >> at) & 1) * (0xabc << (at % 4)));
    const bytes = groups.flatMap((group) => [(group >> 8) & 255, group & 255]);
    const address = ipaddr.fromByteArray(bytes);
    const first = groups.slice(0, 4).map((group) => (group & 0xffff).toString(16).padStart(4, '0'));
    for (const written of [address.toString(), address.toNormalizedString()])
      expect(networkOf(written)).toBe(`${first.join('')}::`);
  }
});
