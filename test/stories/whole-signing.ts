import { expect } from 'vitest';
import type { OperationId } from '../../functions/index.ts';
import { PASSWORD, setWebhook, signUp } from '../../infra/local/story/account.ts';
import { bytesOf, type Caller, type Session } from '../../infra/local/story/caller.ts';
import { linkTo, openLink, pageLink, sign } from '../../infra/local/story/signing.ts';
import { signaturePicture } from '../pictures.ts';
import { expectUnbroken } from '../resilience/chain.ts';
import { type Received, startReceiver } from '../webhooks-api/receiver.ts';
import { pdf, recipient } from './envelope.ts';

const ROLES = ['Tenant', 'Landlord'];

const onPage = (name: string, role_name: string, type: string, y: number) => ({
  ...{ name, role_name, type, page: 1, x: 72, y, required: true },
});

const FIELDS = ROLES.flatMap((role, index) => [
  onPage(`signature of ${role}`, role, 'signature', 72 + 100 * index),
  onPage(`note of ${role}`, role, 'textbox', 130 + 100 * index),
]);

let signings = 0;

/**
 * A whole signing, from the sender's sign-up over template, envelope, both signers' parts and sealing to what is
 * downloaded in the end. Returns all its results, without the parts that differ in every signing.
 */
export const playSigning = async (caller: Caller) => {
  signings += 1;
  const email = `sender-${signings}-${Date.now()}@example.com`;
  const receiver = await startReceiver();
  try {
    const account = {
      email,
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Marlow',
      org_name: 'Marlow',
      phone: '',
    };
    // By the link: a request that is repeated because a call failed uses up the few guesses of a code.
    const sender: Session = { token: (await signUp(caller, account, 'link')).access_token };
    await setWebhook(caller, sender, receiver.url);
    const template = await caller.call('createTemplate', sender, { body: templateBody() });
    const people = ROLES.map((role, index) => recipient(role, index + 1));
    const body = { template_id: template.id, name: 'Lease', recipients: people };
    const envelope = await caller.call('createEnvelope', sender, { body });
    const other = await caller.call('createEnvelope', sender, { body: directBody(people) });
    // An envelope that is canceled before its invitations are sent sends none.
    await caller.settle();
    await caller.call('cancelEnvelope', sender, { path: { envelope_id: other.id }, body: { action: 'cancel' } });
    for (const { role_name, email: address } of people) await signAs(caller, role_name, address, envelope.id);
    await caller.settle();
    return await resultsOf({ caller, sender, email, envelope_id: envelope.id, people, receiver });
  } finally {
    await receiver.stop();
  }
};

const templateBody = () => ({
  name: 'Lease',
  documents: [{ name: 'lease.pdf', data: pdf(2) }],
  roles: ROLES.map((name, index) => ({ name, type: 'signer', sequence: index + 1 })),
  fields: FIELDS,
});

const directBody = (people: ReturnType<typeof recipient>[]) => ({
  name: 'A mistake',
  documents: [{ name: 'mistake.pdf', data: pdf() }],
  recipients: people,
  fields: FIELDS.map((field) => ({ ...field, document_id: 0 })),
});

const signAs = async (caller: Caller, role_name: string, email: string, envelope_id: string): Promise<void> => {
  const signer = await openLink(caller, await linkTo(caller, email, envelope_id));
  const document_id = signer.envelope.documents[0]?.id ?? '';
  const submitted = await sign(caller, signer, {
    values: {
      [`signature of ${role_name}`]: { kind: 'signature', picture: signaturePicture() },
      [`note of ${role_name}`]: `${role_name} was here`,
    },
    read: async () => {
      const page = await pageLink(caller, signer, document_id, 1, 'filled');
      expect((await fetch(page)).status).toBe(200);
    },
  });
  expect(submitted.status).toBe('submitted');
  expect(await caller.call('getSignatures', signer)).toHaveLength(1);
};

/**
 * After so many failed sealings the envelope says that it isn't sealed yet: that differs from a signing without faults.
 */
