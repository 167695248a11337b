import { readTogether } from '../../storage/engine/read.ts';
import { oauthAppAt } from '../../storage/oauth-apps.ts';
import type { SessionItem } from '../../storage/records/session.ts';
import type { UserCaller } from '../access/caller.ts';
import { countryOf } from './country.ts';
import type { LoginSession } from './login-session-schema.ts';
import { ownSessions } from './session-store.ts';

/** Lists the user's sessions, the newest first, the caller's own marked, those of applications with their names. */
export const listSessions = async (caller: UserCaller): Promise<LoginSession[]> =>
  presentSessions(await ownSessions(caller), caller.session_id);

/** Presents sessions, the newest first, those of applications with their names. `current`: the session that asks. */
export const presentSessions = async (sessions: readonly SessionItem[], current: string): Promise<LoginSession[]> => {
  const clients = [...new Set(sessions.flatMap(({ client_id }) => client_id ?? []))];
  const apps = clients.length > 0 ? await readTogether(clients.map(oauthAppAt)) : [];
  const names = new Map(apps.flatMap((app) => (app ? [[app.client_id, app.name]] : [])));
  return sessions
    .map((item) => presentSession(item, current, names.get(item.client_id ?? '')))
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
};

const presentSession = (item: SessionItem, current: string, application?: string): LoginSession => {
  const country = item.ip_address === null ? null : countryOf(item.ip_address);
  return {
    id: item.id,
    current: item.id === current,
    source: item.source,
    application: application ?? null,
    created_at: item.created_at,
    last_seen_at: item.last_seen_at,
    browser: item.browser,
    platform: item.platform,
    mobile: item.mobile,
    location: country && nameOf(country),
    country,
    ip_address: item.ip_address,
  };
};

/** A country's name in English, as clients print the location. */
const nameOf = (country: string): string | null =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? null;
