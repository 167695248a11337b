import { Webhook } from 'standardwebhooks';
import { events } from './generated/events.gen.ts';
import type { HookContext, HttpRequest, WebhookAnswer, WebhookContext } from './n8n.ts';

const CREDENTIAL = 'countersignApi';

/** The organization's webhook, as the platform answers it. */
interface Registered {
  url: string | null;
  active: boolean;
  secret_key?: string | null;
}

/** Starts a workflow with each event of the kinds that are chosen. */
export class CountersignTrigger {
  description = {
    displayName: 'Countersign Trigger',
    name: 'countersignTrigger',
    icon: 'file:countersign.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts when something happens to an envelope or a template',
    defaults: { name: 'Countersign Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIAL, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: events,
        default: ['envelope_completed'],
        required: true,
        description: 'An organization has one webhook: it can call one workflow, and no other receiver then',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: HookContext): Promise<boolean> {
        const { url, active } = await ask(this, 'GET');
        return (
          active && url === this.getNodeWebhookUrl('default') && Boolean(this.getWorkflowStaticData('node').secret)
        );
      },

      async create(this: HookContext): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default');
        const now = await ask(this, 'GET');
        if (now.active && now.url !== url) {
          throw new Error(`The organization's webhook is in use by ${now.url}. Switch it off there first.`);
        }
        const chosen = this.getNodeParameter('events') as string[];
        const wanted = Object.fromEntries(events.map(({ value }) => [value, chosen.includes(value)]));
        await ask(this, 'PATCH', { url, active: true, events: wanted });
        const { secret_key } = await ask(this, 'PUT', undefined, '/rotate-secret');
        this.getWorkflowStaticData('node').secret = secret_key;
        return true;
      },

      async delete(this: HookContext): Promise<boolean> {
        await ask(this, 'PATCH', { active: false });
        delete this.getWorkflowStaticData('node').secret;
        return true;
      },
    },
  };

  /** Takes a call that the platform has signed; refuses any other with 401. */
  async webhook(this: WebhookContext): Promise<WebhookAnswer> {
    const { secret } = this.getWorkflowStaticData('node');
    try {
      const text = new TextDecoder().decode(this.getRequestObject().rawBody);
      const event = new Webhook(String(secret)).verify(text, this.getHeaderData());
      return { workflowData: [[{ json: event }]] };
    } catch {
      this.getResponseObject().status(401).end();
      return { noWebhookResponse: true };
    }
  }
}

const ask = async (context: HookContext, method: string, body?: unknown, more = ''): Promise<Registered> => {
  const { url } = await context.getCredentials(CREDENTIAL);
  const address = `${String(url).replace(/\/+$/, '')}/v2/webhooks${more}`;
  const request: HttpRequest = { method, url: address, json: true, ...(body !== undefined && { body }) };
  return (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request)) as Registered;
};
