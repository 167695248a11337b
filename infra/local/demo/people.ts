import type { Role } from './blanks.ts';

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
}

/** The demo's people. `tag` makes their addresses new on a platform that has run the demo before. */
export const people = (tag: string): { sender: Person; signers: Record<Role, Person> } => ({
  sender: { first_name: 'Ines', last_name: 'Okafor', email: `ines${tag}@example.com` },
  signers: {
    Tenant: { first_name: 'Theo', last_name: 'Quill', email: `theo${tag}@example.com` },
    Landlord: { first_name: 'Ada', last_name: 'Marlow', email: `ada${tag}@example.com` },
  },
});
