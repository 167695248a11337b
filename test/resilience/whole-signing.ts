import { expect } from 'vitest';
import type { Answered, Api, Say } from '../api.ts';
import { signaturePicture } from '../pictures.ts';
import { pdf, recipient } from '../stories/envelope.ts';
import { type Received, startReceiver } from '../webhooks-api/receiver.ts';
import { type Audit, expectUnbroken } from './chain.ts';
import { listenTo } from './stage.ts';

/** The caller. */
export type Session = { token?: string; signer?: string };
/** Asks for an operation as a client does that repeats what failed, and answers the answer that came in the end. */
export type Ask = (id: string, session: Session, say?: Say) => Promise<Answered>;

const ROLES = ['Tenant', 'Landlord'];
const PASSWORD = 'correct horse battery staple';

const onPage = (name: string, role_name: string, type: string, y: number) => ({
  ...{ name, role_name, type, page: 1, x: 72, y, required: true },
});

const FIELDS = ROLES.flatMap((role, index) => [
  onPage(`signature of ${role}`, role, 'signature', 72 + 100 * index),
  onPage(`note of ${role}`, role, 'textbox', 130 + 100 * index),
]);

let stories = 0;

/**
 * A whole signing, from the sender's sign-up over template, envelope, both signers' ceremonies and sealing to what is
 * downloaded in the end. Returns all its results, without the parts that differ in every signing.
 * `rest` waits until all background work is done.
 */
export const tellSigning = async (api: Api, ask: Ask, rest: () => Promise<void>) => {
  stories += 1;
  const email = `teller-${stories}-${Date.now()}@example.com`;
  const receiver = await startReceiver();
  try {
    const sender: Session = { token: await signUp(api, ask, rest, email) };
    await listenTo({ ...api, as: asking(ask) } as Api, sender as never, receiver.url);
    const { body: template } = await ask('createTemplate', sender, { body: templateBody() });
    const people = ROLES.map((role, index) => recipient(role, index + 1));
    const body = { template_id: template.id, name: 'Lease', recipients: people };
    const { body: envelope } = await ask('createEnvelope', sender, { body });
    const other = await ask('createEnvelope', sender, { body: directBody(people) });
    // Nobody is invited to what was canceled meanwhile.
    await rest();
    await ask('cancelEnvelope', sender, { path: { envelope_id: other.body.id }, body: { action: 'cancel' } });
    for (const { role_name, email: address } of people) {
      await rest();
      await sign(ask, await linkIn(api, address, envelope.id), role_name);
    }
    await rest();
    return await whatIsLeft(api, ask, { sender, email, envelope_id: envelope.id, people, receiver });
  } finally {
    await receiver.stop();
  }
};

const asking = (ask: Ask) => (session: Session) =>
  new Proxy({} as Record<string, (say?: Say) => Promise<Answered>>, {
    get: (_, id: string) => (say?: Say) => ask(id, session, say),
  });

