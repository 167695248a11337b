import { call } from './shared/call.ts';
import { byId, givenInLink, inputById, on, ready, show } from './shared/page.ts';

const email = inputById('email');
const code = inputById('code');
const password = inputById('password');
const given = givenInLink();

const choosePassword = (): void => {
  byId('address').textContent = email.value;
  show('set');
};

const mailCode = async (): Promise<void> => {
  await call('POST', '/v2/users/reset-password', { email: email.value });
  code.value = '';
  byId('typed').hidden = false;
  byId('mailed').hidden = false;
  choosePassword();
};

on(byId('request'), 'submit', mailCode);
on(byId('again'), 'click', mailCode);
on(byId('change'), 'submit', async () => {
  const body = { email: email.value, code: code.value, new_password: password.value };
  await call('POST', '/v2/users/reset-password', body);
  show('done');
});

email.value = given.get('email') ?? '';
code.value = given.get('code') ?? '';
ready();
if (email.value && code.value) {
  // The link carries all that is needed: there is nothing to type but the password.
  byId('typed').hidden = true;
  choosePassword();
  password.focus();
} else show('ask');
