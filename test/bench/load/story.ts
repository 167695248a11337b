import { PDF } from '@libpdf/core';
import { drawSignature } from '../../../infra/local/demo/signature.ts';
import type { Call } from './client.ts';

const ROLES = ['Tenant', 'Landlord'] as const;

/** An account with an API key, a token got by it, and a template of one page that two sign. */
export interface Account {
  token: string;
  key: { client_id: string; client_secret: string };
  template_id: string;
}

export const openAccount = async (call: Call): Promise<Account> => {
  const email = 'ada@example.com';
  const person = { email, password: 'correct horse battery staple', first_name: 'Ada', last_name: 'Marlow', phone: '' };
  await call('POST', '/v2/profiles', { body: { ...person, org_name: 'Marlow & Co' } });
  await call('POST', '/local/settle');
  const [mail] = await call<{ code: string }[]>('GET', `/local/messages?to=${email}`);
  const { access_token } = await call<{ access_token: string }>('POST', '/v2/users/verify', {
    body: { email, token: mail?.code },
  });
  const key = await call<Account['key']>('POST', '/v2/api-keys', { token: access_token, body: { name: 'Bench' } });
  const token = await getToken(call, key);
  const template_id = await makeTemplate(call, token);
  return { token, key, template_id };
};

export const getToken = async (call: Call, { client_id, client_secret }: Account['key']): Promise<string> =>
  (
    await call<{ access_token: string }>('POST', '/v2/oauth2/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret },
    })
  ).access_token;

const makeTemplate = async (call: Call, token: string): Promise<string> => {
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
  const { id } = await call<{ id: string }>('POST', '/v2/templates', {
    token,
    body: {
      name: 'Agreement',
      documents: [{ data, name: 'agreement.pdf' }],
      roles: ROLES.map((name) => ({ name, type: 'signer', sequence: 1 })),
      fields,
    },
  });
  return id;
};

export const sendEnvelope = async (call: Call, { token, template_id }: Account): Promise<string> => {
  const recipients = ROLES.map((role_name) => ({
    role_name,
    first_name: role_name,
    last_name: 'Quill',
    email: `${role_name.toLowerCase()}@example.com`,
  }));
  const { id } = await call<{ id: string }>('POST', '/v2/envelopes', {
    token,
    body: { template_id, name: 'Agreement', recipients },
  });
  return id;
};

/** One recipient of an envelope who has accepted the disclosures, with their session's token. */
export interface Signer {
  path: string;
  role: string;
  signer: string;
}

export const openSigning = async (call: Call, account: Account, envelope_id: string, role: string): Promise<Signer> => {
  const { access_token: signer } = await call<{ access_token: string }>(
    'POST',
    `/v2/sign/in-person/${envelope_id}/${role}`,
    { token: account.token },
  );
  const path = `/v2/envelopes/${envelope_id}/recipients/${role}`;
  await call('POST', `${path}/agree`, { signer, body: { disclosures: 'I agree to sign electronically.' } });
  return { path, role, signer };
};

export const fillText = (call: Call, { path, role, signer }: Signer, value: string): Promise<unknown> =>
  call('PUT', `${path}/fields/${role}%20name`, { signer, body: { value, prepared: false } });

const picture = new Blob([drawSignature('Theo Quill')], { type: 'image/png' });

/** Sends an envelope, which both recipients fill, sign and submit. Sealing follows in the background. */
export const signEnvelope = async (call: Call, account: Account): Promise<string> => {
  const id = await sendEnvelope(call, account);
  for (const role of ROLES) {
    const session = await openSigning(call, account, id, role);
    const { path, signer } = session;
    await fillText(call, session, 'Theo Quill');
    const form = new FormData();
    form.append('signature', picture, 'signature.png');
    const block = await call<{ id: string }>('POST', '/v2/profiles/signatures', { signer, form });
    await call('PUT', `${path}/fields/${role}%20signature`, { signer, body: { value: block.id, prepared: false } });
    await call('POST', `${path}/submit`, { signer, body: {} });
  }
  return id;
};
