import { Email, Name } from '../../base/common-schema.ts';
import { domainOfEmail } from '../../base/email-address.ts';
import { fail } from '../../base/errors.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';
import type { StatedPerson } from './identity.ts';

/** Reason for which an organization can't believe what a provider states of a new person. */
export type Problem = 'email_missing' | 'email_unverified' | 'domain_unproven';

/** A person with an address that the organization can vouch for. */
export interface NewPerson {
  email: string;
  first_name: string;
  last_name: string;
}

/** Lists what stands against a first sign-in of the person. */
export const problemsOf = (
  { email, email_verified }: StatedPerson,
  { sign_in_domains }: Pick<OrganizationItem, 'sign_in_domains'>,
): Problem[] => {
  if (!email || !Email.safeParse(email).success) return ['email_missing'];
  return [
    ...(email_verified === false ? (['email_unverified'] as const) : []),
    ...(sign_in_domains?.has(domainOfEmail(email)) ? [] : (['domain_unproven'] as const)),
  ];
};

const REASONS: Record<Problem, string> = {
  email_missing: 'it states no e-mail address',
  email_unverified: 'it says that the e-mail address is not verified',
  domain_unproven: 'the e-mail address is at no domain that the organization has proven',
};

/** The stated address. Throws `provider_refused` if there is none that mail can be sent to. */
export const statedEmail = ({ email }: StatedPerson): string =>
  Email.safeParse(email).data ?? fail('provider_refused', { reason: REASONS.email_missing });

/** The person, with a name in any case. Throws `provider_refused` if the organization can't vouch for the address. */
export const newPersonOf = (
  stated: StatedPerson,
  organization: Pick<OrganizationItem, 'sign_in_domains'>,
): NewPerson => {
  const [problem] = problemsOf(stated, organization);
  if (problem) return fail('provider_refused', { reason: REASONS[problem] });
  const email = stated.email ?? '';
  const words = (stated.name ?? email.replace(/@.*$/s, '').replace(/[._]+/g, ' ')).split(/\s+/);
  return {
    email,
    first_name: nameOf(stated.first_name) ?? nameOf(words[0]) ?? '-',
    last_name: nameOf(stated.last_name) ?? nameOf(words.slice(1).join(' ')) ?? '-',
  };
};

const nameOf = (text: string | undefined): string | undefined => Name.safeParse(text?.slice(0, 100)).data;
