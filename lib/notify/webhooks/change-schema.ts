import * as z from 'zod';
import { checkedUrl } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { legibleLines } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';
import { Administration, Destination, Events, Filters } from './receiver-schema.ts';
import { AuthMethod, forEachEvent } from './webhook-schema.ts';

/** Changes of webhooks. They are apart from what the API answers, because addresses are checked by a module of Node. */

/** An address that may be called. Each call checks it again, with the addresses of its name. */
const Address = z
  .string()
  .trim()
  .max(2048)
  .superRefine((url, context) => {
    try {
      if (url !== '') checkedUrl(url);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      context.addIssue({ code: 'custom', message: `The address can't be used: ${error.reason}.` });
    }
  });

const Text = z.string().max(2048).nullable();

/** A change of a webhook: absent members and event flags stay unchanged, unknown flags are ignored. */
export const WebhookChange = z.object({
  url: Address.optional().describe('https only. Empty: no calls.'),
  active: z.boolean().optional(),
  auth_method: AuthMethod.optional(),
  token_endpoint: Address.nullable().optional(),
  client_id: Text.optional(),
  client_secret: secretMember(Text.optional()),
  scope: Text.optional(),
  events: z.object(forEachEvent(z.boolean().optional())).optional(),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

const Description = legibleLines(z.string().trim().max(500)).meta({ description: 'For people' });

/** A change of a webhook: what is left out stays. `events` and `filters` replace those before. */
export const ReceiverChange = WebhookChange.extend({
  description: Description.optional(),
  events: Events.optional(),
  filters: Filters.nullable().optional(),
  administration: Administration.optional(),
}).meta({ id: 'ReceiverChange' });
export type ReceiverChange = z.output<typeof ReceiverChange>;

/** A new webhook, with an address unless the owner's event bus is its destination, which can't be changed later. */
export const NewReceiver = ReceiverChange.extend({ destination: Destination.default('https') })
  .refine(({ destination, url }) => destination === 'eventbridge' || url !== undefined, {
    path: ['url'],
    error: 'is required',
  })
  .meta({ id: 'NewReceiver' });
export type NewReceiver = z.output<typeof NewReceiver>;
