import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sealCertificates } from '../../lib/aws/keys/seal-signer.ts';
import { signingWords } from '../../lib/pages/browser/signing/words/all.ts';
import { en as verifying } from '../../lib/pages/browser/verify/words/en.ts';
import type { Api } from '../api.ts';
import { leasePdf } from '../bench/page/lease.ts';
import { signaturePicture } from '../pictures.ts';
import { ok, recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';
import { FIELDS } from '../stories/fields.ts';
import { ACCOUNT_JOURNEYS } from './account-journeys.ts';
import { KEYS } from './driver.ts';
import { demand, type Journey, type Journeys, linkOf, openAs } from './journey.ts';
import { SENDING_JOURNEYS } from './sending-journeys.ts';

const WAVE = Array.from({ length: 30 }, (_, at) => [0.1 + at * 0.025, 0.5 + 0.3 * Math.sin(at / 3)] as const);

/** Opens the link, and agrees. */
const begin = async ({ api, window }: Journey, email: string, title: string): Promise<void> => {
  await window.open(await linkOf(api, email));
  await window.press('Open the envelope');
  await window.seeHeading(title);
  await window.press('I agree to use electronic records and signatures');
  await window.press('Agree and continue');
};

const envelopeOf = async (api: Api, sender: { token: string }, envelope_id: string) =>
  ok(await api.as(sender).getEnvelope({ path: { envelope_id } }));

/** Looks at each place of the review; true once one may sign. */
const SEEN = `document.querySelector('.acts') && (!document.querySelector('.acts [aria-disabled]') ||
  void document.querySelector('.acts .other').click())`;

/** True once a typed name is shown as it is written, in one handwriting or in several. */
const DRAWN = "top.querySelector('.ink img, .hands img')?.naturalWidth > 0";

/** True where the place of the signature has the focus. */
const IN_FIELD = "document.activeElement?.closest('[data-field]')?.dataset.field === 'signature-One'";

/**
 * Signs with every type of field, a mailed code, typed initials and a drawn signature; loses the connection on the way.
 */
const signsEverything = async (journey: Journey): Promise<void> => {
  const { api, window, folder, picture } = journey;
  const sender = await api.signUp();
  const signer = recipient('One', 1, { auth_methods: ['email'] });
  const { id } = await sendEnvelope(api, sender, [signer], { fields: [...FIELDS, signatureField('One')] });
  const photo = join(folder, 'photo.png');
  writeFileSync(photo, signaturePicture(3000, 1000));

  await begin(journey, signer.email, '“An envelope”');
  await window.seeHeading('Verify that it is you');
  await window.press('Send me the code');
  await window.see('The code is on its way');
  await window.fill('Code', '000000');
  await window.press('Verify');
  await window.see('4 attempts left.');
  await api.settle();
  const codes = await api.messages(signer.email);
  await window.fill('Code', codes[0]?.code ?? '');
  await window.press('Verify');
  await window.seeHeading('Read and fill in');
  await picture('form');

  await window.fill('Town', 'Vienna');
  await window.fill('Mail', 'no address');
  await window.see('This is no e-mail address.');
  await window.fill('Mail', 'one@example.com');
  await window.fill('Notes', 'Notes, é 山');
  // The connection is lost and comes back.
  await window.driver.run('window.connected = fetch; window.fetch = () => Promise.reject(new TypeError("cut"))');
  await window.set('Born on', '1990-01-31');
  await window.see('Not saved yet');
  await window.driver.run("window.fetch = connected; dispatchEvent(new Event('online'))");
  await window.see('All saved');
  await window.set('Pets', 'c');
  await window.press('Keys received');
  await window.press('Monthly');
  await window.press('Yearly');
  await window.choose('Proof', photo);
  await window.see('Remove “photo.jpg”');
  await window.press('Initial here');
  await window.until(DRAWN);
  await window.press('Use it');
  await window.press('Sign here');
  await window.press('Draw');
  await window.draw('svg.draw', WAVE);
  await picture('drawn');
  await window.press('Use it');
  await window.see('Nothing left to fill in');
  await window.see('All saved');
  await window.press('Pages');
  await window.until("document.querySelector('.page > img')?.naturalWidth > 0");
  await picture('pages');
  await window.press('Review');
  await window.seeHeading('Review');
  // Back closes what lies on top: first a sheet, then the review.
  await window.driver.back();
  await window.seeHeading('Read and fill in');
  await window.press('Review');
  await window.until("document.activeElement?.tagName === 'H1'");
  await picture('review');
  await window.until(SEEN);
  await window.press('Sign “An envelope” as “One Person”');
  await window.seeHeading('You have signed');
  await api.settle();
  await window.see('Everybody is done');
  await picture('done');
  const done = await envelopeOf(api, sender, id);
  const values = done.fields.map(({ name, value }: { name: string; value: string }) => [name, value]);
  const wanted = {
    town: 'Vienna',
    mail: 'one@example.com',
    notes: 'Notes, é 山',
    born: '01/31/1990',
    pets: 'c',
    keys: 'true',
    monthly: 'false',
    yearly: 'true',
    proof: 'attached',
    initials: 'initialed',
    'signature-One': 'signed',
  };
  for (const [name, value] of Object.entries(wanted)) {
    demand(
      values.some(([one, is]) => one === name && is === value),
      `${name} is not ${value}`,
    );
  }
  await window.press('Download “contract.pdf”');
  await window.until("!document.querySelector('button:disabled')");
  demand((await window.driver.run<number>("return document.querySelectorAll('[role=alert]').length")) === 0, 'alert');
};

/** Signs on the pages of a desktop with the keyboard alone; the typed name is Arabic. */
const signsByKeyboard = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  const sender = await api.signUp();
  const signer = recipient('One', 1, { first_name: 'مريم', last_name: 'حداد' });
  const { id } = await sendEnvelope(api, sender, [signer], {
    documents: [{ name: 'lease.pdf', data: leasePdf(13).toString('base64') }],
    fields: [{ ...signatureField('One'), page: 13 }],
  });
  const { driver } = window;
  const tabTo = async (name: string): Promise<void> => {
    for (let times = 0; times < 60; times++) {
      const has = `const { activeElement: one } = document; return one?.tagName !== 'H1' && (one?.getAttribute('aria-label') ?? one?.labels?.[0]?.innerText ?? one?.innerText ?? '').trim().startsWith(arguments[0])`;
      if (await driver.run<boolean>(has, name)) return;
      await driver.type(KEYS.tab);
    }
    throw new Error(`${name} can't be reached with the keyboard`);
  };
  await window.open(await linkOf(api, signer.email));
  await tabTo('Open the envelope');
  await driver.type(KEYS.enter);
  await window.see('I agree to use electronic records and signatures');
  await tabTo('I agree');
  await driver.type(' ');
  await driver.type(KEYS.enter);
  await window.seeHeading('Read and fill in');
  // The tools stand in their bar.
  await window.until(
    "[...document.querySelectorAll('.top *')].every((one) => one.getBoundingClientRect().bottom <= document.querySelector('.top').getBoundingClientRect().bottom)",
  );
  await picture('lease');
  await tabTo('Next field');
  await driver.type(KEYS.enter);
  await window.until(IN_FIELD);
  demand((await driver.run<number>("return document.querySelectorAll('.page > img').length")) <= 6, 'seven pictures');
  await driver.type(KEYS.enter);
  await window.until(DRAWN);
  await picture('arabic-name');
  await driver.type(KEYS.escape);
  await window.until(`!document.querySelector('dialog') && ${IN_FIELD}`);
  await driver.type(KEYS.enter);
  await window.until(DRAWN);
  await tabTo('Use it');
  await driver.type(KEYS.enter);
  await window.see('Nothing left to fill in');
  await tabTo('Review');
  await driver.type(KEYS.enter);
  await window.seeHeading('Review');
  await window.until(SEEN);
  await tabTo('Sign “');
  await driver.type(KEYS.enter);
  await window.seeHeading('You have signed');
  await api.settle();
  const { status } = await envelopeOf(api, sender, id);
  demand(status === 'complete', `the envelope is ${status}`);
};

