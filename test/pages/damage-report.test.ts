import { writeFile } from 'node:fs/promises';
import { PDF } from '@libpdf/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { tenant } from '../drafts/material.ts';
import { textOfFirstPage } from '../pdf/tools.ts';
import { ok } from '../stories/envelope.ts';
import { file } from '../templates/material.ts';
import { fill, isSaved, picture, press, seePlaces, someone, startVisits } from './visit.ts';

const visit = startVisits();

/** Lines of the form, from above, each with the field beside it. */
const FORM = [
  { name: 'water', type: 'checkbox', label: 'Water' },
  { name: 'leak', label: 'Where it leaks', required: true },
  { name: 'depth', label: 'Depth in cm', settings: { number: { unit: 'cm' } } },
  { name: 'mould', type: 'checkbox', label: 'Mould' },
  { name: 'room', label: 'Which room', required: true },
  { name: 'area', label: 'Area in m²', settings: { number: { unit: 'm²' } } },
  { name: 'net', label: 'Cost without tax', required: true },
  {
    name: 'gross',
    label: 'With 19 % tax',
    settings: { rules: { value: { round: { product: [{ field: 'net' }, '1.19'] }, digits: 2 } } },
  },
  { name: 'ink', type: 'signature', label: 'Signature', required: true },
];
const yOf = (at: number): number => 660 - at * 50;

const form = async (): Promise<Uint8Array> => {
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'letter' });
  page.drawText('Damage report', { x: 72, y: 720, size: 18 });
  for (const [at, { label }] of FORM.entries()) page.drawText(label, { x: 72, y: yOf(at) + 4, size: 11 });
  return pdf.save();
};

/** A draft with the form and its fields, none of which has a rule but the sum, in the editor. */
const editor = async () => {
  const { api } = visit;
  const person = await api.signUp();
  const email = someone();
  const { id } = ok(await api.as(person).createDraft({ body: { name: 'Damage report' } }));
  const upload = new FormData();
  upload.append('template_id', id);
  upload.append('file', file(await form(), 'report.pdf'));
  ok(await api.as(person).createTemplateDocument({ form: upload }));
  const fields = FORM.map((field, at) => ({
    ...{ type: 'textbox', role_name: 'Tenant', page: 1, x: 220, y: yOf(at), ...field },
    ...(field.type === undefined ? { width: 180, height: 20 } : {}),
    ...(field.type === 'signature' ? { label: null } : {}),
  }));
  ok(
    await api.as(person).updateDraft({ path: { draft_id: id }, body: { roles: [tenant({ email })], fields } as never }),
  );
  const page = await visit.open(`${api.url}/drafts/${id}`);
  await page.setViewportSize(DESKTOP);
  await fill(page, { 'E-mail address': person.email, Password: person.password });
  await press(page, 'Sign in');
  await step(page, 'Fields');
  await page.locator('#field-leak').waitFor();
  return { page, person, email };
};

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();

test('a damage report asks for what the ticked damage needs: made by choosing, signed, sealed, certified and verified', async () => {
  const { page, person, email } = await editor();
  const showIf = async (fields: [string, string], box: string) => {
    await page.locator(`#field-${fields[0]}`).click();
    await page.locator(`#field-${fields[1]}`).click({ modifiers: ['Shift'] });
    await press(page, 'Show only if …');
    const rule = page.getByRole('group', { name: 'Show if' });
    await rule.getByLabel('Field').selectOption(`“${box}”`);
    await rule.getByText(`Shown if “${box}” is checked`).waitFor();
  };
  await showIf(['leak', 'depth'], 'Water');
  await showIf(['room', 'area'], 'Mould');
  await picture(page, 'damage-report-editor');
  await isSaved(page);
  await step(page, 'Review');
  await press(page, 'Send');
  await page.waitForURL('**/envelopes/**');
  const envelope_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const signing = await visit.open(await visit.newestLink(email, '/sign/'));
  await press(signing, 'Open the envelope');
  await signing.getByLabel('I agree to use electronic records and signatures').check();
  await press(signing, 'Agree and continue');
  const [leak, room] = [signing.getByLabel('Where it leaks', { exact: true }), signing.getByLabel('Which room')];
  await signing.getByLabel('Water').check();
  await leak.waitFor();
  await expect.poll(() => room.count()).toBe(0);
  await signing.getByLabel('Mould').check();
  await room.fill('Bedroom');
  await signing.getByLabel('Mould').uncheck();
  await room.waitFor({ state: 'detached' });
  await leak.fill('Below the kitchen sink');
  await signing.getByLabel('Depth in cm').fill('4');
  await signing.getByLabel('Cost without tax').fill('1.234,50');
  await press(signing, 'Sign here');
  await press(signing, 'Use it');
  await signing.locator('.ink img').waitFor();
  await signing.getByText('All saved').waitFor();
  await picture(signing, 'damage-report-signing');
  await press(signing, 'Review');
  await seePlaces(signing);
  await signing.getByRole('button', { name: /^Sign “/ }).click();
  await visit.shows(signing, 'You have signed');
  await visit.api.settle();

  const as = visit.api.as(person);
  const { documents, fields } = ok(await as.getEnvelope({ path: { envelope_id } }));
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({ water: 'true', mould: 'false', room: null, area: null, gross: '1469.06' });
  const bytesOf = async (wanted: string) => {
    const document_id = documents.find(({ type }) => type === wanted)?.id ?? '';
    return (await as.getEnvelopeDocument({ path: { document_id }, query: { type: 'file' } })).bytes;
  };
  const [sealed, certificate] = [await bytesOf('attachment'), await bytesOf('certificate')];
  const text = await textOfFirstPage(sealed);
  for (const shown of ['Below the kitchen sink', '1469.06']) expect(text).toContain(shown);
  expect(text).not.toContain('Bedroom');
  const document_id = documents.find(({ type }) => type === 'certificate')?.id ?? '';
  const certified = ok(await as.getEnvelopeDocumentText({ path: { document_id, variant: 'certificate' } }));
  const said = JSON.stringify(certified).replace(/[\u2066-\u2069]/g, '');
  for (const words of ['Not shown at the signature', 'Which room (room)', 'mould is ticked']) {
    expect(said).toContain(words);
  }
  const folder = process.env.PICTURES;
  if (folder) {
    await writeFile(`${folder}/damage-report.pdf`, sealed);
    await writeFile(`${folder}/damage-report-certificate.pdf`, certificate);
  }

  const verify = await visit.open(`${visit.api.url}/verify`);
  await verify.locator('input[type=file]').setInputFiles([
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(sealed) },
    { name: 'certificate.pdf', mimeType: 'application/pdf', buffer: Buffer.from(certificate) },
  ]);
  await verify.getByText(/^Holds: Replayed over the values, the rules had shown and required of “Tenant”/).waitFor();
  await verify.getByText(/The page through which “Tenant” signed stated that it showed exactly this/).waitFor();
  await picture(verify, 'damage-report-verify');
});
