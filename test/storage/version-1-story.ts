import { agree, fill } from '../../infra/local/story/signing.ts';
import { findEnvelopeState } from '../../lib/storage/envelopes/read.ts';
import type { Api, Person } from '../api.ts';
import { createSignature, ok, openSession, pdf, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

/**
 * Has an organization store one of each of its main records: an envelope that is sealed, one under way, a template, a
 * brand and so on.
 */
export const playVersion1 = async (api: Api): Promise<Person> => {
  const owner = await api.signUp();
  const as = api.as(owner);
  const organization = { organizationid: owner.organization_id };
  ok(await as.createBrand({ path: organization, body: { key: 'garden-flats' } }));
  ok(await as.createApiKey({ body: { name: 'Billing' } }));
  ok(await as.createGroup({ body: { name: 'Letting' } }));
  ok(
    await as.createOrganizationContact({ body: { first_name: 'Cleo', last_name: 'Brook', email: 'cleo@example.com' } }),
  );
  ok(await as.createTemplate({ body: template() }));
  const sealed = await sendEnvelope(api, owner, [recipient('Tenant', 1), recipient('Landlord', 2)]);
  await sign(api, sealed, 'Tenant');
  await sign(api, sealed, 'Landlord');
  const open = await sendEnvelope(api, owner, [recipient('Tenant', 1), recipient('Witness', 2)]);
  const session = await openSession(api, open, 'Tenant');
  await agree(api, session);
  await fill(api, session, 'signature-Tenant', await createSignature(api, session));
  await api.settle();
  return owner;
};

const template = () => ({
  name: 'Lease',
  documents: [{ name: 'lease.pdf', data: pdf() }],
  roles: [{ name: 'Tenant', type: 'signer' }],
  fields: [{ name: 'place', role_name: 'Tenant', type: 'textbox', document_id: 0, page: 1, x: 72, y: 144 }],
});

/** All that the owner of such a table reads of it, after signing in. */
export const readAll = async (api: Api, { email, password }: Pick<Person, 'email' | 'password'>) => {
  const body = { grant_type: 'password', username: email, password };
  const as = api.as({ token: ok(await api.anyone.authenticate({ body })).access_token });
  const { organization_id: organizationid } = ok(await as.getProfiles())[0];
  const envelopes: { id: string; name: string }[] = ok(await as.getEnvelopes()).envelopes;
  const [template] = ok(await as.getTemplates()).templates;
  const read = {
    envelopes: await Promise.all(envelopes.map(({ id }) => findEnvelopeState(id))),
    listed: envelopes,
    audits: await Promise.all(
      envelopes.map(async ({ id }) => ok(await as.getEnvelopeAudit({ path: { envelope_id: id } }))),
    ),
    template: ok(await as.getTemplate({ path: { template_id: template.id } })),
    brands: ok(await as.getBrands({ path: { organizationid } })),
    keys: ok(await as.getApiKeys()),
    groups: ok(await as.getGroups()),
    contacts: ok(await as.getOrganizationContacts()),
  };
  return JSON.parse(JSON.stringify(read).replaceAll(api.url, 'http://127.0.0.1:4000'));
};
