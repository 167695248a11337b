import { HOUR, timestampIn } from '../../lib/base/clock.ts';
import { newId } from '../../lib/base/ids.ts';
import type { Permission, Role } from '../../lib/people/access/permissions.ts';
import type { Calls } from '../api.ts';
import { settings } from '../identity-providers/company.ts';
import { ok } from '../stories/envelope.ts';
import { knownService } from '../trust-services/known-service.ts';
import type { World } from './callers.ts';
import { type Change, type Thing, thing } from './thing.ts';

/** A trust service that can't be asked: who may register it is told so. */
const goneTrustService = { name: 'Gone', base_url: 'https://127.0.0.1:1', client_id: 'x', client_secret: null };

/** A public client: its secret can be left out. */
const recipientProvider = {
  name: 'Partner',
  issuer: 'https://login.example.com',
  client_id: 'us',
  client_secret: null,
};

const redirect = { name: 'CRM', redirect_uris: 'https://crm.example.com/callback', confidential: true };

/** An event that nothing in the table causes: its webhooks get test events alone, and not what is tried after them. */
const NEVER_HERE = 'organization_deleted';

const KEY_MAKES_NOTHING = 'No key makes or reaches what outlives it. What a key takes away outlives nothing.';

const apiKeys: Change<{ client_id: string; profile_id: string }>[] = [
  {
    by: 'updateApiKey',
    does: 'name',
    strength: 1,
    keeps: true,
    because: KEY_MAKES_NOTHING,
    try: (as, path) => as.updateApiKey({ path, body: { name: 'Renamed' } }),
  },
  {
    by: 'updateApiKey',
    does: 'profile_id',
    strength: 3,
    keeps: true,
    because: KEY_MAKES_NOTHING,
    try: (as, path) => as.updateApiKey({ path, body: { profile_id: path.profile_id } }),
  },
  {
    by: 'rotateApiKey',
    strength: 3,
    keeps: true,
    because: KEY_MAKES_NOTHING,
    try: (as, path) => as.rotateApiKey({ path }),
  },
  { by: 'deleteApiKey', strength: 3, try: (as, path) => as.deleteApiKey({ path }) },
];

const apiKey = (whose: string, profileOf: (world: World) => Promise<string>): Thing =>
  thing({
    name: `The API key of ${whose}`,
    make: async (world) => {
      const profile_id = await profileOf(world);
      const { client_id } = ok(await world.api.as(world.owner).createApiKey({ body: { name: 'Billing', profile_id } }));
      return { client_id, profile_id };
    },
    changes: apiKeys,
  });

interface Member {
  profile_id: string;
  owned: readonly Role[];
  given: readonly Permission[];
}

/** Changes the member, and back again. */
const andBack = async (as: Calls, path: Member, body: object, back: object) => {
  const answer = await as.updateOrganizationMember({ path, body });
  if (answer.status === 200) ok(await as.updateOrganizationMember({ path, body: back }));
  return answer;
};

const memberChanges: Change<Member>[] = [
  {
    by: 'updateOrganizationMember',
    does: 'first_name',
    strength: 1,
    keeps: true,
    try: (as, path) => as.updateOrganizationMember({ path, body: { first_name: newId() } }),
  },
  {
    by: 'updateOrganizationMember',
    does: 'roles',
    strength: 3,
    keeps: true,
    try: (as, path) => andBack(as, path, { roles: ['basic_user'] }, { roles: path.owned }),
  },
  {
    by: 'updateOrganizationMember',
    does: 'permissions',
    strength: 3,
    keeps: true,
    try: (as, path) => andBack(as, path, { permissions: [] }, { permissions: path.given }),
  },
  {
    by: 'actOnOrganizationMember',
    does: 'lock',
    strength: 3,
    keeps: true,
    try: (as, path) => as.actOnOrganizationMember({ path, body: { action: 'lock' } }),
  },
  {
    by: 'actOnOrganizationMember',
    does: 'unlock',
    strength: 2,
    keeps: true,
    try: (as, path) => as.actOnOrganizationMember({ path, body: { action: 'unlock' } }),
  },
  {
    by: 'actOnOrganizationMember',
    does: 'reset_mfa',
    strength: 2,
    keeps: true,
    try: (as, path) => as.actOnOrganizationMember({ path, body: { action: 'reset_mfa' } }),
  },
  {
    by: 'deleteMemberIdentity',
    strength: 3,
    keeps: true,
    // Nobody here has signed in at a provider.
    letIn: 'identity_absent',
    try: (as, path) => as.deleteMemberIdentity({ path }),
  },
  { by: 'deleteOrganizationMember', strength: 3, try: (as, path) => as.deleteOrganizationMember({ path }) },
];

