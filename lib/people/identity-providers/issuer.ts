import { checkedUrl } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { invalid } from '../../base/errors.ts';

/**
 * An issuer's identifier, unchanged: https (loopback on the local platform alone), without query and fragment (OpenID
 * Connect Core, Issuer Identifier), and of one tenant. Throws `invalid` for `issuer`.
 */
export const checkedIssuer = (issuer: string): string => {
  checkedAddress('issuer', issuer);
  if (/[?#{}]/.test(issuer)) return invalid('issuer', 'must have no query, no fragment and no placeholder');
  if (/^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/i.test(issuer))
    return invalid('issuer', "must name your tenant's id in the place of common, organizations or consumers");
  return issuer;
};

/**
 * An address of a provider, unchanged: https (loopback on the local platform alone), without a fragment, and of no
 * private network. Throws `invalid` for `field`.
 */
export const checkedAddress = (field: string, address: string): string => {
  try {
    checkedUrl(address);
  } catch (error) {
    if (error instanceof UnreachableError) return invalid(field, `can't be used: ${error.reason}`);
    throw error;
  }
  return address.includes('#') ? invalid(field, 'must have no fragment') : address;
};
