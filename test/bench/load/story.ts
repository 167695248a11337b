import { PDF } from '@libpdf/core';
import { drawSignature } from '../../../infra/local/demo/signature.ts';
import { type ApiKey, authenticateKey, createApiKey, PASSWORD, signUp } from '../../../infra/local/story/account.ts';
import type { Caller, Session } from '../../../infra/local/story/caller.ts';
import { type Signer, sign } from '../../../infra/local/story/signing.ts';

const ROLES = ['Tenant', 'Landlord'] as const;

/** An account with an API key, a session obtained with it, and a template of one page that two sign. */
export interface Account {
  session: Session;
  key: ApiKey;
  template_id: string;
}

export const openAccount = async (caller: Caller): Promise<Account> => {
  const person = { email: 'ada@example.com', password: PASSWORD, first_name: 'Ada', last_name: 'Marlow', phone: '' };
  const { access_token: token } = await signUp(caller, { ...person, org_name: 'Marlow & Co' });
  const key = await createApiKey(caller, { token }, 'Bench');
  const session = { token: (await authenticateKey(caller, key)).access_token };
  return { session, key, template_id: await makeTemplate(caller, session) };
};

const makeTemplate = async (caller: Caller, session: Session): Promise<string> => {
  const pdf = PDF.create();
  pdf.addPage().drawText('The parties agree.', { x: 72, y: 700 });
  const data = Buffer.from(await pdf.save()).toString('base64');
  const fields = ROLES.flatMap((role_name, index) => {
    const at = { role_name, page: 1, x: 72 + index * 240, width: 180, height: 40, required: true };
    return [
      { ...at, name: `${role_name} name`, type: 'textbox', y: 500 },
      { ...at, name: `${role_name} signature`, type: 'signature', y: 400 },
    ];
  });
  const { id } = await caller.call('createTemplate', session, {
    body: {
      name: 'Agreement',
      documents: [{ data, name: 'agreement.pdf' }],
      roles: ROLES.map((name) => ({ name, type: 'signer', sequence: 1 })),
      fields,
    },
  });
  return id;
};

export const sendEnvelope = async (caller: Caller, { session, template_id }: Account): Promise<string> => {
  const recipients = ROLES.map((role_name) => ({
    role_name,
    first_name: role_name,
    last_name: 'Quill',
    email: `${role_name.toLowerCase()}@example.com`,
  }));
  const body = { template_id, name: 'Agreement', recipients };
  return (await caller.call('createEnvelope', session, { body })).id;
};

/** A signing session that the sender hosts. */
export const openInPerson = async (
  caller: Caller,
  { session }: Account,
  envelope_id: string,
  role_name: string,
): Promise<Signer> => {
  const path = { envelope_id, role_name };
  const { access_token } = await caller.call('createInPersonLink', session, { path });
  return { signer: access_token, ...path };
};

const signature = { kind: 'signature', picture: drawSignature('Theo Quill') } as const;

/** Sends an envelope, which both recipients fill, sign and submit. Sealing follows in the background. */
export const signEnvelope = async (caller: Caller, account: Account): Promise<string> => {
  const id = await sendEnvelope(caller, account);
  for (const role of ROLES) {
    const signer = await openInPerson(caller, account, id, role);
    await sign(caller, signer, { values: { [`${role} name`]: 'Theo Quill', [`${role} signature`]: signature } });
  }
  return id;
};
