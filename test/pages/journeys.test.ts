import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { type Browser, PHONE, startBrowser, type Tab } from '../browser.ts';
import { ok, recipient, sendEnvelope, sign } from '../envelopes/story.ts';
import { enrolled } from '../mfa/second-factor.ts';

let api: Api;
let browser: Browser;
let tabs: Tab[] = [];

beforeAll(async () => {
  api = await startApi();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.stop();
  await api?.stop();
});
afterEach(async () => {
  const faults = tabs.flatMap((tab) => tab.faults);
  await Promise.all(tabs.map(({ page }) => page.context().close()));
  tabs = [];
  expect(faults).toEqual([]);
});

let people = 0;
const someone = (): string => {
  people += 1;
  return `guest-${process.pid}-${people}@example.com`;
};

const open = async (url: string): Promise<Page> => {
  const tab = await browser.open(url, PHONE);
  tabs.push(tab);
  return tab.page;
};

const checked = new Set<string>();

/** The heading that is shown has these words, and what is shown with it is accessible (looked at once for each heading). */
const shows = async (page: Page, words: string): Promise<void> => {
  await page.locator('h1:visible').getByText(words).waitFor();
  await idle(page);
  if (checked.has(words)) return;
  checked.add(words);
  const tab = tabs.find((one) => one.page === page);
  expect(await tab?.barriers(), words).toEqual([]);
};

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click({ timeout: 15_000 });

const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
};

/** The page has carried out what was pressed: it takes presses again. */
const idle = (page: Page): Promise<unknown> => page.locator('button:disabled').first().waitFor({ state: 'detached' });

const refusal = async (page: Page): Promise<string> => {
  await page.getByRole('alert').waitFor();
  await idle(page);
  return page.getByRole('alert').innerText();
};

const newestLink = async (email: string, part: string): Promise<string> => {
  await api.settle();
  const links = (await api.messages(email)).flatMap((mail) => mail.links);
  const link = links.find((one) => one.includes(part));
  if (!link) throw new Error(`No link with ${part} was sent to ${email}`);
  return link;
};

const signIn = (email: string, password: string): Promise<Answered> =>
  api.anyone.authenticate({ body: { grant_type: 'password', username: email, password } });

const sessionsOf = async (email: string, password: string): Promise<unknown[]> => {
  const { access_token } = ok(await signIn(email, password));
  return ok(await api.as({ token: access_token }).getSessions());
};

