import { changeRecord, readWhole } from './engine/client.ts';
import { ifHeld } from './engine/commit.ts';
import { oauthAppKey, organizationOauthAppsIndex } from './engine/keys.ts';
import { type At, at } from './engine/read.ts';
import { allOf, anyOf, is, PRESENT } from './engine/where.ts';
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

/**
 * Records that an application got tokens at this time, unless its record has one of the same day (UTC): one write a
 * day, however many people use it. Nothing if the application is deleted meanwhile.
 */
export const recordAppUse = async ({ client_id, last_used_at = '' }: OauthAppItem, time: string): Promise<void> => {
  const day = time.slice(0, 'yyyy-mm-dd'.length);
  if (last_used_at >= day) return;
  const isFirst = anyOf({ last_used_at: is.missing }, { last_used_at: is.below(day) });
  const where = allOf(PRESENT, isFirst);
  await ifHeld(() => changeRecord(oauthAppKey(client_id), { set: { last_used_at: time }, where }));
};
