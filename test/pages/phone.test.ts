import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Person } from '../api.ts';
import { leasePdf } from '../bench/page/lease.ts';
import { PHONE } from '../browser.ts';
import { readyDraft, signatureField } from '../drafts/material.ts';
import { ok, recipient, sendEnvelope } from '../stories/envelope.ts';
import { asPhone, pinch, swipe } from './touch.ts';
import { fill, picture, press, startVisits } from './visit.ts';

const visit = startVisits();

/** Opens an address as this person, on a phone. */
const openAs = async (person: Person, path: string): Promise<{ page: Page; session: CDPSession }> => {
  const page = await visit.open('about:blank');
  const session = await asPhone(page);
  await page.goto(`${visit.api.url}${path}`);
  await fill(page, { 'E-mail address': person.email, Password: person.password });
  await press(page, 'Sign in');
  return { page, session };
};

const step = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();

const draftAt = async (page: Page, person: Person) => {
  const draft_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return ok(await visit.api.as(person).getDraft({ path: { draft_id } }));
};

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
};

test('two fingers zoom the pages of the editor around the place between them, and leave the rest as it is', async () => {
  const person = await visit.api.signUp();
  const id = await readyDraft(visit.api, person, { name: 'Pinched' });
  const { page, session } = await openAs(person, `/drafts/${id}`);
  await step(page, 'Fields');
  await page.locator('.page img').first().waitFor();
  await page.locator('.page').first().scrollIntoViewIfNeeded();
  await page.evaluate("document.querySelector('.page').scrollIntoView()");
  const before = await boxOf(page, '.page');
  const at = { x: before.x + before.width / 3, y: before.y + before.height / 3 };
  await pinch(session, at, { from: 100, to: 200 });
  await expect.poll(async () => Math.round((await boxOf(page, '.page')).width / before.width)).toBe(2);
  const after = await boxOf(page, '.page');
  // The same place of the page is between the fingers.
  expect(Math.abs((at.x - after.x) / after.width - 1 / 3)).toBeLessThan(0.01);
  expect(Math.abs((at.y - after.y) / after.height - 1 / 3)).toBeLessThan(0.01);
  await expect
    .poll(() => page.evaluate('[visualViewport.scale, document.documentElement.scrollWidth]'))
    .toEqual([1, PHONE.width]);
  await picture(page, 'phone-pinched');
  await pinch(session, at, { from: 200, to: 100 });
  await expect.poll(async () => Math.round((await boxOf(page, '.page')).width)).toBe(Math.round(before.width));
  expect((await draftAt(page, person)).fields).toMatchObject([{ x: 72, y: 72 }]);
});

test('a finger places a field, drags it, and chooses several, and the properties come up beside the page', async () => {
  const person = await visit.api.signUp();
  const id = await readyDraft(visit.api, person, { name: 'Fingers' });
  const more = { fields: [signatureField({ name: 'second', y: 300 })] };
  ok(await visit.api.as(person).updateDraft({ path: { draft_id: id }, body: more }));
  const { page, session } = await openAs(person, `/drafts/${id}`);
  await step(page, 'Fields');
  await page.locator('.page img').first().waitFor();
  const of = (index: number) => page.getByRole('button', { name: new RegExp(`^Signature, .* ${index} of`) });
  await of(1).click();
  // The pressed field and its properties are on the screen together.
  const shown = async (selector: string): Promise<boolean> => {
    const { y, height } = await boxOf(page, selector);
    return y >= 0 && y + height <= PHONE.height;
  };
  await expect.poll(() => shown('.properties h2')).toBe(true);
  await expect.poll(() => shown('.box.selected')).toBe(true);
  await page.locator('#field-second').scrollIntoViewIfNeeded();
  const box = await boxOf(page, '#field-second');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await swipe(session, from, { x: from.x + 80, y: from.y - 40 });
  const moved = async () => (await draftAt(page, person)).fields.find(({ name }) => name === 'second')?.x;
  await expect.poll(moved).toBeGreaterThan(72 + 80);
  await press(page, 'Choose several');
  await page.locator('#field-tenant-signature').click();
  await page.getByRole('heading', { name: '2 fields' }).waitFor();
  await visit.accessible(page);
  await picture(page, 'phone-several');
  await press(page, 'Align left');
  await expect.poll(async () => new Set((await draftAt(page, person)).fields.map(({ x }) => x)).size).toBe(1);
});

