import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { Role } from '../access/role-schema.ts';
import { DomainName } from '../domains/name.ts';
import { networkName } from './network-input.ts';

/** Bounds of the lists of a policy. */
const MAX_NETWORKS = 100;
const MAX_SENDING_DOMAINS = 100;
const MAX_EMERGENCY = 20;

const Network = z
  .string()
  .max(100)
  .transform((given, context) => {
    const name = networkName(given);
    if (name !== undefined) return name;
    context.addIssue({
      code: 'custom',
      message: 'must be an address or a network like 192.0.2.0/24 or 2001:db8::/32, and not all addresses',
    });
    return z.NEVER;
  })
  .meta({ example: '192.0.2.0/24' });

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

const Sending = z.object({
  domains: z.array(DomainName).max(MAX_SENDING_DOMAINS).transform(distinct),
  roles: z
    .array(Role.exclude(['contact']))
    .max(4)
    .transform(distinct),
  group_ids: z.array(Id).max(100).transform(distinct),
});

/** A change of the policy: a member that is left out stays as it is. */
export const PolicyChange = z.object({
  second_factor: z.boolean().optional().meta({
    description:
      'Members must have a second factor, and have signed in with it. Who has none can set one up and do nothing else',
  }),
  provider_second_factor: z.boolean().optional().meta({
    description: "A sign-in at the organization's identity provider counts as one with a second factor",
  }),
  passkeys_only: z.boolean().optional().meta({
    description:
      'Members sign in by passkey, or at the identity provider. Who has no passkey can add one and do nothing else',
  }),
  session_hours: z.int().min(1).max(8760).nullish().meta({
    description: 'Longest life of a session of a member, from the sign-in; null: none',
  }),
  idle_minutes: z.int().min(15).max(43_200).nullish().meta({
    description: 'Longest time for which a session of a member may get no new tokens; null: 30 days',
  }),
  networks: z.array(Network).max(MAX_NETWORKS).transform(distinct).optional().meta({
    description: 'Networks (CIDR) in which members, their applications and API keys must be; empty: everywhere',
  }),
  emergency_profile_ids: z.array(Id).max(MAX_EMERGENCY).transform(distinct).optional().meta({
    description: 'Owners for whom neither `networks` nor `passkeys_only` holds; at least one where one of these is set',
  }),
  sending: Sending.nullish().meta({
    description:
      'Domains of addresses to which every member may send, and the roles and groups that may send elsewhere, too; null: all may send everywhere',
  }),
});
export type PolicyChange = z.output<typeof PolicyChange>;

/** Rules of an organization for its members, and whom they concern. */
export const OrganizationPolicy = z
  .object({
    second_factor: z.boolean(),
    provider_second_factor: z.boolean(),
    passkeys_only: z.boolean(),
    session_hours: z.int().nullable(),
    idle_minutes: z.int().nullable(),
    networks: z.array(z.string()),
    emergency_profile_ids: z.array(Id),
    sending: z.object({ domains: z.array(z.string()), roles: z.array(Role), group_ids: z.array(Id) }).nullable(),
    updated_at: Timestamp.nullable().meta({ description: 'Null before the first change' }),
    members: z
      .object({
        count: z.int().meta({ description: 'Members who can sign in' }),
        without_second_factor: z.int().meta({ description: 'Those with neither a code nor a passkey' }),
        without_passkey: z.int(),
      })
      .meta({ description: 'Whom the rules concern now' }),
    your_address: z.string().meta({ description: 'Where this request came from' }),
    passkeys_available: z.boolean().meta({ description: 'False where the pages are at an address without passkeys' }),
  })
  .meta({ id: 'OrganizationPolicy' });
export type OrganizationPolicy = z.output<typeof OrganizationPolicy>;
