import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../api.ts';
import { ok } from '../stories/envelope.ts';
import { lease, pdf } from '../templates/material.ts';
import { KEYS } from './driver.ts';
import { demand, type Journey, type Journeys, linkOf, openAs } from './journey.ts';

/** Journeys of those who send: envelopes from nothing, and templates. */

/** True once the picture of the first page is there. */
const PICTURED = "document.querySelector('.page img')?.naturalWidth > 0";

/** True once all that was done is stored. */
const SAVED = "document.querySelector('.saving')?.innerText === 'Saved'";

/** True where the element that a selector names has the focus. */
const hasFocus = (selector: string): string => `document.activeElement?.matches(${JSON.stringify(selector)})`;

/** True once there are so many fields. */
const fields = (count: number): string => `document.querySelectorAll('.box:not(.proposed)').length === ${count}`;

/** Places of the fields of the draft or template that is open, by their kinds. */
const placesOf = async (
  { api, window }: Journey,
  person: Person,
): Promise<Record<string, { x: number; y: number }>> => {
  const path = await window.driver.run<string>('return location.pathname');
  const id = path.split('/').at(-1) ?? '';
  const { fields: placed } = path.startsWith('/drafts/')
    ? ok(await api.as(person).getDraft({ path: { draft_id: id } }))
    : ok(await api.as(person).getTemplate({ path: { template_id: id } }));
  return Object.fromEntries(placed.map(({ type, x, y }) => [type, { x, y }]));
};

/** From nothing to an envelope that was sent: fields are placed by a press, by a key and by the pointer's drag. */
const sends = async (journey: Journey): Promise<void> => {
  const { api, window, folder, picture } = journey;
  const { driver } = window;
  const person = await api.signUp();
  const file = join(folder, 'flat.pdf');
  writeFileSync(file, pdf(2));
  const email = `theo-${Date.now()}@example.com`;
  const screen = (await driver.run<number>('return innerWidth')) < 600 ? 'phone' : 'desktop';

  await openAs(journey, person, '/envelopes');
  await window.press('New envelope');
  await window.seeHeading('Prepare an envelope');
  await picture(`${screen}-documents`);
  await window.choose('Choose files', file);
  await window.until(hasFocus('[id^="name-"]'));
  await driver.type(`Theo Quill${KEYS.enter}`);
  await window.until(hasFocus('[id^="email-"]'));
  await driver.type(email);
  await picture(`${screen}-people`);
  await driver.type(KEYS.enter);

  // By a press: the first tool is a signature.
  await window.until(PICTURED);
  await window.draw('.page', [[0.4, 0.5]]);
  await window.until(fields(1));
  // By a key: a tool places its field in the middle of the page that is seen.
  await driver.run("[...document.querySelectorAll('.kinds button')].find((one) => one.innerText === 'Date').focus()");
  await driver.type(KEYS.enter);
  await window.until(fields(2));
  await window.until(SAVED);
  await window.until("document.activeElement?.ariaLabel?.startsWith('Date')");
  const before = await placesOf(journey, person);
  await driver.type(KEYS.right);
  // By a drag.
  await window.draw('.box button[aria-label^="Signature"]', [
    [0.5, 0.5],
    [0.6, 1.5],
    [0.7, 2.5],
  ]);
  await window.until(SAVED);
  const after = await placesOf(journey, person);
  demand(after.date?.x === (before.date?.x ?? 0) + 1, `the date is at ${JSON.stringify([before.date, after.date])}`);
  demand((after.signature?.y ?? 0) < (before.signature?.y ?? 0) - 20, `the signature is at ${after.signature?.y}`);
  await picture(`${screen}-fields`);
  await window.press('Undo');
  await window.until(SAVED);
  const undone = await placesOf(journey, person);
  demand(undone.signature?.y === before.signature?.y, 'the drag was not taken back');

  await window.press('Next: Review');
  await window.see('Everything is there.');
  await picture(`${screen}-review`);
  await window.press('Send');
  await window.until("location.pathname.startsWith('/envelopes/')");
  await window.seeHeading('“flat”');
  await window.see('Theo Quill');
  await picture(`${screen}-envelope`);
  await linkOf(api, email);
};

/** Makes a template, changes it, and sends it with the names of people alone. */
const usesTemplate = async (journey: Journey): Promise<void> => {
  const { api, window, picture } = journey;
  const { driver } = window;
  const person = await api.signUp();
  const fieldsOf = [{ name: 'sign', role_name: 'Tenant', type: 'signature', page: 1, x: 72, y: 72, required: true }];
  const roles = [{ name: 'Tenant', type: 'signer', sequence: 1 }];
  ok(await api.as(person).createTemplate({ body: lease({ name: 'Lease', roles, fields: fieldsOf }) }));
  await api.settle();
  await openAs(journey, person, '/templates');
  await window.seeHeading('Your templates');
  await picture('templates');
  await window.press('Lease');
  await window.fill('Name of the template', 'Lease of a flat');
  await driver.type(KEYS.tab);
  await window.seeHeading('“Lease of a flat”');
  await window.press('3 Fields');
  await window.until(PICTURED);
  await window.press('Initials');
  await window.draw('.page', [[0.6, 0.5]]);
  await window.until(fields(2));
  await window.until(SAVED);
  await picture('template-fields');
  await window.press('Send this template');
  await window.see('Documents and fields come from the template.');
  await window.until(hasFocus('[id^="name-"]'));
  const email = `template-${Date.now()}@example.com`;
  await driver.type(`Theo Quill${KEYS.enter}`);
  await driver.type(email);
  await picture('template-people');
  await window.press('Next: Review');
  await window.press('Send');
  await window.until("location.pathname.startsWith('/envelopes/')");
  await window.seeHeading('“Lease of a flat”');
  await linkOf(api, email);
};

export const SENDING_JOURNEYS = {
  'sends from nothing': [sends, 'desktop'],
  'sends from nothing on a phone': [sends, 'phone'],
  'changes and sends a template': [usesTemplate, 'desktop'],
} as const satisfies Journeys;