/** Zooms into a long document; a picture of twice the size comes, and few stay. */
const reads = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  const signer = recipient('One', 1);
  await sendEnvelope(api, await api.signUp(), [signer], {
    documents: [{ name: 'lease.pdf', data: leasePdf(30).toString('base64') }],
  });
  await window.open(await linkOf(api, signer.email));
  await window.press('Open the envelope');
  await window.until("document.querySelector('.page .text p')?.innerText.includes('Lease of a Flat')");
  for (const page of [5, 12, 30, 2]) {
    await window.driver.run(`document.querySelectorAll('.page')[${page - 1}].scrollIntoView()`);
    await window.until(
      `document.querySelectorAll('.page')[${page - 1}].querySelector('img')?.naturalWidth > 0 && document.querySelectorAll('.page > img').length <= 6`,
    );
  }
  // The text lies where the picture shows it.
  const [text, page] = await window.driver.run<number[]>(
    "scrollTo(0, 0); const one = [...document.querySelectorAll('.text span')].find((each) => each.innerText.includes('Lease of a Flat')); return [one, document.querySelector('.page')].map((each) => each.getBoundingClientRect().width)",
  );
  demand(Math.abs((text ?? 0) / (page ?? 1) - 103.5 / 612) < 0.01, `the title is ${text} of ${page} wide`);
  await window.press('Zoom in');
  await window.press('Zoom in');
  await window.until('document.querySelector(\'.page > img[src*=".large"]\')?.naturalWidth === 2142');
  await picture('zoomed');
};