const SEAL_FAILED = 'envelope:seal_failed';
const SEAL_FAILED_SUBJECT = /could not be sealed yet$/;

interface Played {
  caller: Caller;
  sender: Session;
  email: string;
  envelope_id: string;
  people: { email: string; role_name: string }[];
  receiver: { received: Received[] };
}

const resultsOf = async ({ caller, sender, email, envelope_id, people, receiver }: Played) => {
  const read = <Id extends OperationId>(operation: Id, path?: Record<string, string>) =>
    caller.call(operation, sender, { path });
  const envelope = await read('getEnvelope', { envelope_id });
  const audit = await read('getEnvelopeAudit', { envelope_id });
  expectUnbroken(audit);
  const envelopes = await read('getEnvelopes');
  const templates = await read('getTemplates');
  const usage = await read('getOrganizationUsage', { organization_id: envelope.organization_id });
  const notifications = await read('getNotifications');
  const mailsTo = async (address: string) =>
    (await caller.messages(address))
      .map(({ subject }) => subject)
      .filter((subject) => !SEAL_FAILED_SUBJECT.test(subject))
      .toSorted();
  return {
    envelope: {
      status: envelope.status,
      signed: envelope.signed,
      recipients: envelope.recipients.map(pick('role_name', 'status', 'agreed')),
      fields: envelope.fields.map(pick('name', 'value', 'prepared')),
      // The certificate lists the trail, which may have such an event more.
      documents: envelope.documents.map(({ type, name, pages, signed }) => ({
        type,
        name,
        signed,
        ...(type === 'certificate' ? {} : { pages }),
      })),
    },
    events: audit.events.filter(({ event }) => event !== SEAL_FAILED).map(pick('event', 'role_name')),
    files: await files(caller, sender, envelope),
    envelopes: { count: envelopes.count, statuses: envelopes.envelopes.map(pick('name', 'status')) },
    templates: { count: templates.count, used: templates.templates.map(pick('name', 'counter')) },
    usage: Object.values(usage),
    notifications: notifications
      .filter(({ event_name }) => event_name !== SEAL_FAILED)
      .map(pick('event_name'))
      .toSorted(byText),
    mails: [await mailsTo(email), ...(await Promise.all(people.map((one) => mailsTo(one.email))))],
    webhooks: webhooks(receiver.received),
  };
};

/** Each event once, even if it was sent several times: always with the same id and content. */
const webhooks = (received: readonly Received[]) => {
  const texts = new Map<string, Received>();
  for (const one of received) {
    const id = String(one.headers['webhook-id']);
    expect(one.text).toBe((texts.get(id) ?? one).text);
    texts.set(id, one);
  }
  return [...texts.values()]
    .filter(({ body }) => body.data.event !== SEAL_FAILED)
    .map(({ body }) => ({ type: body.type, role: body.data.role_name ?? null }))
    .toSorted(byText);
};

const files = async (
  caller: Caller,
  sender: Session,
  envelope: { id: string; documents: { id: string; type: string }[] },
) => {
  const path = { document_id: envelope.documents[0]?.id ?? '' };
  const file = async (query: Record<string, string | boolean>) =>
    bytesOf(await caller.call('getEnvelopeDocument', sender, { path, query }));
  const sealed = await file({ type: 'file' });
  // One document for each signing, because the number of verifications for one address is limited.
  const body = { data: Buffer.from(sealed).toString('base64') };
  const verdict = pick(
    'status',
    'sealed_by_us',
    'ours',
    'unchanged',
    'intact',
  )(await caller.call('verifyDocument', {}, { body }));
  const combined = await file({ type: 'file', combined: true });
  const zip = bytesOf(await caller.call('getEnvelopesZip', sender, { path: { ids: envelope.id } }));
  return { verdict, combined: startOf(combined), zip: startOf(zip) };
};

const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 4)).toString('latin1');

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const pick =
  (...names: string[]) =>
  (record: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