test('two fingers zoom the pages that somebody reads and signs, and a sharper picture comes', async () => {
  const sender = await visit.api.signUp();
  const signer = recipient('One', 1);
  const documents = [{ name: 'lease.pdf', data: leasePdf(2).toString('base64') }];
  await sendEnvelope(visit.api, sender, [signer], { documents });
  const page = await visit.open('about:blank');
  const session = await asPhone(page);
  await page.goto(await visit.newestLink(signer.email, '/sign/'));
  await press(page, 'Open the envelope');
  await page.locator('.page img').first().waitFor();
  const { x, y, width } = await boxOf(page, '.page');
  await pinch(session, { x: x + width / 2, y: Math.max(y, 0) + 250 }, { from: 80, to: 320 });
  await expect.poll(() => page.evaluate<number>('visualViewport.scale')).toBeGreaterThan(2);
  await page.locator('img[src*=".large"]').first().waitFor();
});

/** Exif's segment that says that the camera was held upright: a quarter turn clockwise shows the picture as seen. */
const UPRIGHT = Buffer.concat([
  Buffer.from([0xff, 0xe1, 0, 34]),
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
]);

test('a photo that the phone takes goes in as an upright page, however large it is', async () => {
  const person = await visit.api.signUp();
  const { id } = ok(await visit.api.as(person).createDraft({ body: { name: 'Photo' } }));
  const { page } = await openAs(person, `/drafts/${id}`);
  const camera = page.getByLabel('Take a photo');
  await camera.waitFor();
  await expect.poll(() => camera.getAttribute('capture')).toBe('environment');
  // Twelve megapixels with noise, as a camera makes them: its left half, which is above for who sees it, is red.
  const made = await page.evaluate<string>(`new Promise((done) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [4032, 3024];
    const context = canvas.getContext('2d');
    const all = context.createImageData(4032, 3024);
    let seed = 1;
    for (let at = 0; at < all.data.length; at += 4) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const noise = seed >> 25;
      const isLeft = (at / 4) % 4032 < 2016;
      all.data.set([isLeft ? 190 + noise : noise, noise, isLeft ? noise : 190 + noise, 255], at);
    }
    context.putImageData(all, 0, 0);
    canvas.toBlob((blob) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result.split(',')[1]);
      reader.readAsDataURL(blob);
    }, 'image/jpeg', 0.9);
  })`);
  const bytes = Buffer.from(made, 'base64');
  const photo = Buffer.concat([bytes.subarray(0, 2), UPRIGHT, bytes.subarray(2)]);
  expect(photo.length).toBeGreaterThan(4_000_000);
  await camera.setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
  await fill(page, { Name: 'Theo Quill', 'E-mail address': 'photo@example.com' });
  await step(page, 'Fields');
  const shown = page.locator('.page img').first();
  await shown.waitFor();
  const { width, height } = await boxOf(page, '.page');
  expect(height / width).toBeCloseTo(4 / 3, 1);
  const [above, below] = await page.evaluate<number[][]>(`(async () => {
    const { src } = document.querySelector('.page img');
    const bitmap = await createImageBitmap(await (await fetch(src)).blob());
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { width, height } = bitmap;
    return [0.25, 0.75].map((part) => [...context.getImageData(width / 2, height * part, 1, 1).data]);
  })()`);
  expect(above?.[0]).toBeGreaterThan((above?.[2] ?? 0) + 80);
  expect(below?.[2]).toBeGreaterThan((below?.[0] ?? 0) + 80);
  await picture(page, 'phone-photo');
});