const declines = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  const sender = await api.signUp();
  const signer = recipient('One', 1);
  await sendEnvelope(api, sender, [signer]);
  await window.open(await linkOf(api, signer.email));
  await window.press('Open the envelope');
  await window.seeHeading('“An envelope”');
  await window.press('More');
  await window.press('Decline');
  await window.fill('Reason', 'The rent is wrong.');
  await picture('decline');
  await window.press('Decline');
  await window.seeHeading('You declined');
};

const delegates = async (journey: Journey): Promise<void> => {
  const { api, window } = journey;
  const sender = await api.signUp();
  const [one, grace] = [recipient('One', 1, { delegator: true }), recipient('Grace', 1)];
  await sendEnvelope(api, sender, [one]);
  await window.open(await linkOf(api, one.email));
  await window.press('Open the envelope');
  await window.seeHeading('“An envelope”');
  await window.press('More');
  await window.press('Pass on to somebody else');
  await window.fill('First name', 'Grace');
  await window.fill('Last name', 'Hopper');
  await window.fill('E-mail address', grace.email);
  await window.press('Pass on');
  await window.seeHeading('You passed it on');
  await linkOf(api, grace.email);
};

/** Signs in a frame of another site. */
const signsInFrame = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  const site = createServer(({ url = '' }, answer) => {
    const link = new URL(url, 'http://site').searchParams.get('link') ?? '';
    answer.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>A site</title>
      <script type="module" src="${api.url}/embed.js"></script><script>window.heard = [];
      addEventListener('DOMContentLoaded', () => { for (const step of ['opened', 'agreed', 'saved', 'signed', 'error'])
        document.querySelector('countersign-sign').addEventListener(step, ({ type }) => heard.push(type)); });</script>
      <countersign-sign link="${link}"></countersign-sign></html>`);
  }).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => site.once('listening', resolve));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const sender = await api.signUp();
    const path = { organizationid: sender.organization_id };
    ok(await api.as(sender).createBrand({ path, body: { key: 'embedded', embed_origins: [origin] } }));
    const signer = recipient('One', 1);
    await sendEnvelope(api, sender, [signer], { brand_key: 'embedded' });
    await window.open(`${origin}/?link=${encodeURIComponent(await linkOf(api, signer.email))}`);
    await window.until("document.querySelector('countersign-sign')?.shadowRoot?.querySelector('iframe')?.src");
    await window.driver.enterFrame(true);
    await window.press('Open the envelope');
    await window.press('I agree to use electronic records and signatures');
    await window.press('Agree and continue');
    await window.seeHeading('Read and fill in');
    await window.press('Form');
    await window.press('Sign here');
    await window.until(DRAWN);
    await window.press('Use it');
    await window.see('Nothing left to fill in');
    await window.press('Review');
    await window.until(SEEN);
    await window.press('Sign “An envelope” as “One Person”');
    await window.seeHeading('You have signed');
    await window.driver.enterFrame(false);
    await window.until("heard.join() === 'opened,agreed,saved,signed'");
    await picture('frame');
  } finally {
    await window.driver.enterFrame(false);
    site.close();
  }
};

/** Checks a sealed document without a network: on the page, and with the file from the disk. */
const verifies = async (journey: Journey): Promise<void> => {
  const { api, window, folder, picture } = journey;
  const sender = await api.signUp();
  const sent = await sendEnvelope(api, sender, [recipient('Tenant', 1)]);
  await sign(api, sent, 'Tenant');
  await api.settle();
  const path = { document_id: String(sent.documents[0]?.id) };
  const { bytes } = await api.as(sender).getEnvelopeDocument({ path, query: { type: 'file' } });
  const [sealed, changed] = [join(folder, 'signed.pdf'), join(folder, 'changed.pdf')];
  writeFileSync(sealed, bytes);
  writeFileSync(
    changed,
    bytes.map((byte: number, at: number) => (at === 100 ? byte ^ 1 : byte)),
  );
  const [seal] = await sealCertificates();
  const offline = async (): Promise<void> => {
    await window.driver.run('window.fetch = () => Promise.reject(new TypeError("cut"))');
  };
  await window.open(`${api.url}/verify`);
  await window.seeHeading(verifying.check);
  await window.until("document.readyState === 'complete'");
  await offline();
  await window.choose(verifying.choose, sealed);
  await window.see(verifying.verdict_holds);
  await picture('verified');
  await window.choose(verifying.choose, changed);
  await window.see(verifying.verdict_fails);

  const { body } = await api.anyone.getOfflineVerifyPage();
  const file = join(folder, 'countersign-verify.html');
  writeFileSync(file, body);
  await window.open(pathToFileURL(file).href);
  await window.seeHeading(verifying.check);
  await offline();
  await window.choose(verifying.choose, sealed);
  await window.see(verifying.verdict_unsure);
  await window.fill(verifying.fingerprint, String(seal?.fingerprint256));
  await window.see(verifying.verdict_holds);
  await picture('verified-offline');
};

/** Signs in, and reminds a recipient on the envelope's page. */
const sendsReminder = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  await window.open(`${api.url}/`);
  await picture('start');
  const ada = await api.signUp();
  const one = recipient('One', 1);
  await sendEnvelope(api, ada, [one], { name: 'Sent by Ada' });
  await openAs(journey, ada, '/envelopes');
  await window.seeHeading('Your envelopes');
  await picture('home');
  await window.press('Sent by Ada');
  await window.seeHeading('“Sent by Ada”');
  await window.press('Remind');
  await window.see('A reminder to “One Person” is on its way.');
  await picture('envelope');
  await window.driver.back();
  await window.seeHeading('Your envelopes');
};

/** Signs in Arabic, from right to left. */
const signsInArabic = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  const w = signingWords.ar;
  const signer = recipient('One', 1);
  await sendEnvelope(api, await api.signUp(), [signer], { locale: 'ar' });
  await window.open(await linkOf(api, signer.email));
  await window.press(w.open);
  await window.press(w.consentLabel);
  await picture('arabic-consent');
  await window.press(w.consentGo);
  await window.seeHeading(w.fill);
  await window.until("document.documentElement.dir === 'rtl'");
  await picture('arabic-fill');
};

/** Journeys by name, with the widths at which they are played. */
export const JOURNEYS = {
  'signs with every type of field': [signsEverything, 'phone'],
  'signs with the keyboard alone': [signsByKeyboard, 'desktop'],
  'reads a long document': [reads, 'desktop'],
  declines: [declines, 'phone'],
  delegates: [delegates, 'phone'],
  'signs in a frame of another site': [signsInFrame, 'desktop'],
  'checks documents without a network': [verifies, 'phone'],
  'signs in and reminds': [sendsReminder, 'phone'],
  'signs in Arabic': [signsInArabic, 'phone'],
  ...SENDING_JOURNEYS,
  ...ACCOUNT_JOURNEYS,
} as const satisfies Journeys;
