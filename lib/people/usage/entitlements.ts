import { config } from '../../base/config.ts';
import { derivedId, timeOfId } from '../../base/ids.ts';
import { type Counted, type UsageType, usageTypeOf } from './count.ts';
import { type Entitlement, FEATURES } from './entitlement-schema.ts';
import { NO_LIMIT } from './limits.ts';

const ALWAYS = { starts_at: '1970-01-01T00:00:00.000Z', ends_at: '9999-12-31T23:59:59.999Z' };

/**
 * All features, without an end: no contract limits them. Codes by SMS are bounded by the messages that an organization
 * may send in a day; envelopes aren't, because they need no message. No read.
 */
export const entitlementsOf = (organization_id: string): Entitlement[] =>
  FEATURES.map((feature) => ({
    id: derivedId(feature, organization_id),
    organization_id,
    feature,
    contract_id: null,
    notes: null,
    ...ALWAYS,
    monthly_max: feature === 'sms_auth' ? messagesIn(31) : NO_LIMIT,
    yearly_max: feature === 'sms_auth' ? messagesIn(366) : NO_LIMIT,
    created_at: timeOfId(organization_id),
  }));

const messagesIn = (days: number): number => Math.min(NO_LIMIT, config.messagesPerDay() * days);

const USES: Partial<Record<UsageType, Entitlement['feature']>> = {
  envelope: 'envelope',
  auth_kba: 'kba_auth',
  auth_passcode: 'passcode_auth',
  auth_sms: 'sms_auth',
};

/** The feature that an event of an envelope uses; null for none. */
export const featureUsed = (event: Counted): Entitlement['feature'] | null =>
  USES[usageTypeOf(event) ?? 'template'] ?? null;
