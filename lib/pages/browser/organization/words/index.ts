import type { AccountWords } from '../../account/words/en.ts';
import type { SharedWords } from '../../shared/words/en.ts';
import { wordsOf } from '../../shared/words/spoken.ts';
import type { CompanyWords } from '../company/words/en.ts';
import type { ContactsWords } from '../contacts/words/en.ts';
import type { GroupsWords } from '../groups/words/en.ts';
import type { KeysWords } from '../keys/words/en.ts';
import type { PeopleWords } from '../people/words/en.ts';
import type { ReceiversWords } from '../receivers/words/en.ts';
import type { SignInWords } from '../signin/words/en.ts';
import type { OrganizationWords } from './en.ts';

export { say } from '../../shared/words/spoken.ts';

/** Words of every part of the room. */
type Words = SharedWords &
  AccountWords &
  OrganizationWords &
  CompanyWords &
  ContactsWords &
  GroupsWords &
  PeopleWords &
  KeysWords &
  ReceiversWords &
  SignInWords;

/** Names of the texts without plural forms. */
export type Word = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words];

/** The room's words, in the language that the page speaks now. */
export const w = wordsOf<Words>();
