import { normalEmail } from '../../../../base/email-address.ts';

/** Somebody to invite, as far as a typed or pasted text says. */
export interface Invitee {
  email: string;
  first_name: string;
  last_name: string;
}

const ADDRESS = /[^\s<>"()]+@[^\s<>"()]+\.[^\s<>"()]+/;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The words of a name, or of the part of an address that may be one: `grace.hopper`. */
const namesIn = (text: string): string[] => text.split(/[\s._-]+/).filter((word) => word !== '');

/**
 * The people in a text: addresses with or without names (`Grace Hopper <grace@example.com>`), one a line or between
 * commas or semicolons, each address once. A name that isn't there is taken from the address. `unclear`: what has no
 * address.
 */
export const readInvitees = (text: string): { people: Invitee[]; unclear: string[] } => {
  const people = new Map<string, Invitee>();
  const unclear: string[] = [];
  for (const part of text.split(/[\n,;]/).map((one) => one.trim())) {
    if (part === '') continue;
    const [email] = ADDRESS.exec(part) ?? [];
    if (!email) {
      unclear.push(part);
      continue;
    }
    const given = namesIn(part.replace(email, '').replace(/[<>"()]/g, ' '));
    const names = given.length > 0 ? given : namesIn(email.slice(0, email.indexOf('@'))).map(capital);
    const key = normalEmail(email);
    if (!people.has(key)) {
      people.set(key, { email, first_name: names[0] ?? '', last_name: names.slice(1).join(' ') });
    }
  }
  return { people: [...people.values()], unclear };
};
