import { expect, test } from 'vitest';
import { readyDraft, tenant } from '../drafts/material.ts';
import { newCompany } from '../identity-providers/company.ts';
import { ok } from '../stories/envelope.ts';
import { knownService } from '../trust-services/known-service.ts';
import { registerService } from '../trust-services/signing.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open } = visit;

test('a sender has a person sign with a certificate at a trust service, on a narrow screen, once an administrator has registered one', async () => {
  const { owner } = await newCompany(visit.api);
  const draft_id = await readyDraft(visit.api, owner);
  const draft = { path: { draft_id } };
  ok(await visit.api.as(owner).updateDraft({ ...draft, body: { roles: [tenant()] } }));
  const page = await open(`${visit.api.url}/drafts/${draft_id}`);
  await page.setViewportSize({ width: 320, height: 640 });
  await fill(page, { 'E-mail address': owner.email, Password: owner.password });
  await press(page, 'Sign in');
  const toPeople = async () => {
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'People' }).click();
    await page.getByText('Language, verification, message').click();
  };
  const method = page.getByLabel('by a certificate of their own at a trust service, when they sign');
  await toPeople();
  await method.check();
  await page.getByText('No trust service is registered for your organization.').waitFor();

  const id = await registerService(visit.api, owner, await knownService());
  await page.reload();
  await toPeople();
  await expect.poll(() => method.isChecked()).toBe(true);
  const problems = async () =>
    ok(await visit.api.as(owner).getDraftProblems(draft)).problems.map(({ code }: { code: string }) => code);
  expect(await problems()).toEqual(['trust_service_missing']);
  await page.getByLabel('Trust service', { exact: true }).selectOption(id);
  const roleOf = async () => ok(await visit.api.as(owner).getDraft(draft)).roles[0];
  await expect.poll(async () => (await roleOf())?.trust_service).toBe(id);
  expect(await problems()).toEqual([]);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await accessible(page);
  await picture(page, 'editor-trust-service');

  // A service that nothing needs goes with the method.
  await method.uncheck();
  await expect.poll(roleOf).toMatchObject({ auth_methods: [], trust_service: null });
});
