import { Webhook } from 'standardwebhooks';
import { events } from './generated/events.gen.ts';
import type { HookContext, HttpRequest, WebhookAnswer, WebhookContext } from './n8n.ts';

const CREDENTIAL = 'countersignApi';

/** A webhook, as the platform answers it. */
interface Receiver {
  id: string;
  url: string;
  state: 'active' | 'behind' | 'gone' | 'off';
  secret_key: string | null;
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
        description: 'The workflow has a webhook of its own, which delays no other of the organization',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: HookContext): Promise<boolean> {
        const { id, secret } = this.getWorkflowStaticData('node');
        const own = (await list(this)).find((one) => one.id === id);
        const isOn = own?.state === 'active' || own?.state === 'behind';
        return isOn && own.url === this.getNodeWebhookUrl('default') && Boolean(secret);
      },

      async create(this: HookContext): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default');
        await removeOwn(this);
        const chosen = this.getNodeParameter('events') as string[];
        const made = await ask<Receiver>(this, 'POST', '', { url, description: 'n8n', events: chosen });
        Object.assign(this.getWorkflowStaticData('node'), { id: made.id, secret: made.secret_key });
        return true;
      },

      async delete(this: HookContext): Promise<boolean> {
        await removeOwn(this);
        const data = this.getWorkflowStaticData('node');
        delete data.id;
        delete data.secret;
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

const list = (context: HookContext): Promise<Receiver[]> => ask<Receiver[]>(context, 'GET', '');

/** Removes the workflow's webhook, also one of which n8n has lost what it knew. */
const removeOwn = async (context: HookContext): Promise<void> => {
  const { id } = context.getWorkflowStaticData('node');
  const url = context.getNodeWebhookUrl('default');
  for (const one of await list(context)) {
    if (one.id === id || one.url === url) await ask(context, 'DELETE', `/${one.id}`);
  }
};

const ask = async <Answer>(context: HookContext, method: string, more: string, body?: unknown): Promise<Answer> => {
  const { url } = await context.getCredentials(CREDENTIAL);
  const address = `${String(url).replace(/\/+$/, '')}/v2/webhooks/receivers${more}`;
  const request: HttpRequest = { method, url: address, json: true, ...(body !== undefined && { body }) };
  return (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request)) as Answer;
};
