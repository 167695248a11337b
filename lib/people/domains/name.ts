import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import * as z from 'zod';

/**
 * A DKIM record's name (44 characters more) must stay below 253 characters, an address with the longest local part
 * below 255.
 */
const LONGEST = 180;

/**
 * Normalizes a domain name: lower case, ASCII (internationalised labels as `xn--…`, RFC 5891), without a trailing dot.
 * Undefined for anything but a host name of at least two labels (RFC 1123, 2.1): addresses, underscores, ports, paths,
 * wildcards.
 */
export const domainName = (given: string): string | undefined => {
  const text = given.trim().replace(/\.$/, '').normalize('NFC');
  // URL parsers drop or decode other characters, so only those of names may reach the parser.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return undefined;
  const name = domainToASCII(text);
  const labels = name.split('.');
  const usable =
    name.length <= LONGEST && labels.length >= 2 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '');
  return usable && isIP(name) === 0 ? name : undefined;
};

const isLabel = (label: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) && isGenuine(label);

/**
 * Two hyphens in third place are reserved for encoded labels: such a label must decode, and be the canonical encoding.
 */
const isGenuine = (label: string): boolean => {
  if (label.slice(2, 4) !== '--') return true;
  const unicode = domainToUnicode(label);
  return label.startsWith('xn--') && unicode !== label && domainToASCII(unicode) === label;
};

/** True if `name` is `domain` or below it. Both in the form of `domainName`. */
export const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

/** A domain name as a field of a request, normalized by `domainName`. */
export const DomainName = z
  .string()
  .min(1, 'must not be empty')
  .max(255)
  .transform((given, context) => {
    const name = domainName(given);
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message: 'must be a domain name like notify.example.com' });
    return z.NEVER;
  })
  .meta({ example: 'notify.example.com' });
