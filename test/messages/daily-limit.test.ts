import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { base64, pdf } from '../templates/material.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
let restore = () => {};
afterEach(() => restore());

const envelope = (emails: string[], more: Record<string, unknown> = {}) => ({
  name: 'Lease',
  documents: [{ name: 'a.pdf', data: base64(pdf()) }],
  recipients: emails.map((email, at) => ({
    ...{ role_name: `S${at}`, type: 'signer', first_name: 'A', last_name: 'B', email, sequence: 1, order: at + 1 },
  })),
  fields: emails.map((_, at) => ({
    ...{ document_id: 0, name: `n${at}`, role_name: `S${at}`, type: 'textbox', page: 1, x: 72, y: 72, required: false },
  })),
  ...more,
});
const sentTo = async (...emails: string[]): Promise<number> => {
  await api.settle();
  return (await Promise.all(emails.map((email) => api.messages(email)))).flat().length;
};

test("an organization's messages of a day are limited: a caller gets 429, and messages in the queue are sent the next day", async () => {
  await using _clock = await api.freezeClock();
  const [ada, eve]: [Person, Person] = [await api.signUp(), await api.signUp()];
  restore = setEnvironment({ MESSAGES_PER_DAY: '2' });
  const names = ['one', 'two', 'three', 'four'].map((name) => `${name}-of-ada@example.com`);
  expect((await api.as(ada).createEnvelope({ body: envelope(names) })).status).toBe(200);
  expect(await sentTo(...names)).toBe(2);

  const person = { email: 'guest-of-ada@example.com', first_name: 'A', last_name: 'B' };
  for (const refused of [
    api.as(ada).createEnvelope({ body: envelope(['late@example.com']) }),
    api.as(ada).createOrganizationInvitation({ body: { ...person, role: 'member' } }),
    api.as(ada).createOrganizationMember({ body: person }),
  ]) {
    const { status, headers } = await refused;
    expect([status, headers.get('x-error-code')]).toEqual([429, 'messages_used_up']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const silent = envelope(['late@example.com'], { no_contact: true });
  expect((await api.as(ada).createEnvelope({ body: silent })).status).toBe(200);
  expect((await api.as(eve).createEnvelope({ body: envelope(['one-of-eve@example.com']) })).status).toBe(200);
  expect(await sentTo('one-of-eve@example.com')).toBe(1);

  await api.advance('P1D');
  expect(await sentTo(...names)).toBe(4);
});