const member = (who: string, roles: Role[], given: Permission[] = []): Thing =>
  thing<Member>({
    name: `The membership of ${who}`,
    make: async ({ colleague }) => ({ ...(await colleague(roles, given)), owned: roles, given }),
    changes: memberChanges,
  });

/** A colleague's session, which those may end who may remove the colleague. */
const sessionOf = (who: string, roles: Role[]): Thing =>
  thing<{ profile_id: string; session_id: string }>({
    name: `A session of ${who}`,
    make: async ({ api, owner, colleague }) => {
      const { profile_id } = await colleague(roles);
      const [session] = ok(await api.as(owner).getOrganizationMemberSessions({ path: { profile_id } }));
      return { profile_id, session_id: session.id };
    },
    changes: [
      {
        by: 'revokeOrganizationMemberSession',
        strength: 3,
        try: (as, path) => as.revokeOrganizationMemberSession({ path }),
      },
      {
        by: 'revokeOrganizationMemberSessions',
        strength: 3,
        try: (as, { profile_id }) => as.revokeOrganizationMemberSessions({ path: { profile_id } }),
      },
    ],
  });

/** A member whose group has a permission that administrators lack. */
const powerfulMember: Thing = thing<Member>({
  name: 'The membership of a member in a group that may do what administrators may not',
  make: async (world) => {
    const made = await world.colleague(['member']);
    const { id: group_id } = await powerfulGroup(world);
    ok(await world.api.as(world.owner).addGroupMember({ path: { group_id }, body: { profile_id: made.profile_id } }));
    return { ...made, owned: ['member'], given: [] };
  },
  changes: memberChanges,
});

const powerfulGroup = async ({ api, owner }: World) =>
  ok(await api.as(owner).createGroup({ body: { name: newId(), permissions: ['org:transfer'] } }));

type Group = { group_id: string; profile_id: string; inside: string };
const groupChanges: Change<Group>[] = [
  {
    by: 'updateGroup',
    does: 'name',
    strength: 1,
    keeps: true,
    try: (as, path) => as.updateGroup({ path, body: { name: newId() } }),
  },
  {
    by: 'updateGroup',
    does: 'permissions',
    strength: 3,
    try: (as, path) => as.updateGroup({ path, body: { permissions: [] } }),
  },
  {
    by: 'addGroupMember',
    strength: 3,
    keeps: true,
    try: (as, path) => as.addGroupMember({ path, body: { profile_id: path.profile_id } }),
  },
  {
    by: 'deleteGroupMember',
    strength: 3,
    keeps: true,
    try: (as, { group_id, inside }) => as.deleteGroupMember({ path: { group_id, profile_id: inside } }),
  },
  { by: 'deleteGroup', strength: 3, try: (as, path) => as.deleteGroup({ path }) },
];

const pairs = new Map<string, readonly [string, string]>();
/** Two colleagues of these roles, whom all groups share. */
const twoOf = async (roles: readonly Role[], colleague: World['colleague']): Promise<readonly [string, string]> => {
  const pair =
    pairs.get(roles.join()) ?? ([(await colleague(roles)).profile_id, (await colleague(roles)).profile_id] as const);
  pairs.set(roles.join(), pair);
  return pair;
};

const group = (name: string, permissions: Permission[], roles: Role[] = ['member']): Thing =>
  thing({
    name,
    make: async ({ api, owner, colleague }): Promise<Group> => {
      const as = api.as(owner);
      const { id: group_id } = ok(await as.createGroup({ body: { name: newId(), permissions } }));
      const [outside, inside] = await twoOf(roles, colleague);
      ok(await as.addGroupMember({ path: { group_id }, body: { profile_id: inside } }));
      return { group_id, profile_id: outside, inside };
    },
    changes: groupChanges,
  });

