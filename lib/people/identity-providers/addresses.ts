import { config } from '../../base/config.ts';

/** Page to which an organization's provider sends the browser back. No other organization has the same. */
export const redirectUri = (organization_id: string): string => `${config.appUrl()}/sign-in/${organization_id}`;

/** Address to which a SAML provider's answers are posted: of the API, because a host of pages alone takes no posts. */
export const assertionConsumer = (organization_id: string): string => `${config.baseUrl()}/sign-in/${organization_id}`;

/** The platform's entity ID for one organization, where its SAML metadata is. No other organization has the same. */
export const entityId = (organization_id: string): string => `${assertionConsumer(organization_id)}/metadata`;