const signUp = async (api: Api, ask: Ask, rest: () => Promise<void>, email: string): Promise<string> => {
  const person = {
    email,
    password: PASSWORD,
    first_name: 'Ada',
    last_name: 'Marlow',
    org_name: 'Marlow & Co',
    phone: '',
  };
  await ask('createProfile', {}, { body: person });
  await rest();
  const [mail] = await api.messages(email);
  // The link, not the code: a request that is asked again because a call failed uses up the few guesses of a code.
  const token = new URLSearchParams(new URL(mail?.links[0] ?? '').hash.slice(1)).get('token');
  const { body } = await ask('verifyEmail', {}, { body: { email, token } });
  return body.access_token;
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

const linkIn = async (api: Api, email: string, envelope_id: string): Promise<Record<string, string>> => {
  const links = (await api.messages(email)).flatMap((mail) => mail.links);
  const link = links.find((one) => one.includes(`/sign/${envelope_id}/`));
  if (!link) throw new Error(`No link to the envelope was sent to ${email}`);
  const [, , , role_name = '', key = ''] = new URL(link).pathname.split('/').map(decodeURIComponent);
  return { envelope_id, role_name, key };
};

const sign = async (ask: Ask, path: Record<string, string>, role_name: string): Promise<void> => {
  const { body: session } = await ask('startSigningSession', {}, { path });
  const signer: Session = { signer: session.access_token };
  const mine = { envelope_id: session.envelope.id, role_name };
  await ask('agreeRecipient', signer, { path: mine, body: { disclosures: 'I agree.' } });
  const document_id = session.envelope.documents[0].id;
  const { body: page } = await ask('getEnvelopeDocumentPage', signer, {
    path: { document_id, variant: 'filled', page: '1' },
  });
  expect((await fetch(page)).status).toBe(200);
  const image = signaturePicture().toString('base64');
  const { body: block } = await ask('createSignatureBlock', signer, { body: { signature: image } });
  const fill = (field_name: string, value: string) =>
    ask('updateRecipientField', signer, { path: { ...mine, field_name }, body: { value, prepared: false } });
  await fill(`signature of ${role_name}`, block.id);
  await fill(`note of ${role_name}`, `${role_name} was here`);
  const { body: done } = await ask('submitRecipient', signer, { path: mine, body: {} });
  expect(done.status).toBe('submitted');
  const { body: profile } = await ask('getSignatures', signer);
  expect(profile).toHaveLength(1);
};

/** After so many failed sealings the envelope says that it isn't sealed yet: that differs from a signing without faults. */
const SEAL_FAILED = 'envelope:seal_failed';
const SEAL_FAILED_SUBJECT = /could not be sealed yet$/;

interface DocumentRecord {
  type: string;
  name: string;
  pages: number;
  signed: boolean;
}

interface Told {
  sender: Session;
  email: string;
  envelope_id: string;
  people: { email: string; role_name: string }[];
  receiver: { received: Received[] };
}

const whatIsLeft = async (api: Api, ask: Ask, { sender, email, envelope_id, people, receiver }: Told) => {
  const path = { envelope_id };
  const { body: envelope } = await ask('getEnvelope', sender, { path });
  const { body: audit } = await ask('getEnvelopeAudit', sender, { path });
  expectUnbroken(audit as Audit);
  const { body: envelopes } = await ask('getEnvelopes', sender);
  const { body: templates } = await ask('getTemplates', sender);
  const { body: usage } = await ask('getOrganizationUsage', sender, {
    path: { organization_id: envelope.organization_id },
  });
  const { body: notifications } = await ask('getNotifications', sender);
  const mailsTo = async (address: string) =>
    (await api.messages(address))
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
      documents: envelope.documents.map(({ type, name, pages, signed }: DocumentRecord) => ({
        type,
        name,
        signed,
        ...(type === 'certificate' ? {} : { pages }),
      })),
    },
    events: audit.events
      .filter(({ event }: { event: string }) => event !== SEAL_FAILED)
      .map(pick('event', 'role_name')),
    files: await files(ask, sender, envelope),
    envelopes: { count: envelopes.count, statuses: envelopes.envelopes.map(pick('name', 'status')) },
    templates: { count: templates.count, used: templates.templates.map(pick('name', 'counter')) },
    usage: Object.values(usage),
    notifications: notifications
      .map(pick('event_name'))
      .filter(({ event_name }: { event_name: string }) => event_name !== SEAL_FAILED)
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
  ask: Ask,
  sender: Session,
  envelope: { id: string; documents: { id: string; type: string }[] },
) => {
  const [first] = envelope.documents;
  const path = { document_id: first?.id ?? '' };
  const { bytes } = await ask('getEnvelopeDocument', sender, { path, query: { type: 'file' } });
  // One document for each signing, because the number of verifications for one address is limited.
  const { body } = await ask('verifyDocument', {}, { body: { data: Buffer.from(bytes).toString('base64') } });
  const verdict = pick('status', 'sealed_by_us', 'ours', 'unchanged', 'intact')(body);
  const combined = await ask('getEnvelopeDocument', sender, { path, query: { type: 'file', combined: true } });
  const zip = await ask('getEnvelopesZip', sender, { path: { ids: envelope.id } });
  return { verdict, combined: startOf(combined), zip: zip.status === 302 ? 'link' : startOf(zip) };
};

const startOf = ({ bytes }: Answered): string => Buffer.from(bytes.subarray(0, 4)).toString('latin1');

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const pick =
  (...names: string[]) =>
  (record: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
