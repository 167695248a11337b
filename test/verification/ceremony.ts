import { agree, type Signer } from '../../infra/local/story/signing.ts';
import type { Answered, Api, Person } from '../api.ts';
import {
  type Envelope,
  type Opening,
  ok,
  openSession,
  pdf,
  recipient,
  sendEnvelope,
  signatureField,
} from '../stories/envelope.ts';

/** Text in the fields and documents that nobody may see before being verified. */
export const SECRETS = [
  'prepared-secret',
  'placeholder-secret',
  'label-secret',
  'document-secret',
  'data-secret',
  'about-secret',
];

/** An envelope with a signature and a text that says what only verified recipients may read. */
export const sendProtected = (
  api: Api,
  sender: Person,
  details: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Envelope> => {
  const signer = recipient('Signer', 1, details);
  return sendEnvelope(api, sender, [signer], {
    description: 'about-secret',
    data: { note: 'data-secret' },
    documents: [{ name: 'document-secret.pdf', data: pdf() }],
    fields: [signatureField('Signer'), secretText],
    ...more,
  });
};

const secretText = {
  name: 'text',
  role_name: 'Signer',
  type: 'textbox',
  document_id: 0,
  page: 1,
  x: 72,
  y: 300,
  default: 'prepared-secret',
  placeholder: 'placeholder-secret',
  label: 'label-secret',
};

/** A session of the recipient who has opened the envelope and accepted the disclosures. */
export const agreed = async (api: Api, envelope: Opening, role_name = 'Signer'): Promise<Signer> => {
  const session = await openSession(api, envelope, role_name);
  await agree(api, session);
  return session;
};

export const verify = (api: Api, { signer }: Pick<Signer, 'signer'>, body: Record<string, unknown>) =>
  api.as({ signer }).verifySigner({ body });

/** Asks for a one-time code and answers it as it arrives. */
export const receiveCode = async (
  api: Api,
  session: Pick<Signer, 'signer'>,
  auth_method: 'email' | 'sms',
  address: string,
): Promise<string> => {
  ok(await verify(api, session, { auth_method, code: '', resend: true }));
  await api.settle();
  const sent = (await api.messages(address)).find(({ code }) => code);
  if (!sent?.code) throw new Error(`No code was sent to ${address}`);
  return sent.code;
};

/** A code that is certainly not this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The recipient as the sender sees it. */
export const recipientOf = async (api: Api, sender: Person, envelope_id: string, role_name = 'Signer') => {
  const { recipients } = ok(await api.as(sender).getEnvelope({ path: { envelope_id } }));
  return recipients.find((one: { role_name: string }) => one.role_name === role_name);
};

/** The names of what happened, with their details. */
export const eventsOf = async (api: Api, sender: Person, envelope_id: string): Promise<string[]> => {
  const { history_entries } = ok(await api.as(sender).getEnvelope({ path: { envelope_id } }));
  return history_entries.map(({ event, event_detail }: { event: string; event_detail: string }) =>
    `${event} ${event_detail}`.trim(),
  );
};

export const codeOf = ({ status, headers }: Answered): [number, string | null] => [status, headers.get('x-error-code')];
