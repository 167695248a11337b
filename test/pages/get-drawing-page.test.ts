import { expect, test } from 'vitest';
import { DESKTOP } from '../browser.ts';
import { ok, recipient, sendEnvelope, signatureField } from '../stories/envelope.ts';
import { press, startVisits } from './visit.ts';

const visit = startVisits();
const { accessible, newestLink, openTab, shows } = visit;

test('a signature is drawn on a phone while the document is on the desktop', async () => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  const envelope = await sendEnvelope(visit.api, sender, [signer], { fields: [signatureField('One')] });
  const { page } = await openTab();
  await page.setViewportSize(DESKTOP);
  await page.goto(await newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  await page.getByLabel('I agree to use electronic records and signatures').check();
  await press(page, 'Agree and continue');
  await shows(page, 'Read and fill in');
  await press(page, 'Next field');
  await page.keyboard.press('Enter');
  const started = page.waitForResponse((answer) => answer.url().endsWith('/v2/sign/drawings') && answer.ok());
  await page.getByLabel('On my phone').check();
  const { link } = (await (await started).json()) as { link: string };
  await page.getByRole('img', { name: 'QR code that opens the page to draw on' }).waitFor();
  await accessible(page);
  await expect.poll(() => page.getByRole('button', { name: 'Use it' }).count()).toBe(0);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/qr.png` });

  const phone = (await openTab(link)).page;
  await shows(phone, 'Draw your signature');
  await expect.poll(() => phone.url()).not.toContain('#');
  await expect.poll(() => phone.getByText('Type').count()).toBe(0);
  const area = await phone.getByRole('img', { name: 'Area to draw in' }).boundingBox();
  if (!area) throw new Error('There is nothing to draw on');
  await phone.mouse.move(area.x + 30, area.y + 60);
  await phone.mouse.down();
  for (let x = 40; x < 200; x += 10) await phone.mouse.move(area.x + x, area.y + 60 + 25 * Math.sin(x / 15));
  await phone.mouse.up();
  await press(phone, 'Send it to the other screen');
  await shows(phone, 'It is on the other screen');

  await page.getByRole('img', { name: 'Your signature' }).waitFor();
  await press(page, 'Use it');
  await page.getByText('Nothing left to fill in').waitFor();
  await page.getByText('All saved').waitFor();
  const { fields } = ok(await visit.api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
  expect(fields[0].settings.base64).toMatch(/^data:image\/png;base64,/);
  // The code has done its work.
  const again = (await openTab()).page;
  await again.goto('about:blank');
  await again.goto(link);
  await shows(again, 'Draw your signature');
  const place = await again.getByRole('img', { name: 'Area to draw in' }).boundingBox();
  if (!place) throw new Error('There is nothing to draw on');
  await again.mouse.move(place.x + 30, place.y + 30);
  await again.mouse.down();
  await again.mouse.move(place.x + 120, place.y + 90);
  await again.mouse.up();
  await press(again, 'Send it to the other screen');
  await shows(again, 'This code cannot be used');
});
