import type { Caller } from '../../../people/access/caller.ts';
import type { Origin } from '../../../people/access/origin.ts';
import type { Actor } from './chain.ts';

/** The acting person and connection, for the audit trail. */
export const actorOf = (caller: Caller, origin: Origin): Actor => ({
  type: caller.kind,
  id: caller.kind === 'user' ? caller.profile_id : caller.key_id,
  email: caller.email,
  ip: origin.ip,
  user_agent: origin.userAgent,
  ...(caller.kind === 'signer' && caller.session_id !== null ? { session: caller.session_id } : {}),
  ...(caller.kind === 'user' && caller.client ? { client: caller.client } : {}),
});
