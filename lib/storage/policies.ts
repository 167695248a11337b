import { organizationKey } from './engine/keys.ts';
import { allOf, PRESENT } from './engine/where.ts';
import type { Write } from './engine/write.ts';
import type { StoredPolicy } from './records/organization.ts';

/** Sets the rules of an organization for its members; holds while they are as they were read. */
export const policyWrite = (
  organization_id: string,
  policy: StoredPolicy,
  before: StoredPolicy | undefined,
): Write => ({
  change: organizationKey(organization_id),
  set: { policy },
  where: allOf(PRESENT, { 'policy.updated_at': before?.updated_at }),
});

/**
 * Names the owners who are excepted from a demanded identity provider, and from the policy's networks and passkeys; at
 * least one of each that is given. Holds while the organization exists.
 */
export const exceptWrite = (
  organization_id: string,
  { signIn, policy }: { signIn?: readonly string[] | undefined; policy?: readonly string[] | undefined },
): Write => ({
  change: organizationKey(organization_id),
  set: {
    ...(signIn ? { sign_in_exempt: new Set(signIn) } : {}),
    ...(policy ? { 'policy.emergency_profile_ids': policy } : {}),
  },
  where: PRESENT,
});
