import { timestamp } from '../../base/clock.ts';
import { onlyIf, setting } from '../../storage/changes.ts';
import { ConditionFailed, updateItem } from '../../storage/client.ts';
import { brandKey } from '../../storage/keys.ts';

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
export const losing = async (
  { organization_id, brand_id }: { organization_id: string; brand_id: string },
  kind: 'email' | 'app',
  domain: string,
): Promise<void> => {
  const change = setting({ ...LOST[kind], updated_at: timestamp() });
  try {
    await updateItem(brandKey(organization_id, brand_id), {
      ...onlyIf(
        change,
        '#domain = :domain',
        { ':domain': domain, ':one': 1 },
        { '#domain': `${kind}_domain`, '#version': 'version' },
      ),
      UpdateExpression: `${change.UpdateExpression}, #version = #version + :one`,
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
