import { signal } from '@preact/signals';

/** A person whom the recipient puts in for a later role, as the submit takes it. */
export interface NamedPerson {
  role_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

/** The persons who are put in with the submit. */
export const named = signal<readonly NamedPerson[]>([]);
