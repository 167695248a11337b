import { WEBHOOK_EVENTS } from '@verdocs/js-sdk';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { PASSWORD } from '../../../infra/local/story/account.ts';
import type { Dns } from '../../domains/dns-server.ts';
import { startReceiver } from '../../webhooks-api/receiver.ts';
import { base64, codeTo, endpointOf, follow, openLink, pdf, picture, refusal } from '../client.ts';
import { field, recipient } from '../sending.ts';
import { join, type Member, newMember, person, type Stage, session } from './stage.ts';

/** Organizations, and all that is set up in them. */
export const organizations = async (stage: Stage, dns: Dns): Promise<void> => {
  const owner = await join(stage);
  await organization(stage, owner);
  await children(stage, owner);
  await members(stage, owner);
  await invitations(stage, owner);
  await contacts(stage, owner);
  await groups(stage, owner);
  await brands(stage, owner, dns);
  await apiKeys(stage, owner);
  await webhooks(stage, owner);
  await ownTexts(stage, owner);
};

const image = () => new File([picture()], 'logo.png', { type: 'image/png' });

const organization = async ({ sdk }: Stage, { endpoint, profile }: Member) => {
  const id = profile.organization_id;
  const found = await sdk.getOrganization(endpoint, id);
  expect(found).toMatchObject({ id, name: 'Lion & Sons', parent_id: null });
  const changed = await sdk.updateOrganization(endpoint, id, { name: 'Lion', primary_color: '#663399' });
  expect(changed).toEqual({ ...found, name: 'Lion', primary_color: '#663399', updated_at: changed.updated_at });
  await sdk.updateOrganizationLogo(endpoint, id, image());
  const { full_logo_url, thumbnail_url } = await sdk.updateOrganizationThumbnail(endpoint, id, image());
  for (const url of [full_logo_url, thumbnail_url]) expect((await follow(url ?? '')).type).toBe('image/png');

  const settings = await sdk.getOrganizationPipelineSettings(endpoint, id);
  expect(new Set(Object.values(settings))).toEqual(new Set([false]));
  const on = await sdk.updateOrganizationPipelineSettings(endpoint, id, { process_tags: true });
  expect(on).toEqual({ ...settings, process_tags: true });
  await sdk.updateOrganizationPipelineSettings(endpoint, id, { process_tags: false });

  const entitlements = await sdk.getEntitlements(endpoint);
  expect(Object.values(await sdk.getActiveEntitlements(endpoint))).toEqual(
    expect.arrayContaining(entitlements.map(({ feature }) => expect.objectContaining({ feature }))),
  );
};

const children = async (stage: Stage, { endpoint, profile }: Member) => {
  const { sdk } = stage;
  const parent_id = profile.organization_id;
  const made = await sdk.createOrganization(endpoint, { name: 'Cub', parent_id, contact_email: 'cub@example.com' });
  expect(made.organization).toMatchObject({ name: 'Cub', parent_id, api_key: { name: 'Default' } });
  expect(made.profile).toMatchObject({ organization_id: made.organization.id, roles: ['owner'], current: true });
  const { id } = made.organization;
  expect(await sdk.getOrganizationChildren(endpoint, parent_id)).toMatchObject([{ id, parent_id }]);
  const usage = await sdk.getOrganizationUsage(endpoint, parent_id, { start_date: '2026-01-01' });
  expect(Object.keys(usage).sort()).toEqual([id, parent_id].sort());

  const inside = await session(stage, made.access_token);
  expect((await refusal(sdk.deleteOrganization(endpoint, id))).status).toBe(404);
  await sdk.updateOrganization(inside, id, { deletion_protected: false });
  const back = await sdk.deleteOrganization(inside, id);
  expect((await session(stage, back?.access_token ?? '')).profile?.organization_id).toBe(parent_id);
  expect(await sdk.getOrganizationChildren(endpoint, parent_id)).toEqual([]);
};

