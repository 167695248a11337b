import type { RoutedEventName } from '../../storage/outbox/webhook-events.ts';

/**
 * Makes the body of a webhook call (Standard Webhooks, "Payload structure"): `{type, timestamp, data}`, where
 * `timestamp` is the event's time and `data` is the redacted record with its organization's id. Every attempt sends the
 * same text.
 */
export const webhookPayload = ({
  event,
  organization_id,
  created_at,
  data,
}: {
  event: RoutedEventName;
  organization_id: string;
  /** ISO 8601. */
  created_at: string;
  data: object;
}): string =>
  JSON.stringify({ type: event, timestamp: created_at, data: { ...(redact(data) as object), organization_id } });

/**
 * Copies `record` without anything that would let its reader act for somebody. At any depth, properties with names of
 * secrets are removed, and texts that look like secrets (in an array they become null). Images of signatures, which are
 * `settings.base64` of a field, are removed too, because a reader could reuse them.
 */
export const redact = (record: unknown): unknown => {
  const text = JSON.stringify(record, (name, value) => (isSecretName(name) || isSecretText(value) ? undefined : value));
  return text === undefined ? undefined : JSON.parse(text);
};

const SECRET_NAME =
  /(^|_)(key|token|secret|passcode|password|otp|pin|ssn|signing_link|link|authorization|cookie|base64)s?(_hash|_exp)?$/;
const CODE_NAME = /^code$|(^|_)(auth|verification|access|backup|recovery|one_time|login|reset)_codes?$/;

const isSecretName = (name: string): boolean => {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
  return SECRET_NAME.test(snake) || CODE_NAME.test(snake);
};

const SIGNING_LINK = /\/sign\/[^/\s]+\/[^/\s]+\/[^/\s]+/;
const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/;
const WEBHOOK_SECRET = /\bwhsec_[\w+/]+/;

const isSecretText = (value: unknown): boolean =>
  typeof value === 'string' && [SIGNING_LINK, JSON_WEB_TOKEN, WEBHOOK_SECRET].some((shape) => shape.test(value));
