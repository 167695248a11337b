import { recipient } from '../stories/envelope.ts';

let made = 0;

const person = (role_name: string, sequence: number, first_name: string, last_name: string) => {
  made += 1;
  const email = `${first_name.toLowerCase()}-${process.pid}-${made}@example.com`;
  return recipient(role_name, sequence, { first_name, last_name, email });
};

/** Recipients as the reference shows them: its examples are recorded from these uses. */
export const tenant = () => person('Tenant', 1, 'Theo', 'Quill');
export const landlord = (sequence = 2) => person('Landlord', sequence, 'Lin', 'Okafor');
export const witness = () => person('Witness', 1, 'Noor', 'Haddad');

/** The subject of an envelope of theirs. */
export const LEASE = { name: 'Lease of the garden flat' };