describe('an application signs a user in', () => {
  const REDIRECT = 'https://crm.example.com/callback';

  /** The sign-in page of a new application, with what the application needs to get its tokens. */
  const start = async (owner: Person) => {
    const app = ok(await api.as(owner).createOauthApp({ body: { name: 'Example <CRM>', redirect_uris: [REDIRECT] } }));
    const code_verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: app.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      state: 'a state & more',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const page = await open(`${api.url}/v2/oauth2/authorize?${query}`);
    await page.route(`${REDIRECT}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Back' }));
    const exchange = async (): Promise<string> => {
      const code = new URL(page.url()).searchParams.get('code');
      const grant = { grant_type: 'authorization_code', client_id: app.client_id, client_secret: app.client_secret };
      const body = { ...grant, code, redirect_uri: REDIRECT, code_verifier };
      return ok(await api.anyone.authenticate({ body })).access_token;
    };
    return { page, exchange };
  };

  /** Makes the person a member of another organization, and returns its owner. */
  const joinsAnother = async ({ email, password }: Person): Promise<Person> => {
    const owner = await api.signUp({ org_name: 'Second Company' });
    const names = { first_name: 'Ada', last_name: 'Lovelace' };
    ok(await api.as(owner).createOrganizationInvitation({ body: { email, ...names, role: 'member' } }));
    const token = new URLSearchParams(new URL(await newestLink(email, '/invitations#')).hash.slice(1)).get('token');
    ok(await api.anyone.acceptOrganizationInvitation({ body: { email, token, ...names, password } }));
    return owner;
  };

  /** Waits until the browser is back at the application, and returns what it brings. */
  const returned = async (page: Page): Promise<Record<string, string>> => {
    await page.waitForURL(`${REDIRECT}*`);
    return Object.fromEntries(new URL(page.url()).searchParams);
  };

  test('after a wrong password and the right one, in the organization that is chosen, and the page’s own session ends', async () => {
    const ada = await api.signUp();
    const second = await joinsAnother(ada);
    const before = await sessionsOf(ada.email, ada.password);
    const { page, exchange } = await start(ada);
    await shows(page, 'Sign in to continue to Example <CRM>');
    await fill(page, { 'E-mail address': ada.email, Password: 'not the password' });
    await press(page, 'Sign in');
    expect(await refusal(page)).toMatch(/password/i);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');

    await fill(page, { Password: ada.password });
    await press(page, 'Sign in');
    await shows(page, 'Allow Example <CRM> to act for you?');
    expect(await page.getByRole('alert').isVisible()).toBe(false);
    expect(await page.locator('#person').innerText()).toContain(ada.email);
    await page.getByLabel('Organization').selectOption({ label: 'Second Company' });
    await idle(page);
    await press(page, 'Allow');
    expect(await returned(page)).toEqual({
      code: expect.any(String),
      state: 'a state & more',
      iss: api.url,
    });
    expect(claimsOf(await exchange())).toMatchObject({ sub: ada.user_id, organization_id: second.organization_id });
    // The application's, and the one that looks.
    expect(await sessionsOf(ada.email, ada.password)).toHaveLength(before.length + 2);
  });

  test('with a second factor, and refuses', async () => {
    const grace = await enrolled(api);
    const { page } = await start(grace);
    await fill(page, { 'E-mail address': grace.email, Password: grace.password });
    await press(page, 'Sign in');
    await shows(page, 'Confirm that it is you');
    await fill(page, { 'Code from your authenticator app': grace.used });
    await press(page, 'Continue');
    expect(await refusal(page)).toMatch(/code/i);
    await fill(page, { 'Code from your authenticator app': grace.backup_codes[0] ?? '' });
    await press(page, 'Continue');
    await shows(page, 'to act for you?');
    await press(page, 'Do not allow');
    expect(await returned(page)).toMatchObject({ error: 'access_denied', state: 'a state & more' });
  });

  test('says so where the service can not be reached, and goes on when it can', async () => {
    const ada = await api.signUp();
    const { page } = await start(ada);
    await fill(page, { 'E-mail address': ada.email, Password: ada.password });
    await page.context().setOffline(true);
    await press(page, 'Sign in');
    expect(await refusal(page)).toContain('cannot be reached');
    await page.context().setOffline(false);
    await fill(page, { Password: ada.password });
    await press(page, 'Sign in');
    await shows(page, 'to act for you?');
  });

  test('and is sent back by Cancel', async () => {
    const { page } = await start(await api.signUp());
    await page.getByRole('link', { name: 'Cancel' }).first().click();
    expect(await returned(page)).toMatchObject({ error: 'access_denied' });
  });
});

describe('an invitation', () => {
  const invite = async () => {
    const owner = await api.signUp({ org_name: 'Analytical Engines' });
    const email = someone();
    const body = { email, first_name: 'Grace', last_name: 'Hopper', role: 'member' };
    ok(await api.as(owner).createOrganizationInvitation({ body }));
    return { owner, email, link: await newestLink(email, '/invitations#') };
  };

  test('is accepted with a corrected name and a password, once', async () => {
    const { owner, email, link } = await invite();
    const page = await open(link);
    await shows(page, 'Join Analytical Engines');
    expect(await page.locator('#address').innerText()).toBe(email);
    await fill(page, { 'Last name': 'Murray Hopper', Password: 'nanoseconds of wire' });
    await press(page, 'Join');
    await shows(page, 'Welcome');
    const members = ok(await api.as(owner).getOrganizationMembers());
    expect(members).toContainEqual(expect.objectContaining({ email, first_name: 'Grace', last_name: 'Murray Hopper' }));
    expect(await sessionsOf(email, 'nanoseconds of wire')).toHaveLength(1);
    await shows(await open(link), 'This invitation cannot be used');
  });

  test('is accepted by a person with a second factor, who is asked for it at the next sign-in', async () => {
    const grace = await enrolled(api);
    const owner = await api.signUp({ org_name: 'Compilers' });
    const body = { email: grace.email, first_name: 'Grace', last_name: 'Hopper', role: 'member' };
    ok(await api.as(owner).createOrganizationInvitation({ body }));
    const page = await open(await newestLink(grace.email, '/invitations#'));
    await shows(page, 'Join Compilers');
    await fill(page, { Password: 'not the password' });
    await press(page, 'Join');
    expect(await refusal(page)).toMatch(/password/i);
    await fill(page, { Password: grace.password });
    await press(page, 'Join');
    await shows(page, 'Welcome');
    const members = ok(await api.as(owner).getOrganizationMembers());
    expect(members).toContainEqual(expect.objectContaining({ email: grace.email }));
  });

  test('is declined', async () => {
    const { owner, email, link } = await invite();
    const page = await open(link);
    await shows(page, 'Join Analytical Engines');
    await press(page, 'Decline');
    await shows(page, 'Declined');
    const [invitation] = ok(await api.as(owner).getOrganizationInvitations());
    expect(invitation).toMatchObject({ email, status: 'declined' });
  });

  test.each(['', '#email=someone%40example.com', '#email=someone%40example.com&token=cut'])(
    'that was cut off (%s) says so',
    async (hash) => {
      await shows(await open(`${api.url}/invitations${hash}`), 'This invitation cannot be used');
    },
  );
});

describe('an address', () => {
  const signedUp = async (): Promise<string> => {
    const email = someone();
    const body = { email, password: 'difference engine', first_name: 'Ada', last_name: 'L', org_name: 'Engines' };
    ok(await api.anyone.createProfile({ body: { ...body, phone: '' } }));
    return email;
  };

  test('is confirmed by a press, not by opening the link', async () => {
    const email = await signedUp();
    const page = await open(await newestLink(email, '/verify-email#'));
    await shows(page, 'Confirm your e-mail address');
    const { access_token } = ok(await signIn(email, 'difference engine'));
    expect(ok(await api.as({ token: access_token }).getMyUser()).email_verified).toBe(false);
    await press(page, 'Confirm address');
    await shows(page, 'Thank you');
    expect(ok(await api.as({ token: access_token }).getMyUser()).email_verified).toBe(true);
  });

  test('gets another link where the first was used or replaced', async () => {
    const email = await signedUp();
    const old = await newestLink(email, '/verify-email#');
    const page = await open(old.replace(/token=[^&]+/, 'token=000000'));
    await press(page, 'Confirm address');
    await shows(page, 'This link cannot be used');
    await press(page, 'Send a new link');
    await shows(page, 'Look into your mailbox');
    const again = await open(await newestLink(email, '/verify-email#'));
    await press(again, 'Confirm address');
    await shows(again, 'Thank you');
  });

  test('whose link was cut off is told so', async () => {
    await shows(await open(`${api.url}/verify-email`), 'This link is not complete');
  });
});

describe('a password', () => {
  test('is reset with the code that the page has mailed', async () => {
    const ada = await api.signUp();
    const page = await open(`${api.url}/reset-password`);
    await shows(page, 'Reset your password');
    await fill(page, { 'E-mail address': ada.email });
    await press(page, 'Send me a code');
    await shows(page, 'Choose a new password');
    await fill(page, { 'Code from the mail': '00000000', 'New password': 'bernoulli numbers' });
    await press(page, 'Set password');
    expect(await refusal(page)).toMatch(/code/i);
    await api.settle();
    const [mail] = await api.messages(ada.email);
    await fill(page, { 'Code from the mail': mail?.code ?? '' });
    await press(page, 'Set password');
    await shows(page, 'Your password is changed');
    expect((await signIn(ada.email, 'bernoulli numbers')).status).toBe(200);
    expect((await signIn(ada.email, ada.password)).status).not.toBe(200);
  });

  test('is reset through the mail’s link without typing a code, and another code can be had', async () => {
    const ada = await api.signUp();
    ok(await api.anyone.resetPassword({ body: { email: ada.email } }));
    const page = await open(await newestLink(ada.email, '/reset-password#'));
    await shows(page, 'Choose a new password');
    expect(await page.getByLabel('Code from the mail').isVisible()).toBe(false);
    await press(page, 'Send me another code');
    await page.getByLabel('Code from the mail').waitFor();
    await idle(page);
    await api.settle();
    const [mail] = await api.messages(ada.email);
    await fill(page, { 'Code from the mail': mail?.code ?? '', 'New password': 'bernoulli numbers' });
    await press(page, 'Set password');
    await shows(page, 'Your password is changed');
    expect((await signIn(ada.email, 'bernoulli numbers')).status).toBe(200);
  });
});

describe('a signing link', () => {
  test('opens the envelope at a press, and leads to its documents', async () => {
    const sender = await api.signUp();
    const signer = recipient('One', 1);
    const envelope = await sendEnvelope(api, sender, [signer], { name: 'A <lease>' });
    const link = await newestLink(signer.email, '/sign/');
    const page = await open(link);
    await shows(page, 'You received documents');
    const before = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    expect(before.recipients[0].status).toBe('invited');
    await press(page, 'Open the envelope');
    await shows(page, 'A <lease>');
    expect(await page.locator('#about').innerText()).toContain('It waits for you');
    const download = page.waitForEvent('download');
    await press(page, 'contract.pdf');
    expect((await download).suggestedFilename()).toBe('contract.pdf');

    await sign(api, envelope, 'One');
    const later = await open(link);
    await press(later, 'Open the envelope');
    await later.getByText('You have signed. Thank you.').waitFor();
  });

  test('that has expired sends a fresh one', async () => {
    const signer = recipient('One', 1);
    await sendEnvelope(api, await api.signUp(), [signer]);
    const link = await newestLink(signer.email, '/sign/');
    await api.advance('P31D');
    const page = await open(link);
    await press(page, 'Open the envelope');
    await shows(page, 'This link has expired');
    await press(page, 'Send a new link');
    await shows(page, 'Look at your messages');
    const fresh = await newestLink(signer.email, '/sign/');
    expect(fresh).not.toBe(link);
    const again = await open(fresh);
    await press(again, 'Open the envelope');
    await shows(again, 'An envelope');
  });

  test('with another key does not work', async () => {
    const page = await open(`${api.url}/sign/0196f7a1-5b2c-7d3e-8f40-1a2b3c4d5e6f/One/invented`);
    await press(page, 'Open the envelope');
    await shows(page, 'This link does not work');
  });
});

describe('a page', () => {
  test('runs nothing that stands in it or comes from elsewhere', async () => {
    const page = await open(`${api.url}/reset-password`);
    await shows(page, 'Reset your password');
    await page.route('https://elsewhere.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'document.title = "taken over"' }),
    );
    const refused = /content security policy/i;
    const [tab] = tabs;
    for (const script of [
      { content: 'document.title = "taken over"' },
      { url: 'https://elsewhere.example.com/script.js' },
      { url: 'data:text/javascript,document.title="taken over"' },
      { url: `${api.url}/openapi.json` },
    ]) {
      await page.addScriptTag(script).catch(() => {});
      await expect.poll(() => tab?.faults.splice(0).join()).toMatch(refused);
    }
    expect(await page.title()).toBe('Reset your password');
  });

  test('whose script does not come takes no press that would lead nowhere, and says what to do', async () => {
    const tab = await browser.open('about:blank', PHONE);
    tabs.push(tab);
    await tab.page.route('**/assets/**', (route) => route.abort());
    await tab.page.goto(`${api.url}/reset-password`);
    await tab.page.getByText('load it again').waitFor({ state: 'visible' });
    const button = tab.page.getByText('Send me a code');
    await expect(button.click({ timeout: 1000 })).rejects.toThrow('element is inert');
    await tab.page.unroute('**/assets/**');
    await tab.page.reload();
    await shows(tab.page, 'Reset your password');
    expect(await tab.page.getByText('load it again').isVisible()).toBe(false);
  });

  test('that an upgrade has overtaken loads the script of today', async () => {
    const tab = await browser.open('about:blank', PHONE);
    tabs.push(tab);
    await tab.page.route('**/reset-password', async (route) => {
      const shown = await route.fetch();
      const earlier = (await shown.text()).replace(/reset-password-[0-9A-Z]{8}\.js/, 'reset-password-0A1B2C3D.js');
      await route.fulfill({ response: shown, body: earlier });
    });
    const asked = tab.page.waitForRequest('**/reset-password-0A1B2C3D.js');
    await tab.page.goto(`${api.url}/reset-password`);
    await asked;
    await shows(tab.page, 'Reset your password');
    await tab.page.locator('main:not([inert])').waitFor();
  });

  test.each(['off', 'on'])('works with the keyboard alone (dark mode %s)', async (dark) => {
    const ada = await api.signUp();
    const page = await open(`${api.url}/reset-password`);
    await page.emulateMedia({ colorScheme: dark === 'on' ? 'dark' : 'light' });
    await page.locator('#email:focus').waitFor();
    await page.keyboard.type(ada.email);
    await page.keyboard.press('Enter');
    await page.locator('#code:focus').waitFor();
    const tab = tabs.find((one) => one.page === page);
    expect(await tab?.barriers()).toEqual([]);
    await api.settle();
    await page.keyboard.type((await api.messages(ada.email))[0]?.code ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type('bernoulli numbers');
    await page.keyboard.press('Enter');
    await page.locator('#done h1:focus').waitFor();
    expect((await signIn(ada.email, 'bernoulli numbers')).status).toBe(200);
  });
});
