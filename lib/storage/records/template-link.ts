import type { Key } from '../engine/key.ts';
import type { BrandSnapshot, SenderOrganization } from './envelope.ts';

/** A person in a role of the template that the visitor doesn't take. */
export interface LinkRecipient {
  role_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
}

/**
 * A public link of a template: whoever opens it and confirms an address gets an envelope of the template. The address
 * of the link is published by its owner, so it is no secret. The secret that signs values is stored as it is, because
 * checking a signature needs it. The table is encrypted at rest.
 */
export interface TemplateLinkItem extends Key {
  id: string;
  template_id: string;
  organization_id: string;
  /** The member in whose name envelopes are sent. */
  profile_id: string;
  /** True if that is the template's owner, so that it follows the template when that is handed over. */
  by_owner: boolean;
  /** Name that visitors read. */
  name: string;
  /** The visitor's role. */
  role_name: string;
  /** The other roles' people, where the template names none. */
  recipients: LinkRecipient[];
  /** The most envelopes that it makes; null for any number. */
  cap: number | null;
  /** Number of envelopes that it has made. */
  count: number;
  last_used_at: string | null;
  /** Time of its end; null for none. */
  ends_at: string | null;
  /** Time at which somebody ended it. */
  ended_at: string | null;
  once_per_address: boolean;
  /** Domains that addresses have to be of; any, if there are none. */
  domains: string[];
  /** Names of the fields that the link's address may fill. */
  fields: string[];
  /** True if such values have to be signed. */
  fields_signed: boolean;
  /** The secret that signs them. */
  secret: string;
  brand_key: string | null;
  /** Looks that visitors see, as they were when the link was made or changed. */
  brand?: BrandSnapshot | undefined;
  organization: SenderOrganization;
  locale: string | null;
  /** Counts the changes of what its owner says. */
  version: number;
  created_at: string;
  updated_at: string;
}

/** Hashes of one mail's secrets: a code to type, and a secret of 256 bits in its button. */
export interface LinkCode {
  typed_hash: string;
  secret_hash: string;
  expires_at: string;
  /** Number of attempts at the time when it was made, which don't count against it. */
  made_at: number;
}

/** State of one address at a link. The address itself isn't stored. */
export interface LinkVisitItem extends Key {
  link_id: string;
  codes?: LinkCode[];
  /** Time at which a code was asked for last. */
  asked_at: string;
  /** Number of mails since the address was quiet for a while. */
  mails: number;
  /** Attempts at typed codes. */
  guesses?: number;
  /** The latest envelope that the address made by the link, and its person in it. */
  envelope_id?: string;
  profile_id?: string;
  /** In seconds since 1970. */
  ttl: number;
}
