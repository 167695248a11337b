import { signal } from '@preact/signals';
import { closeLayers } from '../shared/layers.ts';

/** Place in the application that an address names. */
export type Place =
  | { name: 'login' | 'authorize' | 'envelopes' | 'verify-email' | 'reset-password' | 'invitations' }
  | { name: 'envelope'; id: string };

const PLACES = /\/(?:envelopes\/([^/]+)|(login|authorize|envelopes|verify-email|reset-password|invitations))\/?$/;

/** The path before the place: the address that AWS gives the API has one. */
const base = location.pathname.replace(PLACES, '');

const placeAt = (path: string): Place => {
  const [, id, name] = PLACES.exec(path) ?? [];
  if (id) return { name: 'envelope', id: decodeURIComponent(id) };
  return { name: (name ?? 'login') as 'login' };
};

/** The current place, from the address. */
export const place = signal<Place>(placeAt(location.pathname));

/** Part of the address after the `#`, which no server sees, as the page was loaded with it. */
export const given = new URLSearchParams(location.hash.slice(1));

/** Address of a place, such as `/envelopes`. */
export const addressOf = (path: string): string => `${base}${path}`;

const follow = (): void => {
  const now = placeAt(location.pathname);
  if (JSON.stringify(now) !== JSON.stringify(place.value)) place.value = now;
};

/** Goes to a place without loading a page, because the session is in this page's memory. */
export const go = async (path: string, how: 'push' | 'replace' = 'push'): Promise<void> => {
  await closeLayers();
  if (how === 'push') history.pushState(null, '', addressOf(path));
  else history.replaceState(null, '', addressOf(path));
  follow();
};

addEventListener('popstate', follow);
