import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { putIntoInboxes } from '../../lib/notify/notifications/inbox.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { profileIn } from '../profiles/second-profile.ts';
import { ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

interface Entry {
  id: string;
  event_name: string;
  message: string;
  read: boolean;
  data: Record<string, unknown>;
  time: string;
}

const inbox = async (person: Person, query: Record<string, number> = {}): Promise<Entry[]> => {
  await api.settle();
  return ok(await api.as(person).getNotifications({ query }));
};
const eventsFor = async (person: Person) => (await inbox(person)).map(({ event_name }) => event_name);
const change = (person: Person, id: string, body: Record<string, unknown>) =>
  api.as(person).updateNotification({ path: { id }, body });

describe('an event of an envelope', () => {
  test('notifies the owner, and recipients who have an account', async () => {
    const [owner, tenant] = [await api.signUp({ first_name: 'Olga' }), await api.signUp({ first_name: 'Tara' })];
    const to = { email: tenant.email.toUpperCase(), first_name: 'Tara', last_name: 'Tenant' };
    const envelope = await sendEnvelope(api, owner, [recipient('Tenant', 1, to)], { name: 'Lease' });
    expect(await inbox(tenant)).toEqual([
      {
        id: expect.any(String),
        profile_id: tenant.profile_id,
        event_name: 'recipient:invited',
        message: expect.stringMatching(/^“Olga Number \d+” asks you to sign “Lease”\.$/),
        data: { envelope_id: envelope.id, envelope_name: 'Lease', role_name: 'Tenant' },
        read: false,
        deleted: false,
        time: expect.any(String),
      },
    ]);
    expect(await inbox(owner)).toEqual([]);
    await sign(api, envelope, 'Tenant');
    expect(await eventsFor(owner)).toEqual(['envelope:completed', 'recipient:submitted', 'recipient:opened']);
    expect((await inbox(owner))[2]).toMatchObject({
      message: '“Tara Tenant” opened “Lease”.',
      data: { role_name: 'Tenant' },
    });
    expect(await eventsFor(tenant)).toEqual(['envelope:completed', 'recipient:invited']);
  });

  test.each([
    ['declined', 'envelope:declined'],
    ['expired', 'envelope:expired'],
  ])('notifies the owner when it is %s', async (how, event_name) => {
    const owner = await api.signUp();
    const expires_at = how === 'expired' ? new Date(Date.now() + 20 * 86_400_000).toISOString() : null;
    const envelope = await sendEnvelope(api, owner, [recipient('Tenant', 1)], { expires_at });
    if (how === 'expired') await api.advance('P30D');
    else {
      const session = await openSession(api, envelope, 'Tenant');
      await agree(api, session);
      const path = { envelope_id: envelope.id, role_name: 'Tenant' };
      ok(await api.as(session).declineRecipient({ path, body: {} }));
    }
    await api.settle();
    const [person] = how === 'expired' ? [await signedInAnew(owner)] : [owner];
    expect((await eventsFor(person as Person))[0]).toBe(event_name);
  });

  test('notifies recipients of a cancellation, but not the owner who canceled', async () => {
    const [owner, tenant] = [await api.signUp(), await api.signUp()];
    const envelope = await sendEnvelope(api, owner, [recipient('Tenant', 1, { email: tenant.email })]);
    ok(await api.as(owner).cancelEnvelope({ path: { envelope_id: envelope.id }, body: { action: 'cancel' } }));
    expect(await eventsFor(tenant)).toEqual(['envelope:canceled', 'recipient:invited']);
    expect(await eventsFor(owner)).toEqual([]);
  });

  test('says of an envelope that was replaced that another one is in its place, as the same event', async () => {
    const [owner, tenant] = [await api.signUp(), await api.signUp()];
    const people = [recipient('Tenant', 1, { email: tenant.email })];
    const envelope = await sendEnvelope(api, owner, people, { name: 'Lease' });
    const draft = ok(await api.as(owner).createDraft({ body: { replaces: envelope.id } }));
    const next = ok(await api.as(owner).sendDraft({ path: { draft_id: draft.id }, body: {} }));
    const all = await inbox(tenant);
    const about = (id: string) => all.filter(({ data }) => data.envelope_id === id);
    expect(about(next.id)).toMatchObject([{ event_name: 'recipient:invited' }]);
    expect(about(envelope.id).find(({ event_name }) => event_name === 'envelope:canceled')?.message).toMatch(
      /sent another envelope in the place of “Lease”/,
    );
  });

  test('notifies a person who is both owner and recipient only once', async () => {
    const owner = await api.signUp();
    const envelope = await sendEnvelope(api, owner, [recipient('Tenant', 1, { email: owner.email })]);
    await sign(api, envelope, 'Tenant');
    expect((await eventsFor(owner)).filter((name) => name === 'envelope:completed')).toHaveLength(1);
  });

  test('notifies no recipient with no_contact', async () => {
    const [owner, tenant] = [await api.signUp(), await api.signUp()];
    const to = recipient('Tenant', 1, { email: tenant.email });
    const envelope = await sendEnvelope(api, owner, [to], { no_contact: true });
    await sign(api, envelope, 'Tenant');
    expect(await eventsFor(tenant)).toEqual([]);
    expect(await eventsFor(owner)).toContain('envelope:completed');
  });

  test('is described in the language of the envelope', async () => {
    const [owner, tenant] = [await api.signUp(), await api.signUp()];
    await sendEnvelope(api, owner, [recipient('Mieter', 1, { email: tenant.email })], { locale: 'de-AT' });
    expect((await inbox(tenant))[0]?.message).toContain('bittet Sie');
  });

  test('notifies the owner of a question', async () => {
    const owner = await api.signUp();
    const envelope = await sendEnvelope(api, owner, [recipient('Tenant', 1)]);
    const session = await openSession(api, envelope, 'Tenant');
    const path = { envelope_id: envelope.id, role_name: 'Tenant' };
    ok(await api.as(session).askQuestion({ path, body: { question: 'Why?' } }));
    expect(await eventsFor(owner)).toContain('recipient:question');
  });
});

describe('a change of who signs', () => {
  const path = ({ id }: { id: string }) => ({ envelope_id: id, role_name: 'Tenant' });

  test('notifies the owner, the delegator and the delegate, each with an own text', async () => {
    const [owner, tenant, delegate] = [await api.signUp(), await api.signUp(), await api.signUp()];
    const to = { email: tenant.email, first_name: 'Tara', last_name: 'Tenant', delegator: true, type: 'approver' };
    const envelope = await sendEnvelope(api, owner, [recipient('Tenant', 1, to)], { name: 'Lease' });
    const session = await openSession(api, envelope, 'Tenant');
    const body = { first_name: 'Grace', last_name: 'Hopper', email: delegate.email, phone: '', message: '' };
    ok(await api.as(session).delegateRecipient({ path: path(envelope), body }));
    expect((await inbox(owner))[0]).toMatchObject({
      event_name: 'recipient:delegated',
      message: '“Tara Tenant” passed “Lease” on to “Grace Hopper”.',
      data: { envelope_id: envelope.id, role_name: 'delegated_to_Grace_Hopper' },
    });
    expect(await inbox(tenant)).toMatchObject([
      { event_name: 'delegate:send_confirmed', message: 'You passed “Lease” on to “Grace Hopper”.' },
      { event_name: 'recipient:invited', message: expect.stringMatching(/asks you to approve “Lease”\.$/) },
    ]);
    expect((await inbox(delegate))[0]).toMatchObject({
      event_name: 'delegate:requested',
      message: '“Tara Tenant” asks you to approve “Lease” in their place.',
    });
    const [mail] = await api.messages(tenant.email);
    expect(mail?.subject).toBe('You passed “Lease” on to “Grace Hopper”');
    expect(mail?.links).toEqual([]);
  });

  test('notifies the owner if the verification of a recipient fails', async () => {
    const owner = await api.signUp();
    const to = { first_name: 'Tara', last_name: 'Tenant', auth_methods: ['passcode'], passcode: 'right' };
    const envelope = await sendEnvelope(api, owner, [recipient('Tenant', 1, to)], { name: 'Lease' });
    const session = await openSession(api, envelope, 'Tenant');
    await agree(api, session);
    for (let guess = 0; guess < 5; guess++) {
      await api.as(session).verifySigner({ body: { auth_method: 'passcode', code: 'wrong' } });
    }
    expect((await inbox(owner))[0]).toMatchObject({
      event_name: 'recipient:failed',
      message: '“Tara Tenant” could not be verified for “Lease”.',
    });
    const [mail] = await api.messages(owner.email);
    expect(mail?.subject).toBe('“Tara Tenant” could not be verified for “Lease”');
    expect(mail?.links[0]).toBe(`${api.url}/envelopes/${envelope.id}`);
    expect(mail?.text).toContain('reset');
  });
});

test('an invitation to an organization notifies a person who has an account', async () => {
  const [owner, guest] = [await api.signUp({ org_name: 'Engines Ltd' }), await api.signUp()];
  const body = { email: guest.email, first_name: 'G', last_name: 'Uest', role: 'member' };
  ok(await api.as(owner).createOrganizationInvitation({ body }));
  const [entry] = await inbox(guest);
  expect(entry).toMatchObject({ event_name: 'user:invited', message: 'You are invited to join “Engines Ltd”.' });
  expect(JSON.stringify(entry)).not.toMatch(/token|#/);
});

describe('the inbox', () => {
  const withEntries = async (count: number): Promise<Person> => {
    const [owner, tenant] = [await api.signUp(), await api.signUp()];
    for (let number = 1; number <= count; number++) {
      await sendEnvelope(api, owner, [recipient('Tenant', 1, { email: tenant.email })], { name: `Lease ${number}` });
    }
    await api.settle();
    return tenant;
  };
  const names = (entries: Entry[]) => entries.map(({ data }) => data.envelope_name);

  test('shows unread entries first, then the newest, in pages', async () => {
    const tenant = await withEntries(4);
    const [, third] = await inbox(tenant);
    expect(ok(await change(tenant, third?.id ?? '', { read: true }))).toMatchObject({ id: third?.id, read: true });
    expect(names(await inbox(tenant))).toEqual(['Lease 4', 'Lease 2', 'Lease 1', 'Lease 3']);
    expect(names(await inbox(tenant, { rows: 3, page: 1 }))).toEqual(['Lease 3']);
    ok(await change(tenant, third?.id ?? '', { read: false }));
    expect(names(await inbox(tenant, { rows: 2 }))).toEqual(['Lease 4', 'Lease 3']);
    expect(names(await inbox(tenant, { rows: 2, page: 1 }))).toEqual(['Lease 2', 'Lease 1']);
  });

  test('deletes entries for good, read or not', async () => {
    const tenant = await withEntries(2);
    const [newest, oldest] = await inbox(tenant);
    ok(await change(tenant, oldest?.id ?? '', { read: true }));
    for (const entry of [newest, oldest]) {
      expect(ok(await change(tenant, entry?.id ?? '', { deleted: true })).deleted).toBe(true);
      expect((await change(tenant, entry?.id ?? '', { deleted: false })).status).toBe(404);
    }
    expect(await inbox(tenant)).toEqual([]);
  });

  test('belongs to the user, and shows a profile’s entries to that profile only', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const envelope = await sendEnvelope(api, owner, [recipient('Tenant', 1)]);
    await openSession(api, envelope, 'Tenant');
    const [entry] = await inbox(owner);
    expect((await change(stranger, entry?.id ?? '', { read: true })).status).toBe(404);
    const second = await profileIn(stranger.organization_id, owner, ['member']);
    const { body } = await api.as(owner).switchProfile({ path: { profile_id: second.id } });
    const elsewhere = { ...owner, token: body.access_token };
    expect(await inbox(elsewhere)).toEqual([]);
    expect((await change(elsewhere, entry?.id ?? '', { read: true })).status).toBe(404);
    const back = await api.as(elsewhere).switchProfile({ path: { profile_id: owner.profile_id } });
    expect(await eventsFor({ ...owner, token: back.body.access_token })).toEqual(['recipient:opened']);
  });

  test('keeps a repeated event once, even if it was read or deleted in between', async () => {
    const tenant = await withEntries(1);
    const [entry] = await inbox(tenant);
    const again = () =>
      putIntoInboxes([
        {
          id: entry?.id ?? '',
          user_id: tenant.user_id,
          profile_id: null,
          event_name: 'recipient:invited',
          message: 'Again',
          data: {},
          read: false,
          deleted: false,
          created_at: entry?.time ?? '',
        },
      ]);
    await again();
    expect(await inbox(tenant)).toEqual([entry]);
    ok(await change(tenant, entry?.id ?? '', { read: true }));
    await again();
    expect(await inbox(tenant)).toEqual([{ ...entry, read: true }]);
    ok(await change(tenant, entry?.id ?? '', { deleted: true }));
    await again();
    expect(await inbox(tenant)).toEqual([]);
  });

  test('deletes entries after 90 days', async () => {
    const tenant = await withEntries(1);
    await api.advance('P91D');
    expect(await eventsFor(await signedInAnew(tenant))).toEqual([]);
  });
});

/** The same person after the clock has moved on: the access token has expired. */
const signedInAnew = async (person: Person): Promise<Person> => {
  const body = { grant_type: 'password', username: person.email, password: person.password };
  return { ...person, token: ok(await api.anyone.authenticate({ body })).access_token };
};
