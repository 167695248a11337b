import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { lease } from './material.ts';

let api: Api;
let owner: Person;
let colleague: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp({ first_name: 'Olga' });
  colleague = await memberOf(api, owner, 'member');
});
afterAll(() => api.stop());

let people = 0;
const send = async (who: Pick<Person, 'token'>, template: { id: string; roles: { name: string }[] }) => {
  const recipients = template.roles.map(({ name }) => {
    people += 1;
    const email = `to-${process.pid}-${people}@example.com`;
    return { role_name: name, first_name: 'Ada', last_name: 'Person', email };
  });
  return api.as(who).createEnvelope({ body: { template_id: template.id, name: 'From a template', recipients } });
};
const ofOwner = (more: Record<string, unknown>) =>
  api.as(owner).createTemplate({ body: { ...lease(), sender: 'template_owner', ...more } });

test("an envelope that a colleague makes from a template of sender template_owner is its owner's", async () => {
  const template = ok(await ofOwner({ visibility: 'shared' }));
  const made = ok(await send(colleague, template));
  expect(made).toMatchObject({
    profile_id: owner.profile_id,
    sender_email: owner.email,
    sender_name: expect.stringMatching(/^Olga /),
    profile: { id: owner.profile_id, email: owner.email },
  });
  expect(made.fields).toHaveLength(template.fields.length);
  expect(JSON.stringify(made)).not.toContain('in_app_key');
  await api.settle();
  const path = { envelope_id: made.id };
  expect(ok(await api.as(owner).getEnvelope({ path })).recipients[0].in_app_key).toEqual(expect.any(String));
  expect(ok(await api.as(owner).getEnvelopes({ query: { view: 'sent' } })).envelopes).toMatchObject([{ id: made.id }]);
  // It is private: whoever made it isn't its owner. The trail says who did.
  expect((await api.as(colleague).getEnvelope({ path })).status).toBe(404);
  const { events } = ok(await api.as(owner).getEnvelopeAudit({ path }));
  expect(events[0]).toMatchObject({ event: 'envelope:created', actor: { email: colleague.email } });
  const [mail] = await api.messages(made.recipients[0].email);
  expect(mail?.text).toContain('Olga');
});

test("another organization sends from a public template in its own name, and nobody in a locked owner's", async () => {
  const template = ok(await ofOwner({ visibility: 'public' }));
  const stranger = await api.signUp();
  expect(ok(await send(stranger, template))).toMatchObject({
    profile_id: stranger.profile_id,
    sender_email: stranger.email,
  });
  const locked = await memberOf(api, owner, 'member');
  const theirs = ok(
    await api.as(locked).createTemplate({ body: { ...lease(), sender: 'template_owner', visibility: 'shared' } }),
  );
  const path = { profile_id: locked.profile_id };
  ok(await api.as(owner).actOnOrganizationMember({ path, body: { action: 'lock' } }));
  const refused = await send(colleague, theirs);
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'template_not_sendable']);
});
