import { expect, test } from 'vitest';
import { includesWords } from '../../lib/pages/browser/organization/parts/find-words.ts';
import { readInvitees } from '../../lib/pages/browser/organization/people/invitees.ts';

test('people are read from addresses as they are typed or pasted', () => {
  const text = `grace.hopper@example.com; Ada Byron King <ada@example.com>\n"Alan Turing" alan@example.com,
    GRACE.HOPPER@example.com, plato@example.com`;
  expect(readInvitees(text)).toEqual({
    people: [
      { email: 'grace.hopper@example.com', first_name: 'Grace', last_name: 'Hopper' },
      { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron King' },
      { email: 'alan@example.com', first_name: 'Alan', last_name: 'Turing' },
      { email: 'plato@example.com', first_name: 'Plato', last_name: '' },
    ],
    unclear: [],
  });
});

test('what has no address is named', () => {
  expect(readInvitees('Grace Hopper, ada@example.com').unclear).toEqual(['Grace Hopper']);
  expect(readInvitees(' \n,;').people).toEqual([]);
});

test('words are found in any order, whatever their case and accents', () => {
  expect(includesWords('lund ÅSA', 'Åsa Lundgren')).toBe(true);
  expect(includesWords('', 'Åsa')).toBe(true);
  expect(includesWords('asa berg', 'Åsa Lundgren')).toBe(false);
});
