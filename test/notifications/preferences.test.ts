import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { APP_KINDS, EMAIL_KINDS } from '../../lib/people/users/notification-kinds.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { outcome } from '../members/member.ts';
import { type Envelope, ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type AppKind = (typeof APP_KINDS)[number];
/** The end of an envelope's time has a test of its own, because it moves the clock. */
type Played = Exclude<AppKind, 'envelope:expired'>;
const PLAYED = APP_KINDS.filter((kind): kind is Played => kind !== 'envelope:expired');
type EmailKind = (typeof EMAIL_KINDS)[number];

const eventsFor = async (person: Person): Promise<string[]> => {
  await api.settle();
  return ok(await api.as(person).getNotifications()).map(({ event_name }: { event_name: string }) => event_name);
};
const subjectsTo = async (email: string): Promise<string[]> => {
  await api.settle();
  return (await api.messages(email)).map(({ subject }) => subject ?? '');
};
const mute = async (person: Person, off: { app?: AppKind; email?: EmailKind }) =>
  ok(
    await api.as(person).updateNotificationPreferences({
      body: {
        ...(off.app ? { app: { [off.app]: false } } : {}),
        ...(off.email ? { email: { [off.email]: false } } : {}),
      },
    }),
  );

const at = ({ id }: Envelope) => ({ envelope_id: id, role_name: 'Tenant' });
const decline = async (envelope: Envelope): Promise<void> => {
  const session = await openSession(api, envelope, 'Tenant');
  await agree(api, session);
  ok(await api.as(session).declineRecipient({ path: at(envelope), body: {} }));
};
const cancel = async (envelope: Envelope, owner: Person) =>
  ok(await api.as(owner).cancelEnvelope({ path: { envelope_id: envelope.id }, body: { action: 'cancel' } }));
const remind = async (envelope: Envelope, owner: Person) =>
  ok(await api.as(owner).updateRecipient({ path: at(envelope), body: { action: 'remind' } }));
const passOn = async (envelope: Envelope, to: Person): Promise<void> => {
  const session = await openSession(api, envelope, 'Tenant');
  const body = { first_name: 'Grace', last_name: 'Hopper', email: to.email, phone: '', message: '' };
  ok(await api.as(session).delegateRecipient({ path: at(envelope), body }));
};

interface Cast {
  owner: Person;
  tenant: Person;
  other: Person;
}

/** Plays a signing in which somebody is notified of each kind, and says who. */
const STORIES: Record<Played, { to: keyof Cast; play: (cast: Cast, envelope: Envelope) => Promise<unknown> }> = {
  'recipient:invited': { to: 'tenant', play: ({ owner }, envelope) => remind(envelope, owner) },
  'recipient:reminder': { to: 'tenant', play: ({ owner }, envelope) => remind(envelope, owner) },
  'delegate:requested': { to: 'other', play: ({ other }, envelope) => passOn(envelope, other) },
  'delegate:send_confirmed': { to: 'tenant', play: ({ other }, envelope) => passOn(envelope, other) },
  'recipient:delegated': { to: 'owner', play: ({ other }, envelope) => passOn(envelope, other) },
  'recipient:opened': { to: 'owner', play: (_, envelope) => sign(api, envelope, 'Tenant') },
  'recipient:submitted': { to: 'owner', play: (_, envelope) => sign(api, envelope, 'Tenant') },
  'envelope:completed': { to: 'owner', play: (_, envelope) => sign(api, envelope, 'Tenant') },
  'envelope:cc': { to: 'other', play: (_, envelope) => sign(api, envelope, 'Tenant') },
  'envelope:declined': { to: 'owner', play: (_, envelope) => decline(envelope) },
  'envelope:canceled': { to: 'tenant', play: ({ owner }, envelope) => cancel(envelope, owner) },
};

const played = async (kind: Played, isOff: boolean): Promise<string[]> => {
  const cast = { owner: await api.signUp(), tenant: await api.signUp(), other: await api.signUp() };
  const { to, play } = STORIES[kind];
  if (isOff) await mute(cast[to], { app: kind });
  const people = [recipient('Tenant', 1, { email: cast.tenant.email, delegator: true })];
  const copy = { ...recipient('Copy', 2), type: 'cc', email: cast.other.email };
  const envelope = await sendEnvelope(api, cast.owner, kind === 'envelope:cc' ? [...people, copy] : people);
  await api.settle();
  await play(cast, envelope);
  return eventsFor(cast[to]);
};

describe('a kind of in-app notification', () => {
  test.each(PLAYED)('%s comes, and does not once it is switched off', async (kind) => {
    expect(await played(kind, false)).toContain(kind);
    expect(await played(kind, true)).not.toContain(kind);
  });

  test('that is switched off leaves the others', async () => {
    expect(await played('recipient:opened', true)).toEqual(['envelope:completed', 'recipient:submitted']);
  });

  test('that a recipient has switched off leaves the mail, which is the recipient’s to have', async () => {
    const [owner, tenant] = [await api.signUp(), await api.signUp()];
    await mute(tenant, { app: 'recipient:invited' });
    await sendEnvelope(api, owner, [recipient('Tenant', 1, { email: tenant.email })], { name: 'Lease of the mill' });
    expect(await eventsFor(tenant)).toEqual([]);
    expect((await subjectsTo(tenant.email)).join()).toContain('Lease of the mill');
  });
});

describe('a kind of mail to the sender', () => {
  const STORY: Record<
    Exclude<EmailKind, 'envelope:expired' | 'member:waiting'>,
    (envelope: Envelope) => Promise<unknown>
  > = {
    'envelope:completed': (envelope) => sign(api, envelope, 'Tenant'),
    'envelope:declined': decline,
  };

  test.each(Object.keys(STORY) as (keyof typeof STORY)[])(
    'of %s is sent until it is switched off, recipients’ always',
    async (kind) => {
      const mails = async (isOff: boolean, isTeams = false) => {
        const owner = await api.signUp();
        if (isOff) await mute(owner, { email: kind });
        const [tenant, other, team] = ['tenant', 'other', 'team'].map((who) => `${who}-${owner.email}`) as [
          string,
          string,
          string,
        ];
        const people = [recipient('Other', 1, { email: other, type: 'cc' }), recipient('Tenant', 1, { email: tenant })];
        const envelope = await sendEnvelope(api, owner, people, {
          name: 'Lease of the mill',
          ...(isTeams ? { sender_email: team } : {}),
        });
        await api.settle();
        const about = async (email: string) =>
          (await subjectsTo(email)).filter((subject) => subject.includes('Lease of the mill')).length;
        const before = await about(tenant);
        await STORY[kind](envelope);
        return {
          owner: await about(owner.email),
          team: await about(team),
          tenant: (await about(tenant)) - before,
        };
      };
      const on = await mails(false);
      const off = await mails(true);
      expect([on.owner, off.owner]).toEqual([1, 0]);
      expect(off.tenant).toBe(on.tenant);
      // Another address than the owner's own isn't the owner's to silence.
      expect((await mails(true, true)).team).toBe(1);
    },
  );
});

describe('the preferences', () => {
  test('are all on at first, are changed one by one, and count in every organization', async () => {
    const ada = await api.signUp();
    const first = ok(await api.as(ada).getNotificationPreferences());
    expect(Object.keys(first.app)).toEqual([...APP_KINDS]);
    expect(Object.keys(first.email)).toEqual([...EMAIL_KINDS]);
    expect([...Object.values(first.app), ...Object.values(first.email)]).not.toContain(false);
    await mute(ada, { app: 'recipient:opened' });
    const two = await mute(ada, { email: 'envelope:expired' });
    expect([two.app['recipient:opened'], two.email['envelope:expired']]).toEqual([false, false]);
    const made = ok(await api.as(ada).createOrganization({ body: { name: 'Second' } }));
    const elsewhere = { token: made.access_token };
    expect(ok(await api.as(elsewhere).getNotificationPreferences())).toEqual(two);
    const body = { app: { 'recipient:opened': true, 'envelope:cc': null } };
    const back = ok(await api.as(elsewhere).updateNotificationPreferences({ body }));
    expect(back).toEqual({ ...first, email: { ...first.email, 'envelope:expired': false } });
  });

  test.each([
    ['app', 'recipient:question'],
    ['app', 'recipient:invite_failed'],
    ['app', 'user:invited'],
    ['email', 'recipient:invited'],
    ['email', 'recipient:question'],
    ['email', 'envelope:deletion_announced'],
    ['email', 'password:reset'],
  ])('refuse to switch off in %s what has to come (%s), and change nothing', async (channel, kind) => {
    const ada = await api.signUp();
    const body = { [channel]: { [kind]: false, 'envelope:completed': false } };
    const answer = await api.as(ada).updateNotificationPreferences({ body });
    expect([outcome(answer), answer.body.error]).toEqual(['406 invalid', expect.stringContaining(kind)]);
    expect(ok(await api.as(ada).getNotificationPreferences()).app['envelope:completed']).toBe(true);
  });

  test('of two simultaneous changes both count', async () => {
    const ada = await api.signUp();
    await Promise.all([mute(ada, { app: 'recipient:opened' }), mute(ada, { app: 'envelope:cc' })]);
    const { app } = ok(await api.as(ada).getNotificationPreferences());
    expect([app['recipient:opened'], app['envelope:cc']]).toEqual([false, false]);
  });
});

test('the end of an envelope’s time notifies and mails its sender, unless both are switched off', async () => {
  const send = async (off: boolean) => {
    const owner = await api.signUp();
    if (off) await mute(owner, { app: 'envelope:expired', email: 'envelope:expired' });
    const expires_at = new Date(Date.now() + 20 * 86_400_000).toISOString();
    await sendEnvelope(api, owner, [recipient('Tenant', 1)], { name: 'Lease of the mill', expires_at });
    await api.settle();
    return owner;
  };
  const [on, off] = [await send(false), await send(true)];
  await api.advance('P30D');
  await api.settle();
  const gets = async (owner: Person) => {
    const body = { grant_type: 'password', username: owner.email, password: owner.password };
    const { access_token } = ok(await api.anyone.authenticate({ body }));
    const mails = (await subjectsTo(owner.email)).filter((subject) => subject.includes('Lease of the mill'));
    return [(await eventsFor({ ...owner, token: access_token })).includes('envelope:expired'), mails.length];
  };
  expect(await gets(on)).toEqual([true, 1]);
  expect(await gets(off)).toEqual([false, 0]);
});
