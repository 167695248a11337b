import * as z from 'zod';
import { derivedId, timeOfId } from '../../base/ids.ts';
import { Id, Timestamp } from '../../base/schema.ts';

/** Features that clients ask for before they offer them. */
const FEATURES = ['envelope', 'kba_auth', 'passcode_auth', 'sms_auth', 'custom_disclaimer'] as const;

export const Entitlement = z
  .object({
    id: Id,
    organization_id: Id,
    feature: z.enum(FEATURES),
    contract_id: z.null(),
    notes: z.null(),
    starts_at: Timestamp,
    ends_at: Timestamp,
    monthly_max: z.int(),
    yearly_max: z.int(),
    created_at: Timestamp,
  })
  .meta({ id: 'Entitlement' });
export type Entitlement = z.output<typeof Entitlement>;

/** Clients require a number: this one is never reached. */
const NO_LIMIT = 999_999_999;
const ALWAYS = { starts_at: '1970-01-01T00:00:00.000Z', ends_at: '9999-12-31T23:59:59.999Z' };

/** All features, without an end: no contract limits them. No read. */
export const entitlementsOf = (organization_id: string): Entitlement[] =>
  FEATURES.map((feature) => ({
    id: derivedId(feature, organization_id),
    organization_id,
    feature,
    contract_id: null,
    notes: null,
    ...ALWAYS,
    monthly_max: NO_LIMIT,
    yearly_max: NO_LIMIT,
    created_at: timeOfId(organization_id),
  }));