const invitation = (role: Role): Thing =>
  thing({
    name: `An invitation to become ${role === 'member' ? 'a member' : 'an owner'}`,
    make: async ({ api, owner }) => {
      const email = `${newId()}@example.com`;
      const body = { email, first_name: 'Grace', last_name: 'Hopper', role };
      ok(await api.as(owner).createOrganizationInvitation({ body }));
      return { email };
    },
    changes: [
      {
        by: 'updateOrganizationInvitation',
        does: 'first_name',
        strength: 1,
        keeps: true,
        try: (as, path) => as.updateOrganizationInvitation({ path, body: { first_name: 'Ada' } }),
      },
      { by: 'resendOrganizationInvitation', strength: 1, try: (as, body) => as.resendOrganizationInvitation({ body }) },
      {
        by: 'updateOrganizationInvitation',
        does: 'role',
        strength: 3,
        try: (as, path) => as.updateOrganizationInvitation({ path, body: { role: 'basic_user' } }),
      },
      { by: 'deleteOrganizationInvitation', strength: 3, try: (as, path) => as.deleteOrganizationInvitation({ path }) },
    ],
  });

const person = () => ({ email: `${newId()}@example.com`, first_name: 'Grace', last_name: 'Hopper' });

/** All that people of an organization share. */
export const ORGANIZATION_THINGS: readonly Thing[] = [
  apiKey('an owner', async ({ owner }) => owner.profile_id),
  apiKey('a member', async ({ colleague }) => (await colleague(['member'])).profile_id),
  thing({
    name: 'The API keys and applications of the organization',
    make: async () => ({}),
    changes: [
      {
        by: 'createApiKey',
        strength: 3,
        keeps: true,
        inOwn: true,
        try: (as) => as.createApiKey({ body: { name: 'Mine' } }),
      },
      {
        by: 'createOauthApp',
        strength: 3,
        keeps: true,
        inOwn: true,
        try: (as) => as.createOauthApp({ body: redirect }),
      },
    ],
  }),
  thing({
    name: 'An OAuth application',
    make: async ({ api, owner }) => ({
      client_id: ok(await api.as(owner).createOauthApp({ body: redirect })).client_id,
    }),
    changes: [
      {
        by: 'updateOauthApp',
        strength: 3,
        keeps: true,
        because: KEY_MAKES_NOTHING,
        try: (as, path) => as.updateOauthApp({ path, body: { name: 'Other' } }),
      },
      {
        by: 'rotateOauthApp',
        strength: 3,
        keeps: true,
        because: KEY_MAKES_NOTHING,
        try: (as, path) => as.rotateOauthApp({ path }),
      },
      { by: 'deleteOauthApp', strength: 3, try: (as, path) => as.deleteOauthApp({ path }) },
    ],
  }),
  member('a member', ['member']),
  member('an administrator', ['admin']),
  member('an owner', ['owner']),
  member('a member with an own permission that administrators lack', ['member'], ['org:transfer']),
  sessionOf('a member', ['member']),
  sessionOf('an owner', ['owner']),
  powerfulMember,
  thing({
    name: 'The list of members',
    make: async () => ({}),
    changes: [
      {
        by: 'createOrganizationMember',
        does: 'a member',
        strength: 2,
        keeps: true,
        inOwn: true,
        try: (as) => as.createOrganizationMember({ body: { ...person(), roles: ['member'] } }),
      },
      {
        by: 'createOrganizationInvitation',
        does: 'a member',
        strength: 2,
        keeps: true,
        inOwn: true,
        try: (as) => as.createOrganizationInvitation({ body: { ...person(), role: 'member' } }),
      },
    ],
  }),
  thing({
    name: 'The list of owners',
    make: async () => ({}),
    changes: [
      {
        by: 'createOrganizationMember',
        does: 'an owner',
        strength: 3,
        keeps: true,
        inOwn: true,
        try: (as) => as.createOrganizationMember({ body: { ...person(), roles: ['owner'] } }),
      },
      {
        by: 'createOrganizationInvitation',
        does: 'an owner',
        strength: 3,
        keeps: true,
        inOwn: true,
        try: (as) => as.createOrganizationInvitation({ body: { ...person(), role: 'owner' } }),
      },
    ],
  }),
  invitation('member'),
  invitation('owner'),
  group('A group without permissions', []),
  group('A group of owners', ['envelope:view'], ['owner']),
  group('A group that may do what administrators may not', ['org:transfer']),
  thing({
    name: 'The list of groups',
    make: async () => ({}),
    changes: [
      {
        by: 'createGroup',
        strength: 2,
        keeps: true,
        inOwn: true,
        try: (as) => as.createGroup({ body: { name: newId() } }),
      },
    ],
  }),
  thing({
    name: 'A contact',
    make: async ({ api, owner }) => ({
      profile_id: ok(await api.as(owner).createOrganizationContact({ body: person() })).id,
    }),
    changes: [
      {
        by: 'createOrganizationContact',
        strength: 1,
        keeps: true,
        inOwn: true,
        try: (as) => as.createOrganizationContact({ body: person() }),
      },
      {
        by: 'updateOrganizationContact',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateOrganizationContact({ path, body: person() }),
      },
      { by: 'deleteOrganizationContact', strength: 3, try: (as, path) => as.deleteOrganizationContact({ path }) },
    ],
  }),
  thing({
    name: 'A brand and its domains',
    make: async ({ api, owner }) => {
      const organizationid = owner.organization_id;
      const key = newId().slice(-12);
      const { id: brandid } = ok(await api.as(owner).createBrand({ path: { organizationid }, body: { key } }));
      return { organizationid, brandid };
    },
    changes: [
      {
        by: 'updateBrand',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateBrand({ path, body: { name: 'Garden Flats' } }),
      },
      {
        by: 'addBrandEmailDomain',
        strength: 2,
        try: (as, path) =>
          as.addBrandEmailDomain({
            path,
            body: { subdomain: `mail-${path.brandid}.example.com`, local_part: 'contracts' },
          }),
      },
      {
        by: 'verifyBrandEmailDomain',
        strength: 2,
        letIn: 'domain_absent',
        keeps: true,
        try: (as, path) => as.verifyBrandEmailDomain({ path }),
      },
      {
        by: 'removeBrandEmailDomain',
        strength: 2,
        keeps: true,
        try: (as, path) => as.removeBrandEmailDomain({ path }),
      },
      {
        by: 'addBrandAppDomain',
        strength: 2,
        try: (as, path) => as.addBrandAppDomain({ path, body: { domain: `sign-${path.brandid}.example.com` } }),
      },
      {
        by: 'verifyBrandAppDomain',
        strength: 2,
        letIn: 'domain_absent',
        keeps: true,
        try: (as, path) => as.verifyBrandAppDomain({ path }),
      },
      { by: 'removeBrandAppDomain', strength: 2, keeps: true, try: (as, path) => as.removeBrandAppDomain({ path }) },
      { by: 'deleteBrand', strength: 3, try: (as, path) => as.deleteBrand({ path }) },
      {
        by: 'createBrand',
        strength: 2,
        try: async (as, { organizationid }) =>
          as.createBrand({ path: { organizationid }, body: { key: newId().slice(-12) } }),
      },
    ],
  }),
  thing({
    name: 'The webhook',
    make: async ({ api, owner }) => {
      const events = { [NEVER_HERE]: true };
      ok(await api.as(owner).setWebhooks({ body: { url: 'http://127.0.0.1:9/', active: true, events } }));
      ok(await api.as(owner).testWebhook());
      await api.settle();
      return { id: ok(await api.as(owner).getWebhookDeliveries()).deliveries[0].id };
    },
    changes: [
      { by: 'testWebhook', strength: 1, keeps: true, inOwn: true, try: (as) => as.testWebhook() },
      {
        by: 'redeliverWebhook',
        strength: 1,
        keeps: true,
        inOwn: true,
        try: (as, path) => as.redeliverWebhook({ path }),
      },
      {
        by: 'setWebhooks',
        strength: 3,
        keeps: true,
        inOwn: true,
        try: (as) => as.setWebhooks({ body: { url: 'http://127.0.0.1:9/' } }),
      },
      { by: 'rotateWebhookSecret', strength: 3, keeps: true, inOwn: true, try: (as) => as.rotateWebhookSecret() },
    ],
  }),
  thing({
    name: 'Another webhook',
    make: async ({ api, owner }) => {
      const body = { url: 'http://127.0.0.1:9/', events: [NEVER_HERE] };
      const receiver_id = ok(await api.as(owner).createWebhookReceiver({ body })).id;
      ok(await api.as(owner).testWebhookReceiver({ path: { receiver_id } }));
      await api.settle();
      const { deliveries } = ok(await api.as(owner).getWebhookReceiverDeliveries({ path: { receiver_id } }));
      return { receiver_id, id: deliveries[0].id };
    },
    changes: [
      { by: 'testWebhookReceiver', strength: 1, keeps: true, try: (as, path) => as.testWebhookReceiver({ path }) },
      {
        by: 'redeliverToWebhookReceiver',
        strength: 1,
        keeps: true,
        try: (as, path) => as.redeliverToWebhookReceiver({ path }),
      },
      {
        by: 'replayToWebhookReceiver',
        strength: 1,
        keeps: true,
        // A window that hasn't begun: a second replay beside the first would be refused whoever asks.
        letIn: 'invalid',
        try: (as, path) => as.replayToWebhookReceiver({ path, body: { from: timestampIn(HOUR) } }),
      },
      {
        by: 'createWebhookReceiver',
        strength: 2,
        inOwn: true,
        try: (as) => as.createWebhookReceiver({ body: { url: 'http://127.0.0.1:9/' } }),
      },
      {
        by: 'updateWebhookReceiver',
        strength: 3,
        keeps: true,
        try: (as, path) => as.updateWebhookReceiver({ path, body: { url: 'http://127.0.0.1:9/' } }),
      },
      {
        by: 'rotateWebhookReceiverSecret',
        strength: 3,
        keeps: true,
        try: (as, path) => as.rotateWebhookReceiverSecret({ path }),
      },
      { by: 'deleteWebhookReceiver', strength: 3, try: (as, path) => as.deleteWebhookReceiver({ path }) },
    ],
  }),
  thing({
    name: "The organization's own texts of messages",
    make: async ({ api, owner }) => {
      for (const { id } of ok(await api.as(owner).getNotificationTemplates())) {
        ok(await api.as(owner).deleteNotificationTemplate({ path: { id } }));
      }
      return { id: ok(await api.as(owner).createNotificationTemplate({ body: texts })).id };
    },
    changes: [
      {
        by: 'createNotificationTemplate',
        strength: 2,
        inOwn: true,
        try: (as) => as.createNotificationTemplate({ body: { ...texts, event_name: 'envelope:completed' } }),
      },
      {
        by: 'updateNotificationTemplate',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateNotificationTemplate({ path, body: { text_template: 'Sorry!' } }),
      },
      {
        by: 'previewNotificationTemplate',
        strength: 1,
        keeps: true,
        inOwn: true,
        try: (as) => as.previewNotificationTemplate({ body: texts }),
      },
      { by: 'deleteNotificationTemplate', strength: 2, try: (as, path) => as.deleteNotificationTemplate({ path }) },
    ],
  }),
  thing({
    name: 'The identity provider, and the domains of addresses',
    make: async ({ api, owner }) => {
      const path = { organization_id: owner.organization_id };
      const { domain } = ok(await api.as(owner).addSignInDomain({ path, body: { domain: 'guards.example' } }));
      ok(await api.as(owner).setIdentityProvider({ path, body: settings('https://login.example.com') }));
      return { ...path, domain };
    },
    changes: [
      {
        by: 'setIdentityProvider',
        strength: 3,
        keeps: true,
        try: (as, path) => as.setIdentityProvider({ path, body: settings('https://login.example.com') }),
      },
      {
        by: 'testIdentityProvider',
        strength: 3,
        keeps: true,
        letIn: 'provider_unreachable',
        try: (as, path) => as.testIdentityProvider({ path }),
      },
      {
        by: 'finishIdentityProviderTest',
        strength: 3,
        keeps: true,
        letIn: 'provider_sign_in_over',
        try: (as, path) => as.finishIdentityProviderTest({ path, body: { state: 'none' } }),
      },
      {
        by: 'addSignInDomain',
        strength: 3,
        keeps: true,
        try: (as, path) => as.addSignInDomain({ path, body: { domain: 'guards.example' } }),
      },
      {
        by: 'verifySignInDomain',
        strength: 3,
        keeps: true,
        try: (as, path) => as.verifySignInDomain({ path }),
      },
      { by: 'deleteSignInDomain', strength: 3, try: (as, path) => as.deleteSignInDomain({ path }) },
      { by: 'deleteIdentityProvider', strength: 3, try: (as, path) => as.deleteIdentityProvider({ path }) },
    ],
  }),
  thing({
    name: 'The identity providers for recipients',
    make: async ({ api, owner }) => {
      const path = { organization_id: owner.organization_id };
      const { id } = ok(await api.as(owner).createRecipientProvider({ path, body: recipientProvider }));
      return { ...path, provider_id: id };
    },
    changes: [
      {
        by: 'createRecipientProvider',
        strength: 2,
        keeps: true,
        try: (as, path) => as.createRecipientProvider({ path, body: recipientProvider }),
      },
      {
        by: 'updateRecipientProvider',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateRecipientProvider({ path, body: recipientProvider }),
      },
      { by: 'deleteRecipientProvider', strength: 2, try: (as, path) => as.deleteRecipientProvider({ path }) },
    ],
  }),
  thing({
    name: 'The trust services',
    make: async ({ api, owner }) => {
      const path = { organization_id: owner.organization_id };
      const body = (await knownService()).settings();
      const { id } = ok(await api.as(owner).createTrustService({ path, body }));
      return { ...path, service_id: id };
    },
    changes: [
      {
        by: 'createTrustService',
        strength: 2,
        keeps: true,
        letIn: 'trust_service_unreachable',
        try: (as, path) => as.createTrustService({ path, body: goneTrustService }),
      },
      {
        by: 'updateTrustService',
        strength: 2,
        keeps: true,
        letIn: 'trust_service_unreachable',
        try: (as, path) => as.updateTrustService({ path, body: goneTrustService }),
      },
      { by: 'deleteTrustService', strength: 2, try: (as, path) => as.deleteTrustService({ path }) },
    ],
  }),
  thing({
    name: 'The policy for the members',
    make: async ({ owner: { organization_id } }) => ({ organization_id }),
    changes: [
      {
        by: 'updateOrganizationPolicy',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateOrganizationPolicy({ path, body: { provider_second_factor: false } }),
      },
    ],
  }),
  thing({
    name: 'The directory, and its tokens',
    make: async ({ api, owner }) => {
      const path = { organization_id: owner.organization_id };
      const { id } = ok(await api.as(owner).createDirectoryToken({ path }));
      return { ...path, token_id: id };
    },
    changes: [
      {
        by: 'updateDirectory',
        strength: 3,
        keeps: true,
        try: (as, path) =>
          as.updateDirectory({
            path,
            body: { default_role: 'member', role_groups: [], hands_over: false, heir_id: null },
          }),
      },
      { by: 'deleteDirectoryToken', strength: 3, try: (as, path) => as.deleteDirectoryToken({ path }) },
      { by: 'createDirectoryToken', strength: 3, try: (as, path) => as.createDirectoryToken({ path }) },
    ],
  }),
  thing({
    name: 'The organization',
    make: async ({ owner: { organization_id } }) => ({ organization_id }),
    changes: [
      {
        by: 'updateOrganization',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateOrganization({ path, body: { name: 'Renamed' } }),
      },
      {
        by: 'updateOrganizationPipelineSettings',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateOrganizationPipelineSettings({ path, body: { process_tags: false } }),
      },
      { by: 'exportOrganization', strength: 3, keeps: true, try: (as, path) => as.exportOrganization({ path }) },
      {
        by: 'deleteOrganization',
        strength: 3,
        keeps: true,
        letIn: 'organization_protected',
        try: (as, path) => as.deleteOrganization({ path }),
      },
    ],
  }),
];

const texts = { type: 'email', event_name: 'envelope:canceled', text_template: 'Sorry, {{name}}.' };
