import { readWhole } from './engine/client.ts';
import { oauthAppKey, organizationOauthAppsIndex } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import type { OauthAppItem } from './records/oauth-app.ts';

/** Place of an application; without a client's id, a place without a record. */
export const oauthAppAt = (client_id: string | null | undefined): At<OauthAppItem> =>
  at(oauthAppKey(client_id ?? 'nobody'));

/** Makes the record of a new application. */
export const oauthAppRecord = (app: Omit<OauthAppItem, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'>): OauthAppItem => ({
  ...oauthAppKey(app.client_id),
  ...organizationOauthAppsIndex(app.organization_id, app.created_at),
  ...app,
});

/** Lists the organization's applications, the oldest first. One query of an index. */
export const oauthAppsOf = (organization_id: string): Promise<OauthAppItem[]> =>
  readWhole<OauthAppItem>({ pk: organizationOauthAppsIndex(organization_id, '').gsi1pk, index: 'gsi1' });
