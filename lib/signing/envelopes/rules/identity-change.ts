import { QUOTES } from '../../../base/languages.ts';
import { quotedAfter } from '../../../base/party-text.ts';
import type { RecipientItem } from '../../../storage/records/envelope.ts';

/** Old and new value of a member of a recipient's record. Private values are left out. */
export type Difference = { from: unknown; to: unknown } | { withheld: true };

/**
 * Name of each member in the history, in the order of its sentence. Of private members it only says that they changed.
 */
const MEMBERS: readonly [name: keyof RecipientItem, called: string, shown?: 'withheld'][] = [
  ['first_name', 'first name'],
  ['last_name', 'last name'],
  ['email', 'e-mail address'],
  ['phone', 'phone number'],
  ['auth_methods', 'verification'],
  ['phone_auth', 'phone number for codes'],
  ['identity_provider', 'identity provider'],
  ['identity_claim', 'claim at the identity provider', 'withheld'],
  ['trust_service', 'trust service'],
  ['name_locked', 'name locked'],
  ['passcode', 'passcode', 'withheld'],
  ['address', 'address', 'withheld'],
  ['city', 'city', 'withheld'],
  ['state', 'state', 'withheld'],
  ['zip', 'postal code', 'withheld'],
  ['dob', 'date of birth', 'withheld'],
  ['ssn_last_4', 'digits of the social security number', 'withheld'],
  ['locale', 'language'],
  ['message', 'message', 'withheld'],
];

/** Differences between the recipient and `changed`, by member: the event's data. */
export const identityDifference = (
  before: RecipientItem,
  changed: Partial<RecipientItem>,
): Record<string, Difference> =>
  Object.fromEntries(
    MEMBERS.filter(([name]) => name in changed).map(([name, , withheld]) => [
      name,
      withheld ? { withheld: true } : { from: before[name], to: changed[name] },
    ]),
  );

/** The differences as a sentence for the history: `Changed first name from “Ada” to “Grace”, passcode.` */
export const inWords = (difference: Record<string, Difference>): string => {
  const parts = MEMBERS.flatMap(([name, called]) => {
    const one = difference[name];
    if (!one) return [];
    return 'withheld' in one ? called : `${called} from ${valueInWords(one.from)} to ${valueInWords(one.to)}`;
  });
  return `Changed ${parts.join(', ')}.`;
};

const valueInWords = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return quoted(Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'none';
};

/** A party's text for a sentence of the history, in quotation marks that it can't end. */
export const quoted = (text: string): string => quotedAfter('', text, 'ltr', QUOTES.en);
