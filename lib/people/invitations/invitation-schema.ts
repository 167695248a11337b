import * as z from 'zod';
import { Email, Id, Name, Timestamp } from '../../base/common-schema.ts';
import { Role } from '../access/role-schema.ts';
import { Organization } from '../organizations/organization-schema.ts';

/** An invitation as the API returns it. */
export const Invitation = z
  .object({
    organization_id: Id,
    email: Email,
    first_name: Name,
    last_name: Name,
    role: Role,
    status: z.enum(['pending', 'declined']),
    generated_at: Timestamp.meta({ description: 'When the latest mail was asked for' }),
    expires_at: Timestamp.meta({ description: 'Until when the latest mail can be answered' }),
    organization: Organization.optional().meta({
      description: 'For the invited person: how the organization presents itself',
    }),
  })
  .meta({ id: 'OrganizationInvitation' });
export type Invitation = z.output<typeof Invitation>;
