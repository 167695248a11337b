import type { KnownKey } from '../../storage/records/passkey.ts';

/** A passkey as options of a browser name it. */
export const knownCredential = ({ credential_id, transports }: KnownKey) => ({
  type: 'public-key' as const,
  id: credential_id,
  transports: [...transports],
});
