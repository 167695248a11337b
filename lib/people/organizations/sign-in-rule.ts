import { config } from '../../base/config.ts';
import { domainOfEmail } from '../../base/email-address.ts';
import { Failure } from '../../base/errors.ts';
import type { OrganizationItem } from '../../storage/records/organization.ts';

type Rule = Pick<OrganizationItem, 'id' | 'name' | 'sign_in_required' | 'sign_in_domains' | 'sign_in_exempt'>;

/** Address of the page that leads to the organization's identity provider. */
export const providerPage = (organization_id: string): string => `${config.appUrl()}/login?provider=${organization_id}`;

/**
 * True if the member acts in the organization only after a sign-in at its identity provider: the organization demands
 * it, the address is at one of its proven domains, and the member is none of those it has excepted.
 */
export const needsProvider = (
  { sign_in_required, sign_in_domains, sign_in_exempt }: Rule,
  { email, profile_id }: { email: string; profile_id: string },
): boolean =>
  sign_in_required === true &&
  sign_in_domains?.has(domainOfEmail(email)) === true &&
  sign_in_exempt?.has(profile_id) !== true;

/** The failure `provider_required`, with the way to the provider. */
export const withoutProvider = ({ id, name }: Rule): Failure =>
  new Failure('provider_required', { organization: name, link: providerPage(id) });

/** Throws `provider_required`, with the way to the provider. */
export const refuseWithoutProvider = (rule: Rule): never => {
  throw withoutProvider(rule);
};
