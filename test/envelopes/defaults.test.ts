import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '../../lib/base/clock.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { outcome } from '../members/member.ts';
import { ok } from '../stories/envelope.ts';
import { base64, lease, pdf } from '../templates/material.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const DEFAULTS = {
  initial_reminder: 3 * DAY,
  followup_reminders: 2 * DAY,
  max_reminder_days: 30,
  expires_after_days: 45,
};

const at = ({ organization_id }: Person) => ({ organization_id });
const setDefaults = (person: Person, envelope_defaults: object | null) =>
  api.as(person).updateOrganization({ path: at(person), body: { envelope_defaults } });

const request = (more: object = {}) => ({
  name: 'Lease',
  documents: [{ name: 'a.pdf', data: base64(pdf()) }],
  recipients: [
    {
      role_name: 'Signer',
      type: 'signer',
      first_name: 'Al',
      last_name: 'Turing',
      email: 'al@example.com',
      sequence: 1,
    },
  ],
  fields: [
    { document_id: 0, name: 'note', role_name: 'Signer', type: 'textbox', page: 1, x: 72, y: 72, required: false },
  ],
  ...more,
});

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** Reminders and expiry of an envelope, in days. */
const timesOf = ({
  initial_reminder,
  followup_reminders,
  max_reminder_days,
  expires_at,
  created_at,
}: {
  initial_reminder: number | null;
  followup_reminders: number | null;
  max_reminder_days: number;
  expires_at: string | null;
  created_at: string;
}) => [
  initial_reminder && initial_reminder / DAY,
  followup_reminders && followup_reminders / DAY,
  max_reminder_days,
  expires_at && daysBetween(created_at, expires_at),
];

const person = async (defaults: object | null = DEFAULTS): Promise<Person> => {
  const ada = await api.signUp();
  ok(await setDefaults(ada, defaults));
  return ada;
};

