import { timestamp } from '../../base/clock.ts';
import { fail, orFail } from '../../base/errors.ts';
import { newSecret } from '../../base/ids.ts';
import { readAt } from '../../storage/engine/read.ts';
import {
  signInDomainAt,
  signInDomainsOf,
  signInDomainWrites,
  signInRuleWrites,
} from '../../storage/identity-providers.ts';
import type { SignInDomainItem } from '../../storage/records/identity-provider.ts';
import type { UserCaller } from '../access/caller.ts';
import { commitAs } from '../access/commit-as.ts';
import { describeAct } from '../administration/act.ts';
import { ownershipRecord, publishedTokens } from '../domains/app-records.ts';
import { claimDomainWrite, releaseClaim } from '../domains/claim.ts';
import { openLookup } from '../domains/lookup.ts';
import { domainName } from '../domains/name.ts';
import { demandOwn } from '../organizations/organization-store.ts';
import type { SignInDomain } from './provider-schema.ts';

/** The most domains of one organization. */
const MAX_DOMAINS = 50;

export const presentDomain = ({ domain, token, verified_at, created_at }: SignInDomainItem): SignInDomain => ({
  domain,
  verified_at,
  dns_record: ownershipRecord(domain, token),
  created_at,
});

/** The holder of a domain for sign-ins: the organization itself. */
const holderOf = (organization_id: string) => ({ organization_id, brand_id: organization_id });

/**
 * Names a domain as the organization's own, and returns the DNS record that proves it. A domain that isn't proven
 * blocks nobody. The same again if it was named before. Throws `organization_full`.
 */
export const addDomain = async (caller: UserCaller, organization_id: string, domain: string): Promise<SignInDomain> => {
  demandOwn(caller, organization_id);
  const named = await signInDomainsOf(organization_id);
  const before = named.find((one) => one.domain === domain);
  if (before) return presentDomain(before);
  if (named.length >= MAX_DOMAINS) return fail('organization_full', { limit: MAX_DOMAINS, things: 'domains' });
  const details = { organization_id, domain, token: newSecret(), verified_at: null, created_at: timestamp() };
  describeAct({ object: { id: domain, name: domain } });
  await commitAs(caller, [signInDomainWrites.create(details)], () => fail('unavailable'));
  return presentDomain({ pk: '', sk: '', ...details });
};

/**
 * Looks in the DNS for the record that proves the domain. Once proven, it stays the organization's until it removes it,
 * or until the domain publishes the token of another organization and no longer its own: then it goes over to that one.
 * Without an answer of the DNS nothing changes. Throws `not_found`, and `domain_taken` if another organization has
 * proven it and still does.
 */
export const verifyDomain = async (
  caller: UserCaller,
  organization_id: string,
  named: string,
): Promise<SignInDomain> => {
  demandOwn(caller, organization_id);
  const domain = domainName(named) ?? fail('not_found');
  const before = orFail(await readAt(signInDomainAt(organization_id, domain)), 'not_found');
  const { token } = before;
  const published = await publishedTokens(openLookup(), domain);
  if (before.verified_at !== null || !published?.includes(token)) return presentDomain(before);
  const { write, loser } = await claimDomainWrite('sign_in', domain, holderOf(organization_id), { token, published });
  const lost = loser && (await readAt(signInDomainAt(loser.organization_id, domain)));
  const verified_at = timestamp();
  describeAct({ object: { id: domain, name: domain } });
  await commitAs(
    caller,
    [
      write,
      signInDomainWrites.mark(before, verified_at),
      signInRuleWrites.addDomain(organization_id, domain),
      ...(lost
        ? [signInDomainWrites.mark(lost, null), signInRuleWrites.removeDomain(lost.organization_id, domain)]
        : []),
    ],
    (index) => (index === 1 ? fail('not_found') : fail('domain_taken', { domain })),
  );
  return presentDomain({ ...before, verified_at });
};

/** Removes a domain: nobody new signs in by it, and others can prove it. Throws `not_found`. */
export const removeDomain = async (caller: UserCaller, organization_id: string, named: string): Promise<void> => {
  demandOwn(caller, organization_id);
  const domain = domainName(named) ?? fail('not_found');
  const before = orFail(await readAt(signInDomainAt(organization_id, domain)), 'not_found');
  describeAct({ object: { id: domain, name: domain } });
  await commitAs(
    caller,
    [signInDomainWrites.remove(before), signInRuleWrites.removeDomain(organization_id, domain)],
    () => fail('not_found'),
  );
  if (before.verified_at !== null) await releaseClaim('sign_in', domain, holderOf(organization_id));
};
