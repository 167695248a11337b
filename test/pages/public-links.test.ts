import { expect, test } from 'vitest';
import { ok } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { fill, idle, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open } = visit;

test('a member makes a public link of a template on a phone, sees its QR code and count, and ends it', async () => {
  const ada = await visit.api.signUp();
  const text = { role_name: 'Tenant', type: 'textbox', page: 1, x: 72, y: 300 };
  const fields = [...lease().fields, { ...text, name: 'city', label: 'Town' }];
  const { id: template_id } = ok(await visit.api.as(ada).createTemplate({ body: lease({ fields }) }));
  await visit.api.settle();
  const page = await open(`${visit.api.url}/templates`);
  await page.setViewportSize({ width: 320, height: 640 });
  await fill(page, { 'E-mail address': ada.email, Password: ada.password });
  await press(page, 'Sign in');
  await page.getByRole('button', { name: 'More for “Lease”' }).click();
  await press(page, 'Public links');
  await page.getByText('There is no link yet.').waitFor();
  await accessible(page);
  await press(page, 'New link');
  await page.getByText('Who is “Landlord & owner”?').waitFor();
  await accessible(page);
  await fill(page, { 'Name that visitors read': 'Registration', 'Most documents (optional)': 'many' });
  await fill(page, { 'First name': 'Alan', 'E-mail address': 'alan@example.com' });
  await page.getByLabel('One document for each address').check();
  await page.getByLabel('Town city').check();
  await page.getByLabel('Only values that are signed with the secret').check();
  await press(page, 'Create the link');
  await expect.poll(() => refusal(page)).toBe('Give a whole number from 1 to 1,000,000.');
  await fill(page, { 'Most documents (optional)': '25' });
  await press(page, 'Create the link');
  await page.getByRole('img', { name: 'QR code of this address' }).waitFor();
  await page.getByText('open · 0 documents · at most 25').waitFor();
  await idle(page);
  await accessible(page);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  const secret = await page.getByLabel('Secret that signs values').inputValue();
  expect(secret.length).toBeGreaterThan(20);
  const address = await page.getByLabel('Address').inputValue();
  expect(address).toContain(`/start/${template_id}/`);

  await press(page, 'Change');
  await fill(page, { 'Most documents (optional)': '', 'Only addresses at these domains (optional)': 'uni.example' });
  await expect.poll(() => page.getByLabel('Town city').isChecked()).toBe(true);
  await press(page, 'Save');
  await page.getByText('open · 0 documents', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Secret that signs values').count()).toBe(0);
  // The secret is gone; that there is one, and for what, stays.
  for (const said of ['One document for each address', 'uni.example', 'city'])
    await page.getByText(said, { exact: true }).waitFor();
  await page.getByText('Fields that the address may fill (?name=value)').waitFor();
  await page.getByText('Only values that are signed with the secret').waitFor();
  await press(page, 'End this link');
  await page.getByText('ended · 0 documents', { exact: true }).waitFor();
  await press(page, 'All links');
  await page.getByText('Registration').waitFor();
  const [link] = ok(await visit.api.as(ada).getTemplateLinks({ path: { template_id } }));
  expect(link).toMatchObject({ cap: null, domains: ['uni.example'], once_per_address: true, status: 'ended' });
  expect(link).toMatchObject({ fields: ['city'], fields_signed: true });

  await page.getByRole('button', { name: /Registration/ }).click();
  await press(page, 'Delete this link');
  await page.getByText('Its address leads nowhere then.').waitFor();
  await accessible(page);
  await press(page, 'Delete this link');
  await page.getByText('There is no link yet.').waitFor();
  expect(ok(await visit.api.as(ada).getTemplateLinks({ path: { template_id } }))).toEqual([]);
});
