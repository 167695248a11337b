import * as z from 'zod';
import { secretMember } from '../../base/secret-members.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../storage/outbox/webhook-events.ts';
import { maskSecret } from './mask-secret.ts';

/** The same value for every event. */
export const forEachEvent = <T>(value: T) =>
  Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, value])) as Record<WebhookEvent, T>;

/** Switch for each of the 23 events. */
const WebhookEvents = z.object(forEachEvent(z.boolean()));

/** Switches of a webhook that nobody has configured yet. */
export const noEvents = (): Record<WebhookEvent, boolean> => forEachEvent(false);

export const AuthMethod = z
  .enum(['none', 'hmac', 'client_credentials'])
  .describe(
    '`hmac` signs each call (Standard Webhooks); `client_credentials` signs it too, and sends an access token that is ' +
      'fetched from `token_endpoint`; `none` does neither.',
  );

const Time = z.iso.datetime().nullable();

/** An organization's webhook as the API returns it: one for each organization. */
export const Webhook = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  url: z.string().describe('Receives the calls; empty where there is none.'),
  secret_key: secretMember(
    z
      .string()
      .nullable()
      .describe('The signing secret, `whsec_…`: whole in the answer that makes it, masked in every other.'),
    maskSecret,
  ),
  client_id: z.string().nullable(),
  client_secret: z.string().nullable().describe('Masked.'),
  scope: z.string().nullable(),
  token_endpoint: z.string().nullable(),
  auth_method: AuthMethod,
  active: z.boolean(),
  events: WebhookEvents,
  status: z.string().nullable().describe('Result of the latest attempt.'),
  last_success: Time,
  last_failure: Time,
});
export type Webhook = z.infer<typeof Webhook>;
