import * as z from 'zod';
import { orNothing } from '../../base/common-schema.ts';
import { KnownRoleName } from '../fields/field-schema.ts';

/** Members of a recipient or a role whose person an earlier one puts in, which `naming.ts` checks. */
export const NamingDetails = {
  named_by: orNothing(KnownRoleName).meta({
    description:
      'Role of the recipient who puts the person in, by `named` of the submit: one who signs or approves before. Then no name and no address is given. ' +
      'Without effect where there is a name',
  }),
  may_name_self: z.boolean().nullish().meta({
    description: 'True if whoever puts the person in may put in the own address, which is refused else',
  }),
};

/** The same in an answer. */
export const NamingAnswered = {
  named_by: z.string().nullable().meta({
    description: 'Role of the recipient who puts the person in, or has put it in; null where the sender names it',
  }),
  may_name_self: z.boolean(),
};
