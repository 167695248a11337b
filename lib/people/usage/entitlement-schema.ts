import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';

/** Features that clients ask for before they offer them. */
export const FEATURES = ['envelope', 'kba_auth', 'passcode_auth', 'sms_auth', 'custom_disclaimer'] as const;

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
