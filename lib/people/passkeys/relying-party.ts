import { config } from '../../base/config.ts';
import { fail } from '../../base/errors.ts';

/**
 * The platform as passkeys know it: they are bound to the host of its pages, and sign for pages of this origin alone.
 */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** The relying party at the pages' address; undefined where browsers allow none: at an IP address, or without https. */
export const findRelyingParty = (): RelyingParty | undefined => relyingPartyAt(config.appUrl());

/** The relying party of pages at this address; undefined where browsers allow none. */
export const relyingPartyAt = (address: string): RelyingParty | undefined => {
  const { protocol, hostname, origin } = new URL(address);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isLocal = /(?:^|\.)localhost$/.test(hostname);
  return isAddress || (protocol !== 'https:' && !isLocal) ? undefined : { id: hostname, origin };
};

/** The relying party. Throws `passkeys_unavailable`. */
export const relyingParty = (): RelyingParty => findRelyingParty() ?? fail('passkeys_unavailable');
