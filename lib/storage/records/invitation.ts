import type { Key } from '../key.ts';
import type { StoredRole } from './permissions.ts';
import type { SentCode } from './sent-code.ts';

/** An invitation, as the table holds it. */
export interface InvitationItem extends Key {
  /** Another one for each invitation of the same address. */
  id: string;
  organization_id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: StoredRole;
  status: 'pending' | 'declined';
  inviter_name: string;
  /** Hashes of the tokens in the latest few mails: mails can overtake each other. */
  tokens: SentCode[];
  generated_at: string;
  expires_at: string;
  /** The profile that an administrator made for the person, and the id that its account will have: accepting takes it. */
  member?: { profile_id: string; user_id: string };
}
