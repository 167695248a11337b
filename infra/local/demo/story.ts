import { openAccount } from './account.ts';
import type { Api } from './api.ts';
import { type Blank, blanksAtEnd, type Role } from './blanks.ts';
import { LEASE_BLANKS } from './lease.ts';
import { newestMail } from './mail.ts';
import { type Person, people } from './people.ts';
import type { Receiver } from './receiver.ts';
import { keepResults } from './results.ts';
import { detail, step } from './say.ts';
import { sign } from './sign.ts';

export interface Envelope {
  id: string;
  status: string;
  signed: boolean;
  recipients: { role_name: Role; status: string }[];
  documents: { id: string; type: 'attachment' | 'certificate' }[];
}

interface Template {
  id: string;
  name: string;
  is_sendable: boolean;
  documents: { pages: number; page_sizes: Record<string, { width: number }> }[];
}

interface Upload {
  id: string;
  url: string;
  headers: Record<string, string>;
}

/** The document to sign: the demo's own lease, or a given file. */
export interface Given {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  isLease: boolean;
}

/** Plays the whole story, and leaves the results in `folder`. Throws if anything is wrong. */
export const play = async (api: Api, receiver: Receiver, given: Given, folder: string, tag: string): Promise<void> => {
  const { sender, signers } = people(tag);
  const token = await openAccount(api, sender);
  await setWebhook(api, token, receiver);
  const { template, blanks } = await makeTemplate(api, token, given);
  const envelope = await sendEnvelope(api, token, template, signers);

  await sign(api, envelope.id, 'Tenant', signers.Tenant, blanks);
  await sign(api, envelope.id, 'Landlord', signers.Landlord, blanks);

  step('The documents are sealed, the certificate of completion is made, and everybody gets a mail');
  await newestMail(api, sender.email);
  await newestMail(api, signers.Tenant.email);
  await newestMail(api, signers.Landlord.email);
  const { content: done } = await api.call<Envelope>('GET', `/v2/envelopes/${envelope.id}`, { token });
  detail(`the envelope is ${done.status}, signed: ${done.signed}, with ${done.documents.length} documents`);
  if (done.status !== 'complete' || !done.signed) throw new Error('The envelope was not completed');

  step('The webhook’s receiver has verified what it got');
  for (const { type } of receiver.received) detail(type);
  const completions = receiver.received.filter(({ type }) => type === 'envelope_completed').length;
  if (completions !== 1 || receiver.refused > 0) throw new Error('The webhook was not called as it should be');
  await keepResults(api, token, done, folder);
};

const EVENTS = [
  'template_created',
  'envelope_created',
  'envelope_completed',
  'recipient_invited',
  'recipient_opened',
  'recipient_disclosure_accepted',
  'recipient_submitted',
];

const setWebhook = async (api: Api, token: string, receiver: Receiver): Promise<void> => {
  step('The application asks to be called back');
  const { content } = await api.call<{ secret_key: string }>('PATCH', '/v2/webhooks', {
    token,
    body: { url: receiver.url, active: true, events: Object.fromEntries(EVENTS.map((event) => [event, true])) },
  });
  receiver.secret = content.secret_key;
  detail(`calls to ${receiver.url}, signed with a secret that is shown once`);
};

const makeTemplate = async (api: Api, token: string, given: Given) => {
  step(`It makes a template of ${given.name}`);
  const { content: template } = await api.call<Template>('POST', '/v2/templates', {
    token,
    body: {
      name: given.name.replace(/\.pdf$/i, ''),
      documents: [{ data: await documentData(api, token, given), name: given.name }],
      roles: [
        { name: 'Tenant', type: 'signer', sequence: 1 },
        { name: 'Landlord', type: 'signer', sequence: 2 },
      ],
    },
  });
  const [document] = template.documents;
  const pages = document?.pages ?? 0;
  const blanks = given.isLease ? LEASE_BLANKS : blanksAtEnd(pages, document?.page_sizes[pages]?.width ?? 612);
  for (const { by, fill, ...field } of blanks) {
    const body = { ...field, role_name: by, required: fill !== undefined };
    await api.call('POST', `/v2/fields/${template.id}`, { token, body });
  }
  const { content: ready } = await api.call<Template>('GET', `/v2/templates/${template.id}`, { token });
  detail(`${pages} pages, ${blanks.length} fields, is_sendable: ${ready.is_sendable}`);
  return { template: ready, blanks: blanks as readonly Blank[] };
};

/** The file as base64, which a request can carry up to about 3 MB; above that the id of an upload. */
const documentData = async (api: Api, token: string, { name, bytes }: Given): Promise<string> => {
  if (bytes.length <= LARGEST_DATA) return Buffer.from(bytes).toString('base64');
  const body = { name, size: bytes.length };
  const { content } = await api.call<Upload>('POST', '/v2/uploads', { token, body });
  const put = await fetch(content.url, { method: 'PUT', headers: content.headers, body: bytes });
  if (!put.ok) throw new Error(`The upload of ${name} answered ${put.status}`);
  detail(`PUT of ${bytes.length} bytes to the link → ${put.status}`);
  return content.id;
};

const LARGEST_DATA = 3 * 1024 * 1024;

const sendEnvelope = async (
  api: Api,
  token: string,
  template: Template,
  signers: Record<Role, Person>,
): Promise<Envelope> => {
  step('It sends an envelope made from it, first to the tenant, then to the landlord');
  const { content } = await api.call<Envelope>('POST', '/v2/envelopes', {
    token,
    body: {
      template_id: template.id,
      name: template.name,
      recipients: Object.entries(signers).map(([role_name, person]) => ({ role_name, ...person })),
    },
  });
  const states = content.recipients.map(({ role_name, status }) => `${role_name} ${status}`).join(', ');
  detail(`the envelope is ${content.status}: ${states}`);
  return content;
};
