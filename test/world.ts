import { agree, linkTo, openLink } from '../infra/local/story/signing.ts';
import type { Answered, Api, Person } from './api.ts';
import { addPasskey, atName } from './passkeys/authenticator.ts';
import { strokeOnWhite } from './pictures.ts';
import { base64, lease, pdf } from './templates/material.ts';
import { knownService } from './trust-services/known-service.ts';

/** One of everything that belongs to one person's organization, and a recipient's session. */
export interface World {
  owner: Person;
  /** A recipient's token, for an envelope that is on its way. */
  signer: string;
  /** Ids of real records by the path variable that takes them, for operations whose route begins with `under`. */
  ids: { under: string; values: Record<string, string> }[];
}

/** Makes a template, an envelope, an API key, and so on, all of one new organization. */
export const makeWorld = async (api: Api): Promise<World> => {
  const owner = await api.signUp();
  const as = api.as(owner);
  const made = async <B>(answer: Promise<Answered<B>>, what: string): Promise<B> => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };

  const template = await made(as.createTemplate({ body: lease() }), 'createTemplate');
  const draft = await made(as.createDraft({ body: { name: 'Plan', template_id: template.id } }), 'createDraft');
  const batch = await made(
    as.createBatch({ body: { template_id: template.id, rows: [{ Tenant: 'Ada Lovelace' }] } }),
    'createBatch',
  );
  const envelope = await made(as.createEnvelope({ body: directEnvelope(owner.email) }), 'createEnvelope');
  const apiKey = await made(as.createApiKey({ body: { name: 'World' } }), 'createApiKey');
  const app = await made(as.createOauthApp({ body: oauthApp }), 'createOauthApp');
  const picture = `data:image/png;base64,${strokeOnWhite().toString('base64')}`;
  const signature = await made(as.createSignatureBlock({ body: { signature: picture } }), 'createSignatureBlock');
  const initials = await made(as.createInitialsBlock({ body: { initial: picture } }), 'createInitialsBlock');
  const sessions = await made(as.getSessions(), 'getSessions');
  const { passkey_id } = await atName(api, () => addPasskey(api, owner));
  const organizationid = owner.organization_id;
  const brand = await made(as.createBrand({ path: { organizationid }, body: { key: 'world' } }), 'createBrand');
  const person = { first_name: 'Grace', last_name: 'Hopper', email: `grace-${owner.email}` };
  const member = await made(as.createOrganizationMember({ body: person }), 'createOrganizationMember');
  const { domain } = await made(
    as.addSignInDomain({ path: { organization_id: organizationid }, body: { domain: 'world.example' } }),
    'addSignInDomain',
  );
  const { id: token_id } = await made(
    as.createDirectoryToken({ path: { organization_id: organizationid } }),
    'createDirectoryToken',
  );
  const recipientProvider = await made(
    as.createRecipientProvider({
      path: { organization_id: organizationid },
      body: { name: 'World', issuer: 'https://login.example.com', client_id: 'world', client_secret: null },
    }),
    'createRecipientProvider',
  );
  const trustService = await made(
    as.createTrustService({ path: { organization_id: organizationid }, body: (await knownService()).settings() }),
    'createTrustService',
  );
  const contact = await made(as.createOrganizationContact({ body: person }), 'createOrganizationContact');
  const group = await made(as.createGroup({ body: { name: 'World' } }), 'createGroup');
  const invitation = await made(
    as.createOrganizationInvitation({ body: { ...person, email: `invited-${owner.email}`, role: 'member' } }),
    'createOrganizationInvitation',
  );
  const delivery = await someDelivery(api, owner);
  const receiver = await made(
    as.createWebhookReceiver({ body: { url: NOBODY, events: ['template_created'] } }),
    'createWebhookReceiver',
  );
  const words = { type: 'email', event_name: 'envelope:canceled', text_template: 'Sorry, {{name}}.' };
  const ownWords = await made(as.createNotificationTemplate({ body: words }), 'createNotificationTemplate');

  const link = await linkTo(api, owner.email);
  const { role_name, key } = link;
  const signer = await openLink(api, link);
  await agree(api, signer);
  const drawing = await made(api.as(signer).startDrawing(), 'startDrawing');

  const [notification] = await made(as.getNotifications(), 'getNotifications');

  const envelopeIds = {
    envelope_id: envelope.id,
    ids: envelope.id,
    role_name,
    field_name: envelope.fields[0].name,
    document_id: envelope.documents[0].id,
    key,
  };
  const templateLink = await made(
    as.createTemplateLink({ path: { template_id: template.id }, body: { recipients: [LANDLORD] } }),
    'createTemplateLink',
  );
  const templateIds = {
    link_id: templateLink.id,
    template_id: template.id,
    document_id: template.documents[0].id,
    role_name: template.roles[0].name,
    field_name: template.fields[0].name,
  };
  return {
    owner,
    signer: signer.signer,
    ids: [
      { under: '/v2/envelope', values: { ...envelopeIds, passkey_id } },
      { under: '/v2/sign/drawings', values: { id: drawing.id } },
      { under: '/v2/sign/', values: envelopeIds },
      { under: '/v2/kba/', values: envelopeIds },
      { under: '/v2/template', values: templateIds },
      { under: '/v2/batches', values: { batch_id: batch.id } },
      { under: '/start/', values: templateIds },
      { under: '/v2/drafts', values: { draft_id: draft.id, role_name: template.roles[0].name } },
      { under: '/v2/roles', values: templateIds },
      { under: '/v2/fields', values: templateIds },
      { under: '/v2/api-keys', values: { client_id: apiKey.client_id } },
      { under: '/v2/oauth2/apps', values: { client_id: app.client_id } },
      { under: '/v2/profiles/signatures', values: { id: signature.id } },
      { under: '/v2/profiles/initials', values: { id: initials.id } },
      { under: '/v2/profiles', values: { profile_id: owner.profile_id } },
      {
        under: '/v2/organizations',
        values: {
          organization_id: organizationid,
          organizationid,
          brandid: brand.id,
          domain,
          token_id,
          provider_id: recipientProvider.id,
          service_id: trustService.id,
        },
      },
      { under: '/v2/organization-members', values: { profile_id: member.id, session_id: sessions[0].id } },
      { under: '/scim/v2', values: { path: 'Users' } },
      { under: '/v2/users/identities', values: { provider: 'google' } },
      { under: '/v2/users/authenticate/provider', values: { organization_id: organizationid } },
      { under: '/sign-in', values: { organization_id: organizationid } },
      { under: '/v2/organization-contacts', values: { profile_id: contact.id } },
      { under: '/v2/organization-groups', values: { group_id: group.id, profile_id: member.id } },
      { under: '/v2/organization-invitations', values: { email: invitation.email } },
      { under: '/v2/users/sessions', values: { session_id: sessions[0].id } },
      { under: '/v2/users/passkeys', values: { passkey_id } },
      { under: '/v2/webhooks/deliveries', values: { id: delivery } },
      {
        under: '/v2/webhooks/receivers',
        values: { receiver_id: receiver.id, id: await deliveryOf(api, owner, receiver.id) },
      },
      { under: '/v2/notifications/templates', values: { id: ownWords.id } },
      { under: '/v2/notifications', values: { id: notification.id } },
    ],
  };
};

