import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainName, isWithin } from '../../lib/people/domains/name.ts';

describe('a domain name', () => {
  test.each([
    ['notify.example.com', 'notify.example.com'],
    ['  Notify.EXAMPLE.com ', 'notify.example.com'],
    ['notify.example.com.', 'notify.example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['mu\u0308nchen.example', 'xn--mnchen-3ya.example'],
    ['1.example.com', '1.example.com'],
  ])('%s is %s', (given, name) => {
    expect(domainName(given)).toBe(name);
  });

  test.each([
    ['', 'nothing'],
    ['localhost', 'one label'],
    ['com.', 'a top-level domain'],
    ['127.0.0.1', 'an IPv4 address'],
    ['0x7f.1', 'an IPv4 address in disguise'],
    ['[::1]', 'an IPv6 address'],
    ['::1', 'an IPv6 address without brackets'],
    ['example.123', 'a number at the end'],
    ['_dmarc.example.com', 'an underscore'],
    ['exa_mple.com', 'an underscore inside'],
    ['*.example.com', 'a wildcard'],
    ['example..com', 'an empty label'],
    ['.example.com', 'an empty label at the start'],
    ['example.com..', 'two dots at the end'],
    ['-example.com', 'a hyphen at the start'],
    ['example-.com', 'a hyphen at the end'],
    ['ab--c.com', 'hyphens where only punycode has them'],
    ['xn--zzzz-.com', 'broken punycode'],
    ['xn--a.com', 'punycode of nothing'],
    ['example.com:80', 'a port'],
    ['example.com/path', 'a path'],
    ['user@example.com', 'a user'],
    ['ex%61mple.com', 'an escape'],
    ['exam\u200bple.com', 'a character that is not seen'],
    ['example.com\r\nBcc: x', 'a line break'],
    ['exa mple.com', 'a space'],
    [`${'a'.repeat(64)}.com`, 'a label that is too long'],
    [`${'abcdefghi.'.repeat(20)}com`, 'a name that is too long'],
  ])('is not %j: %s', (given) => {
    expect(domainName(given)).toBeUndefined();
  });

  test('is the same when it is read again, and always plain ASCII', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string(), fc.webAuthority()), (given) => {
        const name = domainName(given);
        if (name === undefined) return;
        expect(name).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
        expect(domainName(name)).toBe(name);
      }),
    );
  });

  test('is within itself and the domains above it, not beside it', () => {
    expect(isWithin('a.example.com', 'example.com')).toBe(true);
    expect(isWithin('example.com', 'example.com')).toBe(true);
    expect(isWithin('badexample.com', 'example.com')).toBe(false);
    expect(isWithin('example.com', 'a.example.com')).toBe(false);
  });
});
