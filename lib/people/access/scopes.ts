import { fail } from '../../base/errors.ts';

/**
 * Scopes that a user can grant an OAuth application, by area, with their texts on the consent page. None reaches
 * members, groups, invitations, API keys, applications, sessions, passwords, second factors, or the deletion of
 * organizations and profiles: no application may do these.
 */
export const SCOPES = {
  'profile:read': 'see your name, your address, your signatures and the organizations that you belong to',
  'profile:write': 'change your name, your picture and your signatures',
  'envelopes:read': 'see documents, who signs them, and what was signed',
  'envelopes:write': 'send, change, fill in and cancel documents, and hand them over for signing in person',
  'templates:read': 'see templates',
  'templates:write': 'make, change and delete templates',
  'contacts:read': 'see the address book',
  'contacts:write': 'change the address book',
  'brands:read': 'see brands',
  'brands:write': 'make, change and delete brands and their domains',
  'organization:read': "see your organization's settings and what it uses",
  'organization:write': "change your organization's name, logos and settings",
  'webhooks:read': 'see the webhook and what was delivered',
  'webhooks:write': 'change the webhook, and have events delivered again',
  'notifications:read': 'see your notifications and the texts of messages',
  'notifications:write': 'mark notifications as read, and change the texts of messages',
} as const satisfies Record<string, string>;
export type Scope = keyof typeof SCOPES;

/** Scopes of an application that asks for none. */
export const DEFAULT_SCOPES: readonly Scope[] = [
  'profile:read',
  'envelopes:read',
  'envelopes:write',
  'templates:read',
  'templates:write',
  'contacts:read',
  'organization:read',
];

/**
 * Clients that may call an operation beside the signed-in user: API keys and applications with a scope; API keys only
 * (`api_key`); none (`login`), for operations on the user's own account; API keys and all applications (`any_client`),
 * for one that looks at the scopes itself.
 */
export type CallableBy = Scope | 'api_key' | 'login' | 'any_client';

const ALL = Object.keys(SCOPES) as Scope[];

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);

/**
 * Parses the scopes of a request (RFC 6749 3.3), each once; the default scopes if none are named. Undefined if one is
 * unknown.
 */
export const readScopes = (text: string | null | undefined): readonly Scope[] | undefined => {
  const named = namedIn(text);
  if (named.length === 0) return DEFAULT_SCOPES;
  return named.every(isScope) ? named : undefined;
};

/** Scopes of a session or a token; null if it may do all that its user or API key may do. */
export type Reach = readonly Scope[] | null;

/**
 * Narrows a reach to the scopes that a token request names (RFC 6749 3.3), if it names any. Throws `invalid_scope` for
 * an unknown scope, and for one beyond the reach.
 */
export const narrowedTo = (text: string | null | undefined, reach: Reach): Reach => {
  const named = namedIn(text);
  if (named.length === 0) return reach;
  const possible = reach ?? ALL;
  const beyond = named.find((one) => !possible.some((scope) => scope === one));
  if (beyond !== undefined) fail('invalid_scope', { scope: beyond.slice(0, 50), possible: possible.join(', ') });
  return named as Scope[];
};

const namedIn = (text: string | null | undefined): string[] => [
  ...new Set((text ?? '').split(' ').filter((one) => one !== '')),
];
