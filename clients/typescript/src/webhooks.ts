import { Webhook } from 'standardwebhooks';
import type { Webhooks } from './generated/types.gen.js';

/** An event that a webhook receives, told apart by `type`. */
export type WebhookEvent = Webhooks['body'];

/** A call that doesn't come from the platform, or that is older than five minutes. Answer it with 401. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks a call of a webhook by its signature, as Standard Webhooks has it, and reads its event. `body` is the body as
 * it came, before anything parsed it. For a day after a change of the secret both sign, so either verifies.
 *
 * Throws `WebhookRefused` for a wrong signature and for a time more than five minutes off.
 */
export const verifyWebhook = (headers: ReceivedHeaders, body: string | Uint8Array, secret: string): WebhookEvent => {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const received = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const single = Object.entries(received).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
  );
  try {
    return new Webhook(secret).verify(text, Object.fromEntries(single)) as WebhookEvent;
  } catch (cause) {
    throw new WebhookRefused(cause instanceof Error ? cause.message : String(cause), { cause });
  }
};
