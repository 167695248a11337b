import * as z from 'zod';

/** A record that a domain's owner adds to its DNS. */
export const DnsRecord = z
  .object({
    purpose: z.enum(['dkim', 'spf', 'dmarc', 'address', 'ownership']),
    type: z.enum(['CNAME', 'TXT']),
    name: z.string(),
    value: z.string(),
  })
  .meta({ id: 'DnsRecord', description: 'A record that the owner of a domain puts into its DNS' });
export type DnsRecord = z.output<typeof DnsRecord>;

/**
 * Status of a domain after a check. A domain that was never right stays pending; one that was, or that SES has given up
 * on, fails; one that the platform's owner suspended stays suspended.
 */
export const nextStatus = <S extends string>(
  before: S | 'pending' | 'failed' | 'suspended' | null,
  right: S,
  { isRight, gaveUp = false }: { isRight: boolean; gaveUp?: boolean },
): S | 'pending' | 'failed' | 'suspended' => {
  if (before === 'suspended') return before;
  if (isRight) return right;
  return gaveUp || before === right || before === 'failed' ? 'failed' : 'pending';
};
