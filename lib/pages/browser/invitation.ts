import type { Invitation, Tokens } from './shared/answers.ts';
import { CallFailed, call } from './shared/call.ts';
import { endSession } from './shared/end-session.ts';
import { byId, givenInLink, inputById, on, ready, show, showError } from './shared/page.ts';

const INVITATIONS = '/v2/organization-invitations';

const given = givenInLink();
const email = given.get('email') ?? '';
const token = given.get('token') ?? '';

const showInvitation = (invitation: Invitation): void => {
  byId('title').textContent = `Join ${invitation.organization?.name ?? ''}`;
  byId('address').textContent = invitation.email;
  inputById('first').value = invitation.first_name;
  inputById('last').value = invitation.last_name;
  show('answer');
};

const showFailure = (error: Error): void => {
  // Cut off, used, expired or withdrawn; anything else may pass.
  if (error instanceof CallFailed && (error.status === 404 || error.status === 406)) show('broken');
  else showError(error.message);
};

/** The session that the acceptance opens; undefined for a person with a second factor, who has joined all the same. */
const accept = (): Promise<Tokens | undefined> => {
  const names = { first_name: inputById('first').value, last_name: inputById('last').value };
  const body = { email, token, ...names, password: inputById('password').value };
  return call<Tokens>('POST', `${INVITATIONS}/accept`, body).catch((error: Error) => {
    if (error instanceof CallFailed && error.mfa_token) return undefined;
    throw error;
  });
};

on(byId('accept'), 'submit', async () => {
  const session = await accept();
  show('joined');
  if (session) await endSession(session);
});
on(byId('decline'), 'click', async () => {
  await call('POST', `${INVITATIONS}/decline`, { email, token });
  show('declined');
});
ready();
call<Invitation>('GET', `${INVITATIONS}/${encodeURIComponent(email)}/${encodeURIComponent(token)}`).then(
  showInvitation,
  showFailure,
);
