import { startReceiver } from '../webhooks-api/receiver.ts';
import { demand, type Journey, type Journeys, openAs } from './journey.ts';

/** Journeys through the own account and the organization's room. */

/** Changes the own name and password, and signs in with the new one. */
const changesAccount = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  const person = await api.signUp();
  await openAs(journey, person, '/account');
  await window.seeHeading('Profile');
  await picture('account');
  await window.fill('First name', 'Augusta');
  await window.press('Save');
  await window.see('Saved');
  await window.see('“Augusta');
  await window.press('Signing in');
  await window.seeHeading('Signing in');
  await window.fill('Current password', person.password);
  const password = 'a better password';
  await window.fill('New password', password);
  await picture('account-password');
  await window.press('Change your password');
  await window.see('Your password is changed.');
  for (const part of ['Devices', 'Signature', 'Notifications', 'Organizations']) {
    await window.press(part);
    await window.seeHeading(part);
    await window.until("!document.querySelector('.waits')");
    await picture(`account-${part.toLowerCase()}`);
  }
  await window.press('Profile');
  await window.press('Sign out');
  await openAs(journey, { email: person.email, password }, '/account');
  await window.seeHeading('Profile');
};

/** Invites somebody, makes a group, adds a webhook, and reads of all three in the log. */
const keepsOrganization = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  const person = await api.signUp();
  const receiver = await startReceiver();
  /** Goes to another section. On a phone, their list opens by the name of the one that is shown. */
  const goTo = async (section: string): Promise<void> => {
    const closed = await window.driver.run<string | null>(`
      const one = document.querySelector('.sections > button[aria-expanded=false]');
      return one?.getClientRects().length ? one.innerText : null`);
    if (closed) await window.press(closed);
    await window.press(section);
    await window.seeHeading(section);
  };
  try {
    await openAs(journey, person, '/organization/invitations');
    await window.seeHeading('Invitations');
    await window.press('Invite people');
    await window.fill('E-mail addresses', `grace-${Date.now()}@example.com`);
    await window.press('Continue');
    await window.fill('First name', 'Grace');
    await window.fill('Last name', 'Hopper');
    await picture('invite');
    await window.press('Send 1 invitation');
    await window.see('All are invited.');
    await window.driver.back();
    await window.see('Good until');

    await goTo('Groups');
    await window.press('Make a group');
    await window.fill('Name of the group', 'Auditors');
    await window.press('See every envelope of the organization');
    await picture('group');
    await window.press('Make a group');
    await window.see('Nobody is in this group.');
    await window.driver.back();

    await goTo('Webhooks');
    await window.press('Add a webhook');
    await window.fill('Address', receiver.url);
    await window.press('All events');
    await picture('webhook');
    await window.press('Add a webhook');
    await window.see('This is shown only now.');
    await window.press('I have kept it');
    await window.press('Send a test');
    await window.see('A test is on its way');
    await api.settle();
    demand(receiver.received.length > 0, 'nothing was received');

    await goTo('Log of administration');
    for (const did of ['Invitation sent', 'Group made', 'Webhook made']) await window.see(did);
    await picture('log');
  } finally {
    await receiver.stop();
  }
};

export const ACCOUNT_JOURNEYS = {
  'changes name and password': [changesAccount, 'phone'],
  'keeps an organization': [keepsOrganization, 'desktop'],
  'keeps an organization on a phone': [keepsOrganization, 'phone'],
} as const satisfies Journeys;
