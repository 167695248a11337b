import { batch } from '@preact/signals';
import { brand } from '../../shared/brand.ts';
import { me, profiles } from '../../user/session.ts';
import type { Organization } from './answers.ts';

/** Path of the user's organization in the API. */
export const ownPath = (): string => `/v2/organizations/${me.peek()?.organization_id ?? ''}`;

/** Shows everywhere on the page what has changed of the organization. */
export const adoptOrganization = (organization: Organization): void =>
  batch(() => {
    brand.value = organization;
    profiles.value = profiles.value.map((one) =>
      one.organization_id === organization.id ? { ...one, organization } : one,
    );
  });
