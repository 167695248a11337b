import { invalid } from '../base/errors.ts';

/**
 * The version that the caller has already, by `If-None-Match` (RFC 9110 13.1.2); undefined without one. What is no
 * version is no match.
 */
export const knownVersion = (headers: Record<string, string>): number | undefined => {
  const [, version] = /^(?:W\/)?"(\d{1,15})"$/.exec(headers['if-none-match']?.trim() ?? '') ?? [];
  return version === undefined ? undefined : Number(version);
};

/**
 * The version that `If-Match` demands (RFC 9110 13.1.1): a number, with or without the quotes of an entity tag.
 * Undefined without the header and for `*`. Throws `invalid` for anything else.
 */
export const demandedVersion = (headers: Record<string, string>): number | undefined => {
  const given = headers['if-match']?.trim();
  if (given === undefined || given === '' || given === '*') return undefined;
  const [, version] = /^"?(\d{1,15})"?$/.exec(given) ?? [];
  return version === undefined
    ? invalid('If-Match', 'must be the version that was read, like "12", or *')
    : Number(version);
};