describe('an organization’s reminders and expiry', () => {
  test('are none unless it sets some, and then envelopes are as before', async () => {
    const ada = await api.signUp();
    const organization = ok(await api.as(ada).getOrganization({ path: at(ada) }));
    expect(organization.envelope_defaults).toBeNull();
    const envelope = ok(await api.as(ada).createEnvelope({ body: request() }));
    expect(timesOf(envelope)).toEqual([null, null, 14, null]);
    expect(envelope.organization).not.toHaveProperty('envelope_defaults');
  });

  test('count for envelopes that say nothing of them, and remind and expire', async () => {
    const ada = await person();
    const envelope = ok(await api.as(ada).createEnvelope({ body: request() }));
    expect(timesOf(envelope)).toEqual([3, 2, 30, 45]);
    expect(daysBetween(envelope.created_at, envelope.next_reminder ?? '')).toBe(3);
    const echoed = { initial_reminder: null, followup_reminders: null, expires_at: null };
    expect(timesOf(ok(await api.as(ada).createEnvelope({ body: request(echoed) })))).toEqual([3, 2, 30, 45]);
  });

  test('give way to what an envelope says, also that there is none', async () => {
    const ada = await person();
    const own = { initial_reminder: DAY, followup_reminders: DAY, max_reminder_days: 5, expires_at: 'never' };
    const none = { initial_reminder: 0, followup_reminders: 0 };
    const dated = { expires_at: new Date(Date.now() + 10 * DAY).toISOString() };
    const times = async (more: object) => timesOf(ok(await api.as(ada).createEnvelope({ body: request(more) })));
    expect(await times(own)).toEqual([1, 1, 5, null]);
    expect(await times(none)).toEqual([null, null, 30, 45]);
    expect(Math.round(Number((await times(dated))[3]))).toBe(10);
  });

  test('give way to what a template says, and count where it says nothing', async () => {
    const ada = await person();
    const as = api.as(ada);
    const recipients = [
      { role_name: 'Tenant', first_name: 'Al', last_name: 'Turing', email: 'al@example.com', sequence: 1 },
      { role_name: 'Landlord', first_name: 'Lin', last_name: 'Okafor', email: 'lin@example.com', sequence: 2 },
    ];
    const times = async (more: object) => {
      const template = ok(await as.createTemplate({ body: { ...lease(), ...more } }));
      const named = template.roles.map(({ name }: { name: string }, index: number) => ({
        ...recipients[index],
        role_name: name,
      }));
      return timesOf(ok(await as.createEnvelope({ body: { template_id: template.id, recipients: named } })));
    };
    expect(await times({ initial_reminder: 5 * DAY, max_reminder_days: 9 })).toEqual([5, 2, 9, 45]);
    expect(await times({})).toEqual([3, 2, 30, 45]);
    expect(await times({ initial_reminder: 0 })).toEqual([null, 2, 30, 45]);
  });

  test('count for a draft when it is sent, unless it says that there is none', async () => {
    const ada = await person(null);
    const as = api.as(ada);
    const sent = async (settings: object) => {
      const of = ok(await as.createEnvelope({ body: request() }));
      const draft = ok(await as.createDraft({ body: { envelope_id: of.id, ...settings } }));
      return { draft, send: async () => timesOf(ok(await as.sendDraft({ path: { draft_id: draft.id } }))) };
    };
    const silent = await sent({});
    const none = await sent({ initial_reminder: 0, followup_reminders: 0, expires_at: 'never' });
    expect([silent.draft.expires_at, none.draft.expires_at]).toEqual([null, 'never']);
    ok(await setDefaults(ada, DEFAULTS));
    expect(await silent.send()).toEqual([3, 2, 14, 45]);
    expect(await none.send()).toEqual([null, null, 14, null]);
  });

  test('change nothing of an envelope that is corrected', async () => {
    const ada = await person();
    const as = api.as(ada);
    const plain = { initial_reminder: 0, followup_reminders: 0, expires_at: 'never' };
    const before = ok(await as.createEnvelope({ body: request(plain) }));
    const draft = ok(await as.createDraft({ body: { replaces: before.id } }));
    expect(timesOf(ok(await as.sendDraft({ path: { draft_id: draft.id } })))).toEqual([null, null, 30, null]);
  });

  test('send no reminder of a test, which ends soon', async () => {
    const ada = await person();
    const as = api.as(ada);
    const of = ok(await as.createEnvelope({ body: request() }));
    const draft = ok(await as.createDraft({ body: { envelope_id: of.id, initial_reminder: null } }));
    const trial = ok(await as.sendDraftTest({ path: { draft_id: draft.id } }));
    expect([trial.initial_reminder, trial.next_reminder]).toEqual([null, null]);
  });

  test('are set as a whole and cleared, 0 being none, and the log says from what to what', async () => {
    const ada = await person();
    const set = ok(await setDefaults(ada, { initial_reminder: 0, followup_reminders: null, expires_after_days: 30 }));
    const only = { initial_reminder: null, followup_reminders: null, max_reminder_days: null, expires_after_days: 30 };
    expect(set.envelope_defaults).toEqual(only);
    ok(await api.as(ada).updateOrganization({ path: at(ada), body: { name: 'Renamed' } }));
    expect(ok(await setDefaults(ada, {})).envelope_defaults).toBeNull();
    const { body } = await api
      .as(ada)
      .getOrganizationEvents({ path: at(ada), query: { kind: 'organization:updated' } });
    const changes = body.events.flatMap((event: { changes: { member: string }[] }) => event.changes);
    expect(changes.filter(({ member }: { member: string }) => member === 'envelope_defaults')).toEqual([
      { member: 'envelope_defaults', from: only, to: null },
      { member: 'envelope_defaults', from: DEFAULTS, to: only },
      { member: 'envelope_defaults', to: DEFAULTS },
    ]);
  });

  test('outside of their bounds are refused by name, and nothing changes', async () => {
    const ada = await person();
    const refusals: [object, RegExp][] = [
      [{ initial_reminder: 1000 }, /^envelope_defaults\.initial_reminder: .*4 hours/],
      [{ followup_reminders: 1000 }, /^envelope_defaults\.followup_reminders: .*12 hours/],
      [{ max_reminder_days: 367 }, /^envelope_defaults\.max_reminder_days: /],
      [{ expires_after_days: 0 }, /^envelope_defaults\.expires_after_days: /],
    ];
    for (const [defaults, rule] of refusals) {
      const answer = await setDefaults(ada, defaults);
      expect([outcome(answer), answer.body.error]).toEqual(['406 invalid', expect.stringMatching(rule)]);
    }
    expect(ok(await api.as(ada).getOrganization({ path: at(ada) })).envelope_defaults).toEqual(DEFAULTS);
  });

  test('are taken when an organization is made', async () => {
    const ada = await api.signUp();
    const body = { name: 'Second', envelope_defaults: { expires_after_days: 30 } };
    const made = ok(await api.as(ada).createOrganization({ body }));
    expect(made.organization.envelope_defaults).toMatchObject({ initial_reminder: null, expires_after_days: 30 });
  });
});
