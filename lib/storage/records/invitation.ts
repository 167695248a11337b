import type { Key } from '../engine/key.ts';
import type { Role } from './permissions.ts';
import type { SentCode } from './sent-code.ts';

/** An invitation in the table. */
export interface InvitationItem extends Key {
  /** A new one for each invitation of the same address. */
  id: string;
  organization_id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  status: 'pending' | 'declined';
  inviter_name: string;
  /** Profile of whoever invited, or has changed it or sent it again since: it is good while that member may invite. */
  inviter_id: string;
  /** Hashes of the tokens in the latest few mails, which may arrive out of order. */
  tokens: SentCode[];
  generated_at: string;
  expires_at: string;
  /**
   * The profile that an administrator prepared for the person, and the id of its future account; accepting uses both.
   */
  member?: { profile_id: string; user_id: string };
}
