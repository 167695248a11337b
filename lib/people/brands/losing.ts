import { timestamp } from '../../base/clock.ts';
import { changeBrandAt } from '../../storage/brands.ts';
import type { DomainHolder, DomainKind } from '../../storage/records/domain.ts';

const LOST = {
  email: {
    email_domain_status: 'failed',
    email_spf_verified: false,
    email_dkim_verified: false,
    email_dmarc_verified: false,
    email_reply_to_verified: false,
  },
  app: { app_domain_status: 'failed' },
} as const;

/**
 * Says of a brand that its domain is another's now. Nothing where the brand has it no more. A change that
 * is under way meanwhile is decided anew.
 */
export const losing = (holder: DomainHolder, kind: DomainKind, domain: string): Promise<void> =>
  changeBrandAt(holder, kind === 'email' ? { email_domain: domain } : { app_domain: domain }, {
    ...LOST[kind],
    updated_at: timestamp(),
  });
