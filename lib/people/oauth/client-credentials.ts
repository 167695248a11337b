import { fail } from '../../base/errors.ts';

/** Credentials of an application: its id, or id and secret. */
export interface ClientCredentials {
  client_id?: string;
  client_secret?: string;
}

/**
 * Reads the credentials of a token request: HTTP Basic with form-encoded parts, or the body's `client_id` and
 * `client_secret` (RFC 6749 2.3.1). Throws `invalid_client` if both are present and name different clients.
 */
export const presentedCredentials = (
  headers: Record<string, string>,
  body: { client_id?: string | null; client_secret?: string | null },
): ClientCredentials => {
  const own = { client_id: body.client_id ?? undefined, client_secret: body.client_secret ?? undefined };
  const [, encoded] = /^Basic\s+([\w+/=-]+)\s*$/i.exec(headers.authorization ?? '') ?? [];
  if (!encoded) return own;
  const [, client_id, client_secret] =
    /^([^:]*):([\s\S]*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.map(formDecoded) ?? [];
  if (!client_id || (own.client_id && own.client_id !== client_id)) return fail('invalid_client');
  return { client_id, client_secret };
};

const formDecoded = (text: string): string => new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';
