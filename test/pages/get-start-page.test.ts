import { expect, test } from 'vitest';
import { ok } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { fill, press, refusal, someone, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, newestCode, newestLink, openTab, shows } = visit;

const landlord = { role_name: 'Landlord & owner', first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com' };
const city = { name: 'city', role_name: 'Tenant', type: 'textbox', label: 'City', page: 1, x: 72, y: 300 };

const newLink = async (more: object = {}) => {
  const owner = await visit.api.signUp();
  const body = lease({ fields: [...lease().fields, city] });
  const { id: template_id } = ok(await visit.api.as(owner).createTemplate({ body }));
  const said = { name: 'Registration', recipients: [landlord], fields: ['city'], ...more };
  const link = ok(await visit.api.as(owner).createTemplateLink({ path: { template_id }, body: said }));
  return { owner, link, path: { template_id, link_id: link.id } };
};

test('a visitor says a name, confirms the address by a code, and signs; the way back leads to the same envelope', async () => {
  const { owner, link, path } = await newLink();
  const email = someone();
  const { page } = await openTab(`${link.address}?city=Berlin`);
  await shows(page, 'Open the document');
  await page.getByText('Registration').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await accessible(page);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await fill(page, { 'First name': 'Vera', 'Last name (optional)': 'Visitor', 'E-mail address': email });
  await page.keyboard.press('Enter');
  await shows(page, 'Confirm your address');
  await fill(page, { Code: '00000000' });
  await press(page, 'Confirm and open');
  await expect.poll(() => refusal(page)).toBe('The code is wrong or has expired.');
  const code = await newestCode(email);
  await fill(page, { Code: `${code.slice(0, 4)} ${code.slice(4)}` });
  await press(page, 'Confirm and open');
  await page.waitForURL('**/sign/**');
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').waitFor();

  // On another device, by the button of the mail.
  const mailed = await newestLink(email, '/start/');
  const other = (await openTab(mailed)).page;
  await shows(other, 'Confirm your address');
  await expect.poll(() => other.url()).not.toContain('#');
  await fill(other, { 'First name': 'Vera' });
  await press(other, 'Confirm and open');
  await other.waitForURL('**/sign/**');
  const idOf = (url: string) => new URL(url).pathname.split('/')[2];
  expect(idOf(other.url())).toBe(idOf(page.url()));
  const { fields } = ok(await visit.api.as(owner).getEnvelope({ path: { envelope_id: idOf(page.url()) } }));
  expect(fields.find(({ name }) => name === 'city').value).toBe('Berlin');

  ok(await visit.api.as(owner).updateTemplateLink({ path, body: { ended: true } }));
  const late = (await openTab(link.address)).page;
  await shows(late, 'This link has ended');
  await expect.poll(() => late.getByLabel('First name').count()).toBe(0);
});

test('the page speaks the visitor’s language, from right to left too, and says what it can’t open', async () => {
  const { link } = await newLink({ domains: ['uni.example'] });
  const { page } = await openTab();
  await page.setExtraHTTPHeaders({ 'accept-language': 'ar' });
  await page.goto(link.address);
  await shows(page, 'فتح المستند');
  await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('rtl');
  await accessible(page);
  await page.setExtraHTTPHeaders({ 'accept-language': 'de' });
  await page.goto(link.address);
  await shows(page, 'Dokument öffnen');
  await page.getByText('uni.example').waitFor();
  await fill(page, { Vorname: 'Vera', 'E-Mail-Adresse': someone() });
  await press(page, 'Code zusenden');
  await expect.poll(() => refusal(page)).toContain('Dieser Link nimmt andere Adressen an');
  const unknown = (await openTab(link.address.replace(/.{12}$/, '000000000000'))).page;
  await shows(unknown, 'This link does not work');
});

test('pages of the origins that the brand names may show it in a frame, and no others', async () => {
  const { owner, link } = await newLink();
  const policyOf = async () => (await fetch(link.address)).headers.get('content-security-policy');
  expect(await policyOf()).toContain("frame-ancestors 'none'");
  const organizationid = owner.organization_id;
  const [brand] = ok(await visit.api.as(owner).getBrands({ path: { organizationid } }));
  const body = { embed_origins: ['https://site.example.com'] };
  ok(await visit.api.as(owner).updateBrand({ path: { organizationid, brandid: brand.id }, body }));
  expect(await policyOf()).toContain('frame-ancestors https://site.example.com');
});