const members = async ({ api, sdk }: Stage, { endpoint, profile }: Member) => {
  const one = newMember();
  const made = await sdk.createOrganizationMember(endpoint, { ...one, roles: ['member'] });
  expect(made).toMatchObject({ email: one.email, roles: ['member'], organization_id: profile.organization_id });
  const listed = await sdk.getOrganizationMembers(endpoint);
  expect(listed.map(({ id }) => id).sort()).toEqual([profile.id, made.id].sort());
  const changed = await sdk.updateOrganizationMember(endpoint, made.id, { roles: ['admin'], last_name: 'Hopper' });
  expect(changed).toMatchObject({ id: made.id, roles: ['admin'], last_name: 'Hopper' });

  const signIn = () =>
    sdk.authenticate(endpointOf(api), { grant_type: 'password', username: one.email, password: PASSWORD });
  const locked = await sdk.lockOrganizationMember(endpoint, made.id, 'Departed');
  expect(locked.user).toMatchObject({ locked: true, lock_reason: 'Departed' });
  expect((await refusal(signIn())).status).toBe(401);
  const unlocked = await sdk.unlockOrganizationMember(endpoint, made.id);
  expect(unlocked.user).toMatchObject({ locked: false, lock_reason: null });
  const mailed = { email: one.email, token: await codeTo(api, one.email), password: PASSWORD };
  await sdk.acceptOrganizationInvitation(endpointOf(api), { ...one, ...mailed });
  await signIn();
  const reset = await sdk.resetOrganizationMemberMFA(endpoint, made.id);
  expect(reset.user?.mfa).toEqual({ enabled: false, enrolled_at: null, backup_codes_remaining: 0 });
  const onOneself = [
    sdk.lockOrganizationMember(endpoint, profile.id, 'Me'),
    sdk.unlockOrganizationMember(endpoint, profile.id),
    sdk.resetOrganizationMemberMFA(endpoint, profile.id),
    sdk.deleteOrganizationMember(endpoint, profile.id),
  ];
  expect((await Promise.all(onOneself.map(refusal))).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  await sdk.deleteOrganizationMember(endpoint, made.id);
  expect(await sdk.getOrganizationMembers(endpoint)).toMatchObject([{ id: profile.id }]);
};

const invitations = async (stage: Stage, { endpoint, profile }: Member) => {
  const { api, sdk } = stage;
  const [one, two, three] = [person(), person(), person()];
  for (const invited of [one, two, three]) {
    const made = await sdk.createOrganizationInvitation(endpoint, { ...invited, role: 'member' });
    expect(made).toMatchObject({ email: invited.email, status: 'pending', role: 'member' });
  }
  const wanted = { first_name: 'Grace', last_name: 'Hopper', role: 'admin' } as const;
  expect(await sdk.updateOrganizationInvitation(endpoint, one.email, wanted)).toMatchObject(wanted);
  await sdk.resendOrganizationInvitation(endpoint, one.email);
  const token = await codeTo(api, one.email);
  expect(await api.messages(one.email)).toHaveLength(2);
  expect((await sdk.getOrganizationInvitations(endpoint)).map(({ email }) => email).sort()).toEqual(
    [one.email, two.email, three.email].sort(),
  );

  const guest = endpointOf(api);
  const shown = await sdk.getOrganizationInvitation(guest, one.email, token);
  expect(shown).toMatchObject({ ...wanted, organization: { id: profile.organization_id, name: 'Lion' } });
  const tokens = await sdk.acceptOrganizationInvitation(guest, { ...one, token });
  const joined = await session(stage, tokens.access_token);
  expect(joined.profile).toMatchObject({ roles: ['admin'], organization_id: profile.organization_id, current: true });
  expect(await sdk.getMyUser(joined)).toMatchObject({ email: one.email, email_verified: true });
  expect((await refusal(sdk.acceptOrganizationInvitation(guest, { ...one, token }))).status).toBe(404);

  const declined = await codeTo(api, two.email);
  expect(await sdk.declineOrganizationInvitation(guest, two.email, declined)).toEqual({ status: 'OK' });
  expect(await sdk.getOrganizationInvitations(endpoint)).toContainEqual(
    expect.objectContaining({ email: two.email, status: 'declined' }),
  );
  const calls = [
    sdk.createOrganizationInvitation(endpoint, { ...two, role: 'member' }),
    sdk.resendOrganizationInvitation(endpoint, two.email),
    sdk.acceptOrganizationInvitation(guest, { ...two, token: declined }),
  ];
  expect((await Promise.all(calls.map(refusal))).map(({ status }) => status)).toEqual([400, 400, 404]);
  const third = await codeTo(api, three.email);
  await sdk.deleteOrganizationInvitation(endpoint, three.email);
  expect((await refusal(sdk.getOrganizationInvitation(guest, three.email, third))).status).toBe(404);
};

const contacts = async ({ sdk }: Stage, { endpoint }: Member) => {
  const { email, first_name, last_name } = person();
  const made = await sdk.createOrganizationContact(endpoint, { email, first_name, last_name, phone: null });
  const changed = await sdk.updateOrganizationContact(endpoint, made.id, {
    email,
    first_name: 'Newt',
    last_name,
    phone: '+15550100123',
  });
  expect(changed).toMatchObject({ id: made.id, first_name: 'Newt', phone: '+15550100123', roles: ['contact'] });
  expect(await sdk.getOrganizationContacts(endpoint)).toEqual([changed]);
  await sdk.deleteOrganizationContact(endpoint, made.id);
  expect(await sdk.getOrganizationContacts(endpoint)).toEqual([]);
};

const groups = async ({ sdk }: Stage, { endpoint, profile }: Member) => {
  const made = await sdk.createGroup(endpoint, { name: 'Auditors', permissions: [] });
  const permissions = ['envelope:org:view'] as const;
  const changed = await sdk.updateGroup(endpoint, made.id, { name: 'Inspectors', permissions: [...permissions] });
  expect(changed).toMatchObject({ id: made.id, name: 'Inspectors', permissions });
  await sdk.addGroupMember(endpoint, made.id, profile.id);
  expect(await sdk.getGroup(endpoint, made.id)).toMatchObject({ profiles: [{ profile: { id: profile.id } }] });
  expect((await sdk.getGroups(endpoint)).map(({ name }) => name)).toContain('Inspectors');
  const reserved = sdk.createGroup(endpoint, { name: 'everyone', permissions: [] });
  expect((await refusal(reserved)).status).toBe(406);
  await sdk.deleteGroupMember(endpoint, made.id, profile.id);
  expect((await sdk.getGroup(endpoint, made.id)).profiles).toEqual([]);
  await sdk.deleteGroup(endpoint, made.id);
  expect((await sdk.getGroups(endpoint)).map(({ id }) => id)).not.toContain(made.id);
};

const brands = async ({ api, sdk }: Stage, { endpoint, profile }: Member, dns: Dns) => {
  const org = profile.organization_id;
  const made = await sdk.createBrand(endpoint, org, { key: 'flats', name: 'Flats', primary_color: '#2E7D32' });
  expect((await sdk.getBrands(endpoint, org)).map(({ key }) => key)).toEqual(['default', 'flats']);
  expect(await sdk.getBrand(endpoint, org, made.id)).toEqual(made);
  const change = { page_title: 'Sign here', embed_origins: ['https://app.example.com'] };
  const changed = await sdk.updateBrand(endpoint, org, made.id, change);
  expect(changed).toEqual({ ...made, ...change, updated_at: changed.updated_at });
  await sdk.updateBrandLogo(endpoint, org, made.id, image());
  const pictured = await sdk.updateBrandThumbnail(endpoint, org, made.id, image());
  for (const url of [pictured.full_logo_url, pictured.thumbnail_url]) {
    expect((await follow(url ?? '')).type).toBe('image/png');
  }

  const domain = { subdomain: 'notify.every.example', local_part: 'leases', display_name: 'Flats' };
  const added = await sdk.addBrandEmailDomain(endpoint, org, made.id, domain);
  expect(added).toMatchObject({ email_domain: domain.subdomain, email_domain_status: 'pending' });
  expect((await sdk.verifyBrandEmailDomain(endpoint, org, made.id)).email_domain_status).not.toBe('verified');
  dns.add('TXT', domain.subdomain, 'v=spf1 include:amazonses.com ~all');
  dns.add('TXT', '_dmarc.every.example', 'v=DMARC1; p=none');
  for (const token of added.email_dkim_tokens) {
    dns.add('CNAME', `${token}._domainkey.${domain.subdomain}`, `${token}.dkim.amazonses.com`);
  }
  expect(await sdk.verifyBrandEmailDomain(endpoint, org, made.id)).toMatchObject({
    email_domain_status: 'verified',
    email_spf_verified: true,
    email_dkim_verified: true,
    email_dmarc_verified: true,
  });

  const signer = recipient('Tenant');
  await sdk.createEnvelope(endpoint, {
    name: 'Lease',
    brand_key: 'flats',
    initial_reminder: 0,
    followup_reminders: 0,
    documents: [{ name: 'lease.pdf', data: base64(pdf()) }],
    recipients: [signer],
    fields: [field('note', 'Tenant', 'textbox') as never],
  });
  expect((await openLink(api, signer.email)).session.brand).toMatchObject({ key: 'flats', page_title: 'Sign here' });
  const removed = await sdk.removeBrandEmailDomain(endpoint, org, made.id);
  expect(removed).toMatchObject({ email_domain: null, email_domain_status: null, email_dkim_tokens: [] });
  await sdk.deleteBrand(endpoint, org, made.id);
  const [only] = await sdk.getBrands(endpoint, org);
  expect(only?.key).toBe('default');
  expect((await refusal(sdk.deleteBrand(endpoint, org, only?.id ?? ''))).status).toBe(400);
};

const apiKeys = async (stage: Stage, { endpoint, profile }: Member) => {
  const { api, sdk } = stage;
  const made = await sdk.createApiKey(endpoint, { name: 'Billing', profile_id: profile.id });
  const { client_id, client_secret: first = '' } = made;
  const signIn = (client_secret: string) =>
    sdk.authenticate(endpointOf(api), { grant_type: 'client_credentials', client_id, client_secret });
  const running = await session(stage, (await signIn(first)).access_token);
  const { client_secret: second = '' } = await sdk.rotateApiKey(endpoint, client_id);
  expect(second).not.toBe(first);
  expect(await sdk.getMyUser(running)).toMatchObject({ id: profile.user_id });
  await signIn(second);
  expect(await sdk.updateApiKey(endpoint, client_id, { name: 'Books' })).toMatchObject({ client_id, name: 'Books' });
  const listed = await sdk.getApiKeys(endpoint);
  expect(listed).toMatchObject([{ client_id, name: 'Books' }]);
  expect(listed[0]).not.toHaveProperty('client_secret');
  await sdk.deleteApiKey(endpoint, client_id);
  expect(await sdk.getApiKeys(endpoint)).toEqual([]);
  expect((await refusal(signIn(second))).status).toBe(401);
};

const webhooks = async ({ api, sdk }: Stage, { endpoint }: Member) => {
  const before = await sdk.getWebhooks(endpoint);
  expect(before).toMatchObject({ url: '', active: false });
  expect(Object.keys(before.events).sort()).toEqual([...WEBHOOK_EVENTS].sort());
  const receiver = await startReceiver();
  try {
    const events = { ...before.events, template_created: true };
    const set = await sdk.setWebhooks(endpoint, { ...before, url: receiver.url, active: true, events });
    expect(set).toMatchObject({ url: receiver.url, active: true, events });
    const rotated = await sdk.rotateWebhookSecret(endpoint);
    expect(rotated.secret_key).not.toBe(set.secret_key);
    await sdk.createTemplate(endpoint, { name: 'Reported', documents: [{ name: 'a.pdf', data: base64(pdf()) }] });
    await api.settle();
    const [call] = receiver.received;
    const headers = call?.headers as Record<string, string>;
    expect(new Webhook(rotated.secret_key ?? '').verify(call?.text ?? '', headers)).toMatchObject({
      type: 'template_created',
    });
    const off = await sdk.setWebhooks(endpoint, { ...rotated, url: '', active: false });
    expect(off).toMatchObject({ url: '', active: false });
  } finally {
    await receiver.stop();
  }
};

const ownTexts = async ({ api, sdk }: Stage, { endpoint }: Member) => {
  const kind = { type: 'email', event_name: 'recipient:invited' } as const;
  const made = await sdk.createNotificationTemplate(endpoint, { ...kind, html_template: '<p>Please sign.</p>' });
  expect(await sdk.getNotificationTemplate(endpoint, made.id)).toEqual(made);
  const twice = sdk.createNotificationTemplate(endpoint, { ...kind, text_template: 'Please sign.' });
  expect((await refusal(twice)).status).toBe(400);
  expect((await refusal(sdk.updateNotificationTemplate(endpoint, made.id, {}))).status).toBe(406);
  const html_template = '<p>Please sign, quickly.</p>';
  const changed = await sdk.updateNotificationTemplate(endpoint, made.id, { html_template });
  expect(await sdk.getNotificationTemplates(endpoint)).toEqual([changed]);

  const invited = recipient('Signer');
  await sdk.createEnvelope(endpoint, {
    name: 'With words of its own',
    initial_reminder: 0,
    followup_reminders: 0,
    documents: [{ name: 'a.pdf', data: base64(pdf()) }],
    recipients: [invited],
    fields: [field('note', 'Signer', 'textbox') as never],
  });
  await api.settle();
  expect((await api.messages(invited.email))[0]?.html).toContain('Please sign, quickly.');
  await sdk.deleteNotificationTemplate(endpoint, made.id);
  expect(await sdk.getNotificationTemplates(endpoint)).toEqual([]);
};
