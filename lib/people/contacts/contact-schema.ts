import * as z from 'zod';
import { Email, Name, orNothing, Phone } from '../../base/common-schema.ts';

/** The most contacts of one organization: the list stays one query. */
export const MAX_CONTACTS = 1000;

export const NewContact = z.object({
  first_name: Name,
  last_name: Name,
  email: Email,
  phone: orNothing(Phone.min(1)),
});
export type NewContact = z.output<typeof NewContact>;

/** Absent members stay unchanged. */
export const ContactChange = z.object({
  first_name: Name.nullish(),
  last_name: Name.nullish(),
  email: Email.nullish(),
  phone: orNothing(Phone.min(1)),
});
export type ContactChange = z.output<typeof ContactChange>;
