import { expect, test } from 'vitest';
import { ok } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { fill, idle, press, refusal, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, open } = visit;

test('a member makes a public link of a template on a phone, sees its QR code and count, and ends it', async () => {
  const ada = await visit.api.signUp();
  const { id: template_id } = ok(await visit.api.as(ada).createTemplate({ body: lease() }));
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
  await press(page, 'Create the link');
  expect(await refusal(page)).toBe('Give a whole number from 1 to 1,000,000.');
  await fill(page, { 'Most documents (optional)': '25' });
  await press(page, 'Create the link');
  await page.getByRole('img', { name: 'QR code of this address' }).waitFor();
  await page.getByText('open · 0 documents · at most 25').waitFor();
  await idle(page);
  await accessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  const address = await page.getByLabel('Address').inputValue();
  expect(address).toContain(`/start/${template_id}/`);

  await press(page, 'Change');
  await fill(page, { 'Most documents (optional)': '', 'Only addresses at these domains (optional)': 'uni.example' });
  await press(page, 'Save');
  await page.getByText('open · 0 documents', { exact: true }).waitFor();
  await press(page, 'End this link');
  await page.getByText('ended · 0 documents', { exact: true }).waitFor();
  await press(page, 'All links');
  await page.getByText('Registration').waitFor();
  const [link] = ok(await visit.api.as(ada).getTemplateLinks({ path: { template_id } }));
  expect(link).toMatchObject({ cap: null, domains: ['uni.example'], once_per_address: true, status: 'ended' });
});
