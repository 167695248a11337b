import type { AnswerOf } from '../../../functions/index.ts';
import { setWebhook } from '../story/account.ts';
import type { Caller, Session } from '../story/caller.ts';
import { openAccount } from './account.ts';
import { type Blank, blanksAtEnd, type Role } from './blanks.ts';
import { LEASE_BLANKS } from './lease.ts';
import { newestMail } from './mail.ts';
import { type Person, people } from './people.ts';
import type { Receiver } from './receiver.ts';
import { type Envelope, keepResults } from './results.ts';
import { detail, step } from './say.ts';
import { signAs } from './sign.ts';

type Template = AnswerOf<'getTemplate'>;

/** The document to sign: the demo's own lease, or a given file. */
export interface Given {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  isLease: boolean;
}

/** Plays the whole signing, and leaves the results in `folder`. Throws if anything is wrong. */
export const play = async (
  caller: Caller,
  receiver: Receiver,
  given: Given,
  folder: string,
  tag: string,
): Promise<void> => {
  const { sender, signers } = people(tag);
  const session = await openAccount(caller, sender);
  await listen(caller, session, receiver);
  const { template, blanks } = await makeTemplate(caller, session, given);
  const { id: envelope_id } = await sendEnvelope(caller, session, template, signers);

  await signAs(caller, 'Tenant', signers.Tenant, blanks);
  await signAs(caller, 'Landlord', signers.Landlord, blanks);

  step('The documents are sealed, the certificate of completion is made, and everybody gets a mail');
  for (const { email } of [sender, signers.Tenant, signers.Landlord]) await newestMail(caller, email);
  const done = await caller.call('getEnvelope', session, { path: { envelope_id } });
  detail(`the envelope is ${done.status}, signed: ${done.signed}, with ${done.documents.length} documents`);
  if (done.status !== 'complete' || !done.signed) throw new Error('The envelope was not completed');

  step('The webhook’s receiver has verified what it got');
  for (const { type } of receiver.received) detail(type);
  const completions = receiver.received.filter(({ type }) => type === 'envelope_completed').length;
  if (completions !== 1 || receiver.refused > 0) throw new Error('The webhook was not called as it should be');
  await keepResults(caller, session, done, folder);
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

const listen = async (caller: Caller, session: Session, receiver: Receiver): Promise<void> => {
  step('The application asks to be called back');
  receiver.secret = await setWebhook(caller, session, receiver.url, EVENTS);
  detail(`calls to ${receiver.url}, signed with a secret that is shown once`);
};

const makeTemplate = async (caller: Caller, session: Session, given: Given) => {
  step(`It makes a template of ${given.name}`);
  const template = await caller.call('createTemplate', session, {
    body: {
      name: given.name.replace(/\.pdf$/i, ''),
      documents: [{ data: await documentData(caller, session, given), name: given.name }],
      roles: [
        { name: 'Tenant', type: 'signer', sequence: 1 },
        { name: 'Landlord', type: 'signer', sequence: 2 },
      ],
    },
  });
  const path = { template_id: template.id };
  const [document] = template.documents;
  const pages = document?.pages ?? 0;
  const blanks = given.isLease ? LEASE_BLANKS : blanksAtEnd(pages, document?.page_sizes[pages]?.width ?? 612);
  for (const { by, fill, ...field } of blanks) {
    const body = { ...field, role_name: by, required: fill !== undefined };
    await caller.call('createField', session, { path, body });
  }
  const ready = await caller.call('getTemplate', session, { path });
  detail(`${pages} pages, ${blanks.length} fields, is_sendable: ${ready.is_sendable}`);
  return { template: ready, blanks: blanks as readonly Blank[] };
};

/** The file as base64, which a request can carry up to about 3 MB; above that the id of an upload. */
const documentData = async (caller: Caller, session: Session, { name, bytes }: Given): Promise<string> => {
  if (bytes.length <= LARGEST_DATA) return Buffer.from(bytes).toString('base64');
  const { id, url, headers } = await caller.call('createUpload', session, {
    body: { name, size: bytes.length },
  });
  const put = await fetch(url, { method: 'PUT', headers, body: bytes });
  if (!put.ok) throw new Error(`The upload of ${name} answered ${put.status}`);
  detail(`PUT of ${bytes.length} bytes to the link → ${put.status}`);
  return id;
};

const LARGEST_DATA = 3 * 1024 * 1024;

const sendEnvelope = async (
  caller: Caller,
  session: Session,
  template: Template,
  signers: Record<Role, Person>,
): Promise<Envelope> => {
  step('It sends an envelope made from it, first to the tenant, then to the landlord');
  const envelope = await caller.call('createEnvelope', session, {
    body: {
      template_id: template.id,
      name: template.name,
      recipients: Object.entries(signers).map(([role_name, person]) => ({ role_name, ...person })),
    },
  });
  const states = envelope.recipients.map(({ role_name, status }) => `${role_name} ${status}`).join(', ');
  detail(`the envelope is ${envelope.status}: ${states}`);
  return envelope;
};
