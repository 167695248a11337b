import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receivers, type SigningMessage } from '../../lib/pages/browser/shared/embedding.ts';
import type { Person } from '../api.ts';
import { type Envelope, ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { seePlaces, someone, startVisits } from './visit.ts';

const visit = startVisits();
const { newestCode, newestLink, openTab } = visit;

let site: Server;
let port: number;
beforeAll(async () => {
  // A site that uses the element alone: it may run the platform's script, and frame the platform's pages.
  site = createServer(({ url }, answer) => {
    const link = decodeURIComponent(new URL(url ?? '', 'http://site').searchParams.get('link') ?? '');
    const policy = `default-src 'none'; script-src ${visit.api.url} 'nonce-site'; frame-src ${visit.api.url}`;
    answer.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(`<!doctype html>
      <html lang="en"><title>A site</title><script type="module" src="${visit.api.url}/embed.js"></script>
      <script nonce="site">window.heard = []; window.all = []; addEventListener('message', ({ data }) => all.push(data));
      addEventListener('DOMContentLoaded', () => {
        for (const step of ['opened', 'agreed', 'saved', 'signed', 'declined', 'sent_back', 'delegated', 'expired', 'error'])
          document.querySelector('countersign-sign').addEventListener(step, ({ type, detail }) => heard.push({ type, detail }));
      });</script>
      <countersign-sign title="Sign the lease" link="${link}"></countersign-sign></html>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  port = (site.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => site.close(resolve)));

const allowed = () => `http://127.0.0.1:${port}`;

/** An envelope of a brand that these origins may frame; answers the signer's link. */
const linkOf = async (
  sender: Person,
  embed_origins: string[],
  more: object = {},
  people = [recipient('One', 1)],
  until = async (_sent: Envelope): Promise<unknown> => undefined,
): Promise<{ link: string; id: string; envelope: Envelope }> => {
  const path = { organizationid: sender.organization_id };
  ok(await visit.api.as(sender).createBrand({ path, body: { key: 'embedded', embed_origins } }));
  const envelope = await sendEnvelope(visit.api, sender, people, { brand_key: 'embedded', ...more });
  await until(envelope);
  return { id: envelope.id, envelope, link: await newestLink(people.at(-1)?.email ?? '', '/sign/') };
};

const frameOf = (page: Page) => page.frameLocator('countersign-sign iframe');
const heard = (page: Page): Promise<{ type: string; detail: SigningMessage }[]> => page.evaluate('heard');

const NOTE = { name: 'note', role_name: 'One', type: 'textbox', label: 'Note', document_id: 0, page: 1, x: 72, y: 72 };

/** Plays the signing in the frame, from the first press to the end. */
const signWithin = async (frame: FrameLocator): Promise<void> => {
  await frame.getByRole('button', { name: 'Open the envelope' }).click();
  await frame.getByLabel('I agree to use electronic records and signatures').check();
  await frame.getByRole('button', { name: 'Agree and continue' }).click();
  await frame.getByLabel('Note').fill('Hello');
  await frame.getByRole('heading', { name: 'Read and fill in' }).click();
  await frame.getByText('All saved').waitFor();
  await frame.getByRole('button', { name: 'Review' }).click();
  await seePlaces(frame);
  await frame.getByRole('button', { name: /^Sign “/ }).click();
  await frame.getByText('You have signed').waitFor();
};

describe('<countersign-sign>', () => {
  test('shows the signing page on a site that the brand names, and sends it an event for each step', async () => {
    const sender = await visit.api.signUp();
    const { link, id } = await linkOf(sender, ['https://app.example.com', allowed()], { fields: [NOTE] });
    const { page } = await openTab(`${allowed()}/?link=${encodeURIComponent(link)}`);
    const frame = frameOf(page);
    await signWithin(frame);
    await expect
      .poll(async () => (await heard(page)).map(({ type }) => type))
      .toEqual(['opened', 'agreed', 'saved', 'signed']);
    const [first] = await heard(page);
    expect(first?.detail).toEqual({
      type: 'opened',
      status: 'opened',
      source: 'countersign',
      envelope_id: id,
      role_name: 'One',
    });
    await expect.poll(() => page.locator('countersign-sign iframe').getAttribute('title')).toBe('Sign the lease');
    expect(await page.context().cookies()).toEqual([]);
    const stored = await page.frames()[1]?.evaluate('[localStorage.length, sessionStorage.length]');
    expect(stored).toEqual([0, 0]);
  });

  test('tells the site each time that a reviewer sends the envelope back, and that a signer has delegated', async () => {
    const sender = await visit.api.signUp();
    const people = [recipient('First', 1), recipient('One', 2, { may_send_back: true, delegator: true })];
    const { link, envelope } = await linkOf(sender, [allowed()], {}, people, (sent) => sign(visit.api, sent, 'First'));
    const { page } = await openTab(`${allowed()}/?link=${encodeURIComponent(link)}`);
    const frame = frameOf(page);
    const types = async () => (await heard(page)).map(({ type }) => type);
    const sendBack = async () => {
      await frame.getByRole('button', { name: 'More' }).click();
      await frame.getByRole('button', { name: 'Send back with a comment' }).click();
      await frame.getByRole('textbox', { name: 'Comment' }).fill('Please look at § 3.');
      await frame.getByRole('dialog').getByRole('button', { name: 'Send back with a comment' }).click();
      await frame.getByRole('heading', { name: 'You have sent it back' }).waitFor();
    };
    await frame.getByRole('button', { name: 'Open the envelope' }).click();
    await frame.getByLabel('I agree to use electronic records and signatures').check();
    await frame.getByRole('button', { name: 'Agree and continue' }).click();
    await sendBack();
    await sign(visit.api, envelope, 'First');
    await frame.getByRole('button', { name: 'Try again' }).click();
    await sendBack();
    await expect.poll(types).toEqual(['opened', 'agreed', 'sent_back', 'sent_back']);
    await sign(visit.api, envelope, 'First');
    await frame.getByRole('button', { name: 'Try again' }).click();
    await frame.getByRole('button', { name: 'More' }).click();
    await frame.getByRole('button', { name: 'Pass on to somebody else' }).click();
    await frame.getByLabel('First name').fill('Del');
    await frame.getByLabel('Last name').fill('Egate');
    await frame.getByLabel('E-mail address').fill(someone());
    await frame.getByRole('button', { name: 'Pass on', exact: true }).click();
    await expect.poll(types).toEqual(['opened', 'agreed', 'sent_back', 'sent_back', 'delegated']);
  });

  test('shows nothing on any other site, even if the link has further parameters', async () => {
    const sender = await visit.api.signUp();
    const { link } = await linkOf(sender, [allowed()]);
    const tab = await openTab(`http://localhost:${port}/?link=${encodeURIComponent(link)}`);
    await expect.poll(() => tab.faults.splice(0).join()).toMatch(/frame-ancestors/);
    await expect.poll(() => frameOf(tab.page).getByRole('button').count()).toBe(0);
    await expect.poll(() => tab.page.evaluate('all')).toEqual([]);
  });

  test('reports an invalid link once, to the surrounding page only', async () => {
    const sender = await visit.api.signUp();
    const { link } = await linkOf(sender, [allowed()]);
    const { page } = await openTab(`${allowed()}/?link=${encodeURIComponent(`${link}x`)}`);
    await frameOf(page).getByRole('button', { name: 'Open the envelope' }).click();
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toEqual(['error']);
    // Others may write to the page, too; the element believes its own frame alone.
    await page.evaluate(`postMessage({ source: 'countersign', type: 'signed' }, '*')`);
    await page.waitForFunction(`all.some(({ type }) => type === 'signed')`);
    expect((await heard(page)).map(({ type }) => type)).toEqual(['error']);
  });
});

test('a step reaches an allowed site in browsers that name it, that hide it because no referrer is sent, and that never name it', () => {
  const allowed = ['https://a.example.com', 'https://b.example.com'];
  expect(receivers(allowed, 'https://b.example.com')).toEqual(['https://b.example.com']);
  expect(receivers(allowed, 'https://c.example.com')).toEqual([]);
  expect(receivers(allowed, 'null')).toEqual(allowed);
  expect(receivers(allowed, undefined)).toEqual(allowed);
});

describe('a public link of a template', () => {
  /** The address of a link whose pages these origins may frame. */
  const addressFor = async (embed_origins: string[]): Promise<string> => {
    const owner = await visit.api.signUp();
    const organizationid = owner.organization_id;
    const [brand] = ok(await visit.api.as(owner).getBrands({ path: { organizationid } }));
    const path = { organizationid, brandid: brand.id };
    ok(await visit.api.as(owner).updateBrand({ path, body: { embed_origins } }));
    const { document_id: _, ...note } = NOTE;
    const body = lease({ roles: [{ name: 'One', type: 'signer', sequence: 1 }], fields: [note] });
    const { id: template_id } = ok(await visit.api.as(owner).createTemplate({ body }));
    return ok(await visit.api.as(owner).createTemplateLink({ path: { template_id }, body: {} })).address;
  };

  test('is opened, confirmed and signed to the end in a frame of a site that the brand names, and shown on no other', async () => {
    const address = encodeURIComponent(await addressFor([allowed()]));
    const { page } = await openTab(`${allowed()}/?link=${address}`);
    const frame = frameOf(page);
    const email = someone();
    await frame.getByLabel('First name').fill('Vera');
    await frame.getByLabel('E-mail address').fill(email);
    await frame.getByRole('button', { name: 'Send me a code' }).click();
    await frame.getByLabel('Code').waitFor();
    await frame.getByLabel('Code').fill(await newestCode(email));
    await frame.getByRole('button', { name: 'Confirm and open' }).click();
    await signWithin(frame);
    // The signing page comes from the page of the link, and still tells the site around both.
    await expect
      .poll(async () => (await heard(page)).map(({ type }) => type))
      .toEqual(['opened', 'agreed', 'saved', 'signed']);

    const tab = await openTab(`http://localhost:${port}/?link=${address}`);
    await expect.poll(() => tab.faults.splice(0).join()).toMatch(/frame-ancestors/);
    await expect.poll(() => frameOf(tab.page).getByRole('button').count()).toBe(0);
  });
});

describe('the signing page', () => {
  const ancestors = async (link: string, dest?: string): Promise<string | undefined> => {
    const answer = await fetch(link, dest === undefined ? {} : { headers: { 'sec-fetch-dest': dest } });
    return /frame-ancestors ([^;]*);/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
  };

  test('may be framed by the origins that its brand names now, and by none if it isn’t embedded', async () => {
    const sender = await visit.api.signUp();
    const { link } = await linkOf(sender, ['https://app.example.com']);
    // Chromium and others always send the header; fetch in Node sends it as it was given.
    expect(await ancestors(link, 'iframe')).toBe('https://app.example.com');
    expect(await ancestors(link)).toBe('https://app.example.com');
    expect(await ancestors(link, 'document')).toBe("'none'");
    expect(await ancestors(link.replace(/[0-9a-f-]{36}/, crypto.randomUUID()), 'iframe')).toBe("'none'");
    const organizationid = sender.organization_id;
    const brands = ok(await visit.api.as(sender).getBrands({ path: { organizationid } }));
    const brandid = brands.find(({ key }: { key: string }) => key === 'embedded').id;
    for (const embed_origins of [null, []]) {
      const body = { embed_origins: ['https://a.example.com', 'https://b.example.com:8443'] };
      ok(await visit.api.as(sender).updateBrand({ path: { organizationid, brandid }, body }));
      expect(await ancestors(link, 'iframe')).toBe('https://a.example.com https://b.example.com:8443');
      ok(await visit.api.as(sender).updateBrand({ path: { organizationid, brandid }, body: { embed_origins } }));
      expect(await ancestors(link, 'iframe')).toBe("'none'");
    }
  });

  test('can’t be framed by a pattern, path or scheme, only by a full origin', async () => {
    const sender = await visit.api.signUp();
    const path = { organizationid: sender.organization_id };
    for (const origin of NO_ORIGINS) {
      const body = { key: 'refused', embed_origins: [origin] };
      const refused = await visit.api.as(sender).createBrand({ path, body });
      expect([origin, refused.status, refused.body.error]).toEqual([
        origin,
        406,
        expect.stringContaining('embed_origins'),
      ]);
    }
  });
});

const NO_ORIGINS = [
  '*',
  'https://*.example.com',
  'https://example.com/',
  'https://example.com/path',
  'http://example.com',
  'https://example.com; script-src *',
  "'self'",
  'javascript:alert(1)',
  'https://EXAMPLE.com',
  'null',
  // Letters that browsers take in a host, and that would end a source, a directive or a policy.
  'https://a,b',
  'https://a;sandbox',
  'https://a.example.com,https://b.example.com',
  "https://a'b.example.com",
  'https://a_b!.example.com',
  'https://-a.example.com',
  'https://app.example.com\n',
];
