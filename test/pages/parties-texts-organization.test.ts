import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { DESKTOP } from '../browser.ts';
import { memberOf } from '../members/member.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { startReceiver } from '../webhooks-api/receiver.ts';
import { apart, forged } from './forged.ts';
import { answered, fill, press, startVisits } from './visit.ts';

const visit = startVisits();

/** Opens an address as this person, on a desktop. */
const openAs = async ({ email, password }: Pick<Person, 'email' | 'password'>, address: string): Promise<Page> => {
  const page = await visit.open(`${visit.api.url}${address}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Sign in');
  return page;
};

/** An organization in which everything that has a name has a forged one. */
const organizationOfForgers = async () => {
  const names = { first_name: forged('first'), last_name: forged('last') };
  const owner = await visit.api.signUp({ ...names, org_name: forged('organization') });
  const { organization_id } = owner;
  const as = visit.api.as(owner);
  const member = await memberOf(visit.api, owner, 'admin');
  const path = { organization_id };
  ok(await visit.api.as(member).updateProfile({ path: { profile_id: member.profile_id }, body: names }));
  ok(await as.updateOrganization({ path, body: { name: forged('company'), slogan: forged('slogan') } as never }));
  const group = ok(await as.createGroup({ body: { name: forged('group'), permissions: ['envelope:org:view'] } }));
  ok(await as.addGroupMember({ path: { group_id: group.id }, body: { profile_id: member.profile_id } } as never));
  ok(await as.createOrganizationContact({ body: { ...names, email: 'contact@example.com' } }));
  ok(await as.createOrganizationInvitation({ body: { ...names, email: 'invited@example.com', role: 'member' } }));
  ok(await as.createBrand({ path: { organizationid: organization_id }, body: { key: 'b', name: forged('brand') } }));
  ok(await as.createApiKey({ body: { name: forged('key') } }));
  ok(await as.createOauthApp({ body: { name: forged('application'), redirect_uris: ['https://crm.example.com/c'] } }));
  const template = ok(await as.createTemplate({ body: { ...lease(), name: forged('template') } }));
  ok(await as.createTemplate({ body: { ...lease(), name: forged('other template') } }));
  const receiver = await startReceiver({ checks: false });
  const hook = ok(
    await as.createWebhookReceiver({
      body: {
        url: receiver.url,
        description: forged('receiver'),
        events: ['envelope_created', 'envelope_completed', 'template_created'],
        filters: { template_ids: [], profile_ids: [], data: { [forged('member')]: forged('value') } },
      } as never,
    }),
  );
  await sendEnvelope(visit.api, owner, [recipient(forged('role'), 1, names)], { name: forged('envelope') });
  await visit.api.settle();
  return { owner, member, hook, template, stop: receiver.stop };
};

test('no text of a party passes for the page’s own in any section of an organization, its log included, and on the account', async () => {
  const { owner, member, hook, stop } = await organizationOfForgers();
  const page = await openAs(owner, '/organization');
  const links = page.getByRole('navigation', { name: 'Sections of the organization' }).getByRole('link');
  await links.first().waitFor();
  const sections = await links.evaluateAll((all) => all.map((one) => String(one.getAttribute('href'))));
  expect(sections).toContain('/organization/log');
  const parts = ['', 'security', 'sessions', 'signature', 'notifications', 'organizations'];
  const places = [
    ...sections,
    `/organization/webhooks?id=${hook.id}`,
    ...parts.map((part) => `/account?part=${part}`),
    '/templates',
  ];
  for (const place of places) {
    await page.goto(`${visit.api.url}${place}`);
    await page.locator('h1:visible').waitFor();
    await answered(page);
    // Opens each sheet of a list, and of its first entry.
    await page.evaluate('for (const one of document.querySelectorAll("main details")) one.open = true');
    await answered(page);
    await apart(page, place);
    const first = page.locator('.entries > li').first().locator('button:enabled:visible');
    for (let at = 0, acts = 1; at < acts; at++) {
      await page.goto(`${visit.api.url}${place}`);
      await answered(page);
      acts = await first.count();
      if (acts === 0) break;
      await first.nth(at).click();
      await answered(page);
      await apart(page, `${place}, ${at + 1}`);
    }
  }
  const other = await openAs(member, '/organization/members');
  await other.locator('.entries > li').first().waitFor();
  await apart(other, 'members, as one of them');
  await stop();
});
