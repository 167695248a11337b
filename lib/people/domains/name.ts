import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import * as z from 'zod';

/** A DKIM record's name (44 characters more) must stay below 253, an address with the longest local part below 255. */
const LONGEST = 180;

/**
 * A domain name in the one form in which it is compared and stored: lower case, ASCII (internationalised labels as
 * `xn--…`, RFC 5891), without the dot at its end. Undefined for anything that is no host name of at least two labels
 * (RFC 1123, 2.1): addresses, underscores, ports, paths, wildcards.
 */
export const domainName = (given: string): string | undefined => {
  const text = given.trim().replace(/\.$/, '').normalize('NFC');
  // Parsers of web addresses drop or decode what is no part of a name: nothing else may reach them.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return undefined;
  const name = domainToASCII(text);
  const labels = name.split('.');
  const usable =
    name.length <= LONGEST && labels.length >= 2 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '');
  return usable && isIP(name) === 0 ? name : undefined;
};

const isLabel = (label: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) && isGenuine(label);

/** Two hyphens in third place are kept for labels in disguise: then the disguise must be one, and the right one. */
const isGenuine = (label: string): boolean => {
  if (label.slice(2, 4) !== '--') return true;
  const unicode = domainToUnicode(label);
  return label.startsWith('xn--') && unicode !== label && domainToASCII(unicode) === label;
};

/** True where `name` is `domain` or below it. Both as `domainName` gives them. */
export const isWithin = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

/** A domain name as a field of a request; read, it is in the form of `domainName`. */
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
