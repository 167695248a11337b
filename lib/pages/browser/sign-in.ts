import type { Authorization, Profile, Tokens } from './shared/answers.ts';
import { CallFailed, call } from './shared/call.ts';
import { endSession } from './shared/end-session.ts';
import { byId, inputById, on, ready, show } from './shared/page.ts';

/** The application's request, as it stands in the page's address. */
const request = Object.fromEntries(new URLSearchParams(location.search));
const email = inputById('email');
const password = inputById('password');
const code = inputById('code');
const profileChoice = byId('profile');

/** The user's session lives in this page's memory alone, and ends with the user's answer. */
let session: Tokens;
/** Credential by which the second factor is presented. */
let mfa_token: string;

const MFA_GRANT = 'urn:verdocs:params:oauth:grant-type:mfa-';

const signIn = (grant: Record<string, string>): Promise<Tokens> => call<Tokens>('POST', '/v2/oauth2/token', grant);

/** Takes the password out of the page, and returns it. */
const takeValue = (input: HTMLInputElement): string => {
  const { value } = input;
  input.value = '';
  return value;
};

const optionOf = ({ id, current, organization }: Profile): HTMLOptionElement =>
  new Option(organization?.name ?? id, id, false, current);

const askConsent = async (): Promise<void> => {
  const profiles = await call<Profile[]>('GET', '/v2/profiles', undefined, { token: session.access_token });
  const current = profiles.find((profile) => profile.current);
  if (current) byId('person').textContent = `${current.first_name} ${current.last_name} (${current.email})`;
  profileChoice.replaceChildren(...profiles.map(optionOf));
  show('consent');
};

const answer = async (approve: boolean): Promise<void> => {
  const { redirect_to } = await call<Authorization>(
    'POST',
    '/v2/oauth2/authorize',
    { ...request, approve },
    { token: session.access_token },
  );
  await endSession(session);
  location.replace(redirect_to);
};

on(byId('credentials'), 'submit', async () => {
  try {
    const username = email.value.trim();
    session = await signIn({ grant_type: 'password', username, password: takeValue(password) });
  } catch (error) {
    if (!(error instanceof CallFailed) || !error.mfa_token) throw error;
    mfa_token = error.mfa_token;
    return show('second-factor');
  }
  await askConsent();
});
on(byId('factor'), 'submit', async () => {
  const given = takeValue(code).replace(/\s/g, '');
  session = /^\d{6}$/.test(given)
    ? await signIn({ grant_type: `${MFA_GRANT}otp`, mfa_token, otp: given })
    : await signIn({ grant_type: `${MFA_GRANT}recovery-code`, mfa_token, recovery_code: given });
  await askConsent();
});
on(profileChoice, 'change', async () => {
  const { value } = profileChoice as HTMLSelectElement;
  session = await call('POST', `/v2/profiles/${value}/switch`, undefined, { token: session.access_token });
});
on(byId('allow'), 'submit', () => answer(true));
on(byId('refuse'), 'click', () => answer(false));
ready();
