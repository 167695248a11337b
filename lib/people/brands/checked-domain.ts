import { fail } from '../../base/errors.ts';
import type { BrandItem } from '../../storage/records/brand.ts';
import type { BrandDomainKind } from '../../storage/records/domain.ts';
import type { UserCaller } from '../access/caller.ts';
import { claimDomainWrite, type DomainProof, lapsedWrite } from '../domains/claim.ts';
import { changeBrand, holderOf } from './brand-store.ts';
import { LOST, markDomainLost } from './lost-domain.ts';

const FIELDS = {
  email: { name: 'email_domain', status: 'email_domain_status', right: 'verified' },
  app: { name: 'app_domain', status: 'app_domain_status', right: 'active' },
} as const;

/**
 * Saves the result of a check of the brand's domain. A domain that is proven from now on is claimed, and the claim ends
 * of one that no longer is. Throws `domain_absent` if the brand has another domain by now, and `domain_taken` if
 * another brand has proven it.
 */
export const saveChecked = async (
  caller: UserCaller,
  brand: BrandItem,
  kind: BrandDomainKind,
  { domain, change, proof }: { domain: string; change: Partial<BrandItem>; proof: DomainProof },
): Promise<BrandItem> => {
  const { name, status, right } = FIELDS[kind];
  const known = new Map<string, unknown>(Object.entries(brand));
  if (Object.entries(change).every(([member, value]) => known.get(member) === value)) return brand;
  const isRight = change[status] === right;
  const wasRight = brand[status] === right;
  const taken = isRight && !wasRight ? await claimDomainWrite(kind, domain, holderOf(brand), proof) : undefined;
  let isHolder = wasRight;
  const changed = await changeBrand(caller, brand, (now) => {
    // The check was for this domain: the brand may have changed it meanwhile.
    if (now[name] !== domain) return fail('domain_absent');
    if (taken) return { change, also: [taken.write], refuse: () => fail('domain_taken', { domain }) };
    if (isRight || !wasRight) return { change };
    // Another brand has proven the domain meanwhile, so there is no claim to release.
    if (!isHolder) return { change: { ...change, ...LOST[kind] } };
    const refuse = () => {
      isHolder = false;
    };
    return { change, also: [lapsedWrite(kind, domain, holderOf(brand))], refuse };
  });
  if (taken?.loser) await markDomainLost(taken.loser, kind, domain);
  return changed;
};
