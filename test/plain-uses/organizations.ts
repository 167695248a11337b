import { memberOf } from '../members/member.ts';
import { formWith, plainPicture } from '../pictures.ts';
import type { Stage } from './stage.ts';

/** Organizations with their members, invitations, contacts and groups. */
export const organizationUses = async (stage: Stage): Promise<void> => {
  const { api, use } = stage;
  const ada = await api.signUp();
  const as = api.as(ada);
  const path = { organization_id: ada.organization_id };
  await use(as.getOrganization({ path }), 'own');
  await use(as.updateOrganization({ path, body: { name: 'Example Inc.' } }));
  const form = formWith('logo', plainPicture(800, 200));
  const { full_logo_url } = await use(as.updateOrganization({ path, form }), 'with a logo');
  await fetch(full_logo_url);
  await use(as.getOrganizationPipelineSettings({ path }));
  await use(as.updateOrganizationPipelineSettings({ path, body: { process_tags: false } }));
  await use(as.getEntitlements());
  await use(as.createOrganization({ body: { name: 'Another' } }), 'on its own');
  const child = await use(
    as.createOrganization({ body: { name: 'Child', parent_id: ada.organization_id } }),
    'a child',
  );
  await use(as.getOrganizationChildren({ path }));
  await use(as.getOrganizationUsage({ path }));
  await use(as.getOrganizationEvents({ path }));
  await use(as.exportOrganizationEvents({ path }));
  await use(as.exportOrganization({ path }));
  await use(as.getOrganization({ path: { organization_id: child.organization.id } }), 'a child');
  await members(stage);
  await invitations(stage);
  await contacts(stage);
  const lonely = await api.signUp();
  const unprotected = { deletion_protected: false };
  await api.as(lonely).updateOrganization({ path: { organization_id: lonely.organization_id }, body: unprotected });
  await use(api.as(lonely).deleteOrganization({ path: { organization_id: lonely.organization_id } }), 'the only one');
  const twice = await api.signUp();
  const { body: second } = await api
    .as(twice)
    .createOrganization({ body: { name: 'Second', deletion_protected: false } });
  const leaving = api.as({ token: second.access_token });
  await use(leaving.deleteOrganization({ path: { organization_id: second.organization.id } }), 'one of several');
};

const members = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const as = api.as(ada);
  const lin = { first_name: 'Lin', last_name: 'Okafor', email: `lin-${ada.email}` };
  await use(as.createOrganizationMember({ body: { ...lin, roles: ['member'] } }), 'by the owner');
  const grace = await memberOf(api, ada, 'member');
  const path = { profile_id: grace.profile_id };
  await use(as.getOrganizationMembers());
  await use(as.updateOrganizationMember({ path, body: { roles: ['admin'] } }));
  const group = await use(as.createGroup({ body: { name: 'Auditors', permissions: ['envelope:org:view'] } }));
  const at = { group_id: group.id };
  await use(as.getGroups());
  await use(as.addGroupMember({ path: at, body: { profile_id: grace.profile_id } }));
  await use(as.getGroup({ path: at }));
  const signIn = { grant_type: 'password', username: grace.email, password: grace.password };
  await use(api.anyone.authenticate({ body: signIn }), 'password, member of a group');
  await use(as.updateGroup({ path: at, body: { name: 'Reviewers' } }));
  await use(as.deleteGroupMember({ path: { ...at, ...path } }));
  await use(as.deleteGroup({ path: at }));
  await use(as.getOrganizationMemberHoldings({ path }));
  const [session] = await use(as.getOrganizationMemberSessions({ path }));
  await use(as.revokeOrganizationMemberSession({ path: { ...path, session_id: session.id } }));
  await use(as.revokeOrganizationMemberSessions({ path }));
  await use(as.actOnOrganizationMember({ path, body: { action: 'lock' } }), 'lock');
  await use(as.actOnOrganizationMember({ path, body: { action: 'unlock' } }), 'unlock');
  await use(as.actOnOrganizationMember({ path, body: { action: 'reset_mfa' } }), 'reset_mfa');
  await use(as.deleteOrganizationMember({ path }));
};

const invitations = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const as = api.as(ada);
  const names = { first_name: 'Grace', last_name: 'Hopper' };
  const tokenFor = async (email: string) => {
    await api.settle();
    return (await api.messages(email))[0]?.code ?? '';
  };
  const invite = async (email: string) => {
    await use(as.createOrganizationInvitation({ body: { email, ...names, role: 'member' } }));
    return tokenFor(email);
  };
  const email = `invited-${ada.email}`;
  await invite(email);
  await use(as.getOrganizationInvitations());
  await use(as.updateOrganizationInvitation({ path: { email }, body: { role: 'basic_user' } }));
  await use(as.resendOrganizationInvitation({ body: { email } }));
  const token = await tokenFor(email);
  await use(api.anyone.getOrganizationInvitation({ path: { email, token } }));
  const password = 'correct horse battery staple';
  const joining = { email, token, ...names, password };
  await use(api.anyone.acceptOrganizationInvitation({ body: joining }), 'a new user');
  const [known, other] = [await api.signUp(), `declined-${ada.email}`];
  const again = { email: known.email, token: await invite(known.email), ...names, password: known.password };
  await use(api.anyone.acceptOrganizationInvitation({ body: again }), 'an existing user');
  await use(api.anyone.declineOrganizationInvitation({ body: { email: other, token: await invite(other) } }));
  await use(as.deleteOrganizationInvitation({ path: { email: other } }));
};

const contacts = async ({ api, use }: Stage): Promise<void> => {
  const as = api.as(await api.signUp());
  const body = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };
  const { id: profile_id } = await use(as.createOrganizationContact({ body }));
  await use(as.getOrganizationContacts());
  await use(as.updateOrganizationContact({ path: { profile_id }, body: { phone: '+1 202 555 0101' } }));
  await use(as.deleteOrganizationContact({ path: { profile_id } }));
};
