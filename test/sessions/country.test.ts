import { describe, expect, test } from 'vitest';
import { countryOf } from '../../lib/people/sessions/country.ts';
import { presentSessions } from '../../lib/people/sessions/present-sessions.ts';
import type { SessionItem } from '../../lib/storage/records/session.ts';

describe('the country of a session', () => {
  test.each([
    ['194.25.0.125', 'DE'],
    ['8.8.8.8', 'US'],
    ['2a02:8109::1', 'DE'],
    ['127.0.0.1', null],
    ['10.1.2.3', null],
    ['::1', null],
    ['fd00::1', null],
    ['', null],
    ['no address', null],
  ])('is where the network of the address is registered: %s', (ip, country) => {
    expect(countryOf(ip)).toBe(country);
  });

  test('is answered as a code and in English, and not at all for an address that says none', async () => {
    const session = (ip_address: string | null, at: number) =>
      ({ client_id: null, created_at: `2026-01-0${9 - at}`, ip_address }) as unknown as SessionItem;
    const presented = await presentSessions(['194.25.0.125', '127.0.0.1', null].map(session), '');
    expect(presented.map(({ location, country }) => [location, country])).toEqual([
      ['Germany', 'DE'],
      [null, null],
      [null, null],
    ]);
  });
});
