import { expect, test } from 'vitest';
import { readDevice } from '../../lib/people/sessions/device.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    { browser: 'Edge', platform: 'Windows', mobile: false },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', platform: 'iOS', mobile: true },
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    { browser: 'Chrome', platform: 'Android', mobile: true },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    { browser: 'Firefox', platform: 'Linux', mobile: false },
  ],
  ['curl/8.5.0', { browser: null, platform: null, mobile: false }],
  ['', { browser: null, platform: null, mobile: false }],
])('%s is shortened to the parts that a person needs', (userAgent, device) => {
  expect(readDevice(userAgent)).toEqual(device);
});
