import { batch, signal } from '@preact/signals';
import { closeLayers } from '../shared/layers.ts';

/** Route of the application: the part that an address names. */
export type Route =
  | {
      name:
        | 'login'
        | 'authorize'
        | 'envelopes'
        | 'templates'
        | 'batches'
        | 'organization'
        | 'account'
        | 'verify-email'
        | 'reset-password'
        | 'invitations';
      /** Section of the organization's room; empty for its overview. */
      section: string;
    }
  | { name: 'envelope' | 'draft' | 'template'; id: string }
  /** The page to which an organization's identity provider leads back; the id is the organization's. */
  | { name: 'sign-in'; id: string };

const ROUTES =
  /\/(?:(?:(envelope|draft|template)s|(sign-in))\/([^/]+)|(login|authorize|envelopes|templates|batches|organization|account|verify-email|reset-password|invitations)(?:\/([a-z-]+))?)\/?$/;

/** The path before the route: the address that AWS gives the API has one. */
const base = location.pathname.replace(ROUTES, '');

const routeAt = (path: string): Route => {
  const [, kind, back, id, name = 'login', section = ''] = ROUTES.exec(path) ?? [];
  if (id && back) return { name: 'sign-in', id: decodeURIComponent(id) };
  if (id) return { name: kind as 'envelope' | 'draft' | 'template', id: decodeURIComponent(id) };
  return { name: name as 'login', section };
};

/** The current route, from the address. */
export const route = signal<Route>(routeAt(location.pathname));

/** Part of the address from the `?` on: which part of a list is shown. */
export const search = signal(location.search);

/** Part of the address after the `#`, which no server sees, as the page was loaded with it. */
export const given = new URLSearchParams(location.hash.slice(1));

/** Address of a route, such as `/envelopes`. */
export const addressOf = (path: string): string => `${base}${path}`;

const follow = (): void =>
  batch(() => {
    const now = routeAt(location.pathname);
    search.value = location.search;
    if (JSON.stringify(now) !== JSON.stringify(route.value)) route.value = now;
  });

/** Goes to a route without loading a page, because the session is in this page's memory. */
export const go = async (path: string, how: 'push' | 'replace' = 'push'): Promise<void> => {
  await closeLayers();
  if (how === 'push') history.pushState(null, '', addressOf(path));
  else history.replaceState(null, '', addressOf(path));
  follow();
};

addEventListener('popstate', follow);
