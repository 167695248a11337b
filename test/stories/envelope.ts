import {
  adopt,
  agree,
  fill,
  linkTo,
  openLink,
  type Signer,
  submit as submitPart,
} from '../../infra/local/story/signing.ts';
import type { Read } from '../answers.ts';
import type { Api, Person } from '../api.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { signaturePicture } from '../pictures.ts';

/** A PDF of `pages` Letter pages, as base64. */
export const pdf = (pages = 1): string =>
  Buffer.from(withTable(pagesOf(...Array.from({ length: pages }, () => LETTER)))).toString('base64');

let people = 0;

/** A recipient whom nobody else writes to. */
export const recipient = (role_name: string, sequence: number, more: Record<string, unknown> = {}) => {
  people += 1;
  return {
    role_name,
    type: 'signer',
    first_name: role_name,
    last_name: 'Person',
    email: `recipient-${process.pid}-${people}@example.com`,
    sequence,
    ...more,
  };
};

type Field = Record<string, unknown>;

export const signatureField = (role_name: string, name = `signature-${role_name}`): Field => ({
  name,
  role_name,
  type: 'signature',
  document_id: 0,
  page: 1,
  x: 72,
  y: 72,
  required: true,
});

export type Envelope = Read<'createEnvelope'>;

/** An envelope of one document, each recipient with a required signature unless `fields` says otherwise. */
export const sendEnvelope = (
  api: Api,
  sender: Person,
  recipients: ReturnType<typeof recipient>[],
  more: Record<string, unknown> = {},
): Promise<Envelope> => {
  const body = {
    name: 'An envelope',
    documents: [{ name: 'contract.pdf', data: pdf() }],
    recipients,
    fields: recipients.filter(({ type }) => type === 'signer').map(({ role_name }) => signatureField(role_name)),
    ...more,
  };
  return api.as(sender).createEnvelope({ body }).then(ok);
};

/** The body of a successful answer. */
export const ok = <B>({ status, body }: { status: number; body: B }): B => {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Status and code of an answer, by which tests tell refusals. */
export const refusalOf = ({ status, headers }: { status: number; headers: Headers }): [number, string | null] => [
  status,
  headers.get('x-error-code'),
];

/** The id of an envelope, with what opens it for its recipients. */
export type Opening = Pick<Envelope, 'id'> & { recipients: { role_name: string; email: string; in_app_key: string }[] };

/** Opens the recipient's signing session through the mailed link (or the in-app key, which needs no mail). */
export const openSession = async (
  api: Api,
  envelope: Opening,
  role_name: string,
  by: 'mail' | 'in_app' = 'in_app',
): Promise<Signer & Read<'startSigningSession'>> => {
  const found = envelope.recipients.find((one) => one.role_name === role_name);
  if (!found) throw new Error(`There is no ${role_name}`);
  const link = { envelope_id: envelope.id, role_name, key: found.in_app_key };
  return (await openLink(api, by === 'mail' ? await linkTo(api, found.email) : link)) as Signer &
    Read<'startSigningSession'>;
};

/** Sends a value for a field. The answer may be a refusal. */
export const setField = (api: Api, { signer, envelope_id, role_name }: Signer, field_name: string, value: unknown) =>
  api
    .as({ signer })
    .updateRecipientField({ path: { envelope_id, role_name, field_name }, body: { value, prepared: false } });

/** Adopts a drawn signature. Returns the id of the signature block. */
export const createSignature = (api: Api, signer: Pick<Signer, 'signer'>): Promise<string> =>
  adopt(api, signer, { kind: 'signature', picture: signaturePicture() });

/** Submits. The answer may be a refusal. */
export const submit = ({ as }: Api, { signer, envelope_id, role_name }: Signer) =>
  as({ signer }).submitRecipient({ path: { envelope_id, role_name }, body: {} });

/** Everything up to, but not including, the submit: session, disclosures, signature. */
export const prepareToSubmit = async (
  api: Api,
  envelope: Envelope,
  role_name: string,
  by: 'mail' | 'in_app' = 'in_app',
): Promise<Signer> => {
  const session = await openSession(api, envelope, role_name, by);
  await agree(api, session);
  await fill(api, session, `signature-${role_name}`, await createSignature(api, session));
  return session;
};

/** The recipient signs and submits. */
export const sign = async (api: Api, envelope: Envelope, role_name: string, by: 'mail' | 'in_app' = 'in_app') => {
  const session = await prepareToSubmit(api, envelope, role_name, by);
  await submitPart(api, session);
  return session;
};
