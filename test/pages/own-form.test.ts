import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { readFormFields } from '../../lib/pdf/form/form-fields.ts';
import { DESKTOP } from '../browser.ts';
import { FILLED_FORM } from '../pdf/form-file.ts';
import { withTable } from '../pdf/make-pdf.ts';
import { signAs } from '../pdf/sign-as.ts';
import { type Envelope, ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { picture, press, seePlaces, startVisits } from './visit.ts';

/** The signing page over the form of a document that is signed already, some of whose fields are filled in. */

const visit = startVisits();

const own = (form_field: string, type: string, more: object = {}) => ({
  name: form_field.toLowerCase(),
  label: form_field,
  role_name: 'One',
  type,
  settings: { form_field },
  ...more,
});

const COLOURS = ['Red', 'Green'].map((label) => ({ id: label.charAt(0).toLowerCase(), label }));
const FIELDS = [own('City', 'textbox'), own('Agreed', 'checkbox'), own('Colour', 'dropdown', { options: COLOURS })];

const send = async (fields: object[] = FIELDS) => {
  const sender = await visit.api.signUp();
  const bytes = await signAs(withTable(FILLED_FORM), { certifies: 2 });
  const documents = [{ name: 'form.pdf', data: Buffer.from(bytes).toString('base64') }];
  const envelope = await sendEnvelope(visit.api, sender, [recipient('One', 1)], {
    documents,
    fields: [...fields, own('Tenant', 'signature')],
  });
  return { sender, envelope };
};

const openTo = async (envelope: Envelope): Promise<Page> => {
  const page = await visit.open('about:blank');
  await page.setViewportSize(DESKTOP);
  await page.goto(await visit.newestLink(envelope.recipients[0]?.email ?? '', '/sign/'));
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await visit.shows(page, 'Read and fill in');
  return page;
};

test('shows what the file has in its fields, and keeps what the signer makes of it', async () => {
  const { sender, envelope } = await send();
  const page = await openTo(envelope);
  const [city, agreed, colour] = ['City', 'Agreed', 'Colour'].map((name) => page.getByLabel(name, { exact: true }));
  await expect.poll(() => city?.inputValue()).toBe('Vienna');
  await expect.poll(() => agreed?.isChecked()).toBe(true);
  await expect.poll(() => colour?.inputValue()).toBe('r');
  await picture(page, 'own-form');
  await city?.fill('');
  await agreed?.uncheck();
  await page.getByText('All saved').waitFor();
  await page.getByRole('button', { name: 'Tenant: ' }).first().click();
  await press(page, 'Use it');
  await press(page, 'Review');
  await seePlaces(page);
  await picture(page, 'own-form-review');
  await page.locator('.acts button').last().click();
  await visit.shows(page, 'You have signed');
  await visit.api.settle();
  const { documents } = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } })) as Envelope;
  const path = { document_id: documents[0]?.id ?? '' };
  const { bytes } = await visit.api.as(sender).getEnvelopeDocument({ path, query: { type: 'file' } });
  const values = readFormFields(await openPdf(bytes)).map(({ name, value }) => [name, value]);
  expect(Object.fromEntries(values)).toMatchObject({ City: '', Agreed: 'false', Colour: 'r' });
});

test('shows a value that nobody may change here once, in place of what the file shows', async () => {
  const { envelope } = await send([own('City', 'textbox', { readonly: true })]);
  const page = await openTo(envelope);
  const shown = page.locator('.mark .stamped');
  await expect.poll(() => shown.innerText()).toBe('Vienna');
  await picture(page, 'own-form-readonly');
  // A string, because the tests know no types of the browser.
  const ground = await page.evaluate("getComputedStyle(document.querySelector('.mark .stamped')).backgroundColor");
  expect(ground).toBe('rgb(255, 255, 255)');
});