/** An event's delivery in the log, failed: nothing listens where the webhook points. */
const someDelivery = async (api: Api, owner: Person): Promise<string> => {
  await api.as(owner).setWebhooks({ body: { url: NOBODY, active: true, events: { template_created: true } } });
  await api.as(owner).testWebhook();
  await api.settle();
  const { body } = await api.as(owner).getWebhookDeliveries();
  return body.deliveries[0].id;
};

/** The same in the log of a webhook beside the first. */
const deliveryOf = async (api: Api, owner: Person, receiver_id: string): Promise<string> => {
  await api.as(owner).testWebhookReceiver({ path: { receiver_id } });
  await api.settle();
  const { body } = await api.as(owner).getWebhookReceiverDeliveries({ path: { receiver_id } });
  return body.deliveries[0].id;
};

const LANDLORD = { role_name: 'Landlord & owner', first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com' };

/** An address at which nothing listens. */
const NOBODY = 'http://127.0.0.1:9/';

const directEnvelope = (email: string) => ({
  name: 'World',
  documents: [{ name: 'world.pdf', data: base64(pdf()) }],
  recipients: [
    { role_name: 'Signer', type: 'signer', first_name: 'Ada', last_name: 'Lovelace', email, sequence: 1, order: 1 },
  ],
  fields: [
    { document_id: 0, name: 'note', role_name: 'Signer', type: 'textbox', page: 1, x: 72, y: 72, required: false },
  ],
});

const oauthApp = { name: 'World', redirect_uris: ['https://app.example.com/callback'] };
