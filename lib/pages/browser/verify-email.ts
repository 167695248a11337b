import type { Tokens } from './shared/answers.ts';
import { CallFailed, call } from './shared/call.ts';
import { endSession } from './shared/end-session.ts';
import { byId, givenInLink, on, ready, show } from './shared/page.ts';

const given = givenInLink();
const email = given.get('email') ?? '';
const token = given.get('token') ?? '';

/** The session that the verification opens; undefined where the link was used or has expired. */
const verify = (): Promise<Tokens | undefined> =>
  call<Tokens>('POST', '/v2/users/verify', { email, token }).catch((error: Error) => {
    if (error instanceof CallFailed && error.code === 'code_wrong') return undefined;
    throw error;
  });

byId('address').textContent = email;
on(byId('form'), 'submit', async () => {
  const session = await verify();
  if (!session) return show('stale');
  show('done');
  await endSession(session);
});
on(byId('again'), 'submit', async () => {
  await call('POST', '/v2/users/resend-verification', { email });
  show('sent');
});
ready();
show(email && token ? 'ask' : 'broken');
