import type * as z from 'zod';
import type * as texts from '../../../../notify/notifications/notification-schema.ts';
import type { MessagePreview as PreviewAnswer } from '../../../../notify/notifications/notification-schema.ts';
import type { Export } from '../../../../offboarding/organization-export-schema.ts';
import type * as organizations from '../../../../people/organizations/organization-schema.ts';
import type { Entitlement as EntitlementAnswer } from '../../../../people/usage/entitlement-schema.ts';
import type { OrganizationUsage } from '../../../../people/usage/usage-schema.ts';

/** The API's answers to these sections. Types alone: nothing of the server's code comes to a browser. */

export type Organization = organizations.Organization;
export type PipelineSettings = organizations.PipelineSettings;
export type OrganizationExport = z.output<typeof Export>;
export type Entitlement = EntitlementAnswer;
export type Usage = z.output<typeof OrganizationUsage>;
export type OwnText = texts.NotificationTemplate;
export type MessagePreview = PreviewAnswer;
