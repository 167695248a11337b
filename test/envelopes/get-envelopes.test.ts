import { afterAll, beforeAll, expect, it } from 'vitest';
import { getItem, type Item } from '../../lib/storage/engine/client.ts';
import { listEntryKey } from '../../lib/storage/engine/keys.ts';
import { sentList } from '../../lib/storage/envelopes/entries.ts';
import type { AnsweredBy } from '../answers.ts';
import { type Api, type Person, type RequestInput, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { memberOf } from '../members/member.ts';
import { colleagueOf } from '../organizations/colleague.ts';
import { type Envelope, ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
let receiver: Person;
const made: Record<string, Envelope> = {};

// The sender's envelopes, one in every state; the receiver has to act on some of them.
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  receiver = await api.signUp();
  const toReceiver = () => recipient('Receiver', 1, { email: receiver.email });
  made.waiting = await sendEnvelope(api, sender, [toReceiver()], { name: 'Apple lease' });
  made.shared = await sendEnvelope(api, sender, [recipient('Other', 1)], {
    name: 'banana lease',
    visibility: 'shared',
  });
  made.progress = await sendEnvelope(api, sender, [recipient('A', 1), recipient('B', 1)], { name: 'Cherry contract' });
  await openSession(api, made.progress, 'A');
  made.complete = await sendEnvelope(api, sender, [toReceiver()], { name: 'Date plan' });
  await sign(api, made.complete, 'Receiver');
  made.canceled = await sendEnvelope(api, sender, [toReceiver()], { name: 'Elder plan' });
  ok(await api.as(sender).cancelEnvelope({ path: { envelope_id: made.canceled.id }, body: { action: 'cancel' } }));
  made.declined = await sendEnvelope(api, sender, [recipient('A', 1)], { name: 'Fig (50%) plan' });
  const session = await openSession(api, made.declined, 'A');
  ok(await api.as(session).declineRecipient({ path: { envelope_id: made.declined.id, role_name: 'A' } }));
  await api.settle();
});
afterAll(() => api.stop());

const names = (answer: AnsweredBy<'getEnvelopes'>): string[] =>
  ok(answer).envelopes.map(({ name }) => name.split(' ', 1).join());
const list = (query: RequestInput['query'] = {}, person: { token: string } = sender) =>
  api.as(person).getEnvelopes({ query });

it('lists what the caller sent, newest first, with how many there are', async () => {
  const answer = await list();
  expect(names(answer)).toEqual(['Fig', 'Elder', 'Date', 'Cherry', 'banana', 'Apple']);
  expect(answer.body).toMatchObject({ count: 6, rows: 6, page: 0 });
  expect(answer.body.envelopes[2]).toMatchObject({
    status: 'complete',
    signed: true,
    recipients: [{ status: 'submitted' }],
  });
});

it.each([
  ['sent', ['Fig', 'Elder', 'Date', 'Cherry', 'banana', 'Apple']],
  ['waiting', ['Cherry', 'banana', 'Apple']],
  ['completed', ['Date']],
  ['inbox', []],
  ['action', []],
])('shows the sender the view %s', async (view, expected) => {
  const answer = await list({ view });
  expect(names(answer)).toEqual(expected);
  expect(answer.body.count).toBe(expected.length);
});

it.each([
  [undefined, ['Elder', 'Date', 'Apple']],
  ['inbox', ['Apple']],
  ['action', ['Apple']],
  ['waiting', ['Apple']],
  ['completed', ['Date']],
  ['sent', []],
])('shows the recipient, who has an account elsewhere, the view %s', async (view, expected) => {
  const answer = await list(view ? { view } : {}, receiver);
  expect(names(answer)).toEqual(expected);
  expect(answer.body.count).toBe(expected.length);
});

it('filters by one status and by several, however a client writes a list', async () => {
  expect(names(await list({ status: 'canceled' }))).toEqual(['Elder']);
  expect(names(await list({ status: 'in progress' }))).toEqual(['Cherry']);
  const several = await list({ 'status[]': ['complete', 'declined'] });
  expect(names(several)).toEqual(['Fig', 'Date']);
  expect(several.body.count).toBe(2);
  expect(names(await list({ view: 'completed', status: 'canceled' }))).toEqual([]);
  const wrong = await list({ status: 'lost' });
  expect([wrong.status, wrong.body.error]).toEqual([406, expect.stringContaining('status')]);
});

it('finds envelopes by the beginnings of words of their names, in any case and order', async () => {
  expect(names(await list({ q: 'LEASE' }))).toEqual(['banana', 'Apple']);
  expect(names(await list({ q: 'le' }))).toEqual(['banana', 'Apple']);
  expect(names(await list({ q: 'lease app' }))).toEqual(['Apple']);
  expect(names(await list({ q: 'ease' }))).toEqual([]);
  expect(names(await list({ q: '(50%)' }))).toEqual(['Fig']);
  expect(names(await list({ q: '0' }))).toEqual([]);
  expect(names(await list({ q: '%' }))).toEqual([]);
  expect(names(await list({ q: 'plan', view: 'completed' }))).toEqual(['Date']);
  expect(names(await list({ q: 'plan', sort_by: 'name' }))).toEqual(['Date', 'Elder', 'Fig']);
  expect(names(await list({ q: 'plan' }, receiver))).toEqual(['Elder', 'Date']);
  expect(names(await list({ q: 'lease', view: 'action' }, receiver))).toEqual(['Apple']);
  expect(names(await list({ q: 'banana' }, receiver))).toEqual([]);
  const none = await list({ q: 'nothing like it' });
  expect(none.body).toMatchObject({ count: 0, rows: 0, envelopes: [] });
});

it('sorts by every criterion: by default dates descend and names ascend', async () => {
  expect(names(await list({ sort_by: 'name' }))).toEqual(['Apple', 'banana', 'Cherry', 'Date', 'Elder', 'Fig']);
  expect(names(await list({ sort_by: 'name', ascending: false }))).toEqual([
    'Fig',
    'Elder',
    'Date',
    'Cherry',
    'banana',
    'Apple',
  ]);
  expect(names(await list({ sort_by: 'created_at', ascending: true }))[0]).toBe('Apple');
  ok(
    await api
      .as(sender)
      .updateEnvelope({ path: { envelope_id: made.shared?.id ?? '' }, body: { data: { seen: true } } }),
  );
  await api.settle();
  expect(names(await list({ sort_by: 'updated_at' }))[0]).toBe('banana');
  expect(names(await list({ view: 'waiting', sort_by: 'name' }))).toEqual(['Apple', 'banana', 'Cherry']);
  expect(names(await list({ view: 'waiting', sort_by: 'updated_at' }))[0]).toBe('banana');
  expect(names(await list({ sort_by: 'status' }))).toEqual(['Elder', 'Date', 'Fig', 'Cherry', 'Apple', 'banana']);
  expect(names(await list({ sort_by: 'canceled_at' }))[0]).toBe('Elder');
});

it('pages without gaps or repeats, and refuses pages that make no sense', async () => {
  const pages = await Promise.all([0, 1, 2].map((page) => list({ rows: 2, page })));
  expect(pages.flatMap(names)).toEqual(['Fig', 'Elder', 'Date', 'Cherry', 'banana', 'Apple']);
  expect(pages.map(({ body }) => [body.count, body.rows, body.page])).toEqual([
    [6, 2, 0],
    [6, 2, 1],
    [6, 2, 2],
  ]);
  expect((await list({ rows: 2, page: 3 })).body).toMatchObject({ count: 6, rows: 0, envelopes: [] });
  expect((await list({ rows: 0 })).status).toBe(406);
  expect((await list({ page: -1 })).status).toBe(406);
});

it('bounds by the time of creation', async () => {
  const [, { created_at }] = (await list({ sort_by: 'created_at', ascending: true })).body.envelopes;
  expect(names(await list({ created_before: created_at, ascending: true }))).toEqual(['Apple']);
  expect(names(await list({ created_after: created_at, ascending: true }))[0]).toBe('banana');
});

it('finds nothing if the end is before the start, or before the first envelope', async () => {
  const early = '0366-08-17T02:30:17.000Z';
  const late = '6443-11-17T03:09:54.000Z';
  for (const view of [undefined, 'inbox', 'action']) {
    for (const between of [{ created_after: late, created_before: early }, { created_before: early }]) {
      const { status, body } = await list({ view, ...between });
      expect(status).toBe(200);
      expect(body).toMatchObject({ count: 0, envelopes: [] });
    }
  }
});

it('shows members of the organization what is shared, and nobody else anything', async () => {
  const colleague = await colleagueOf(sender, 'member');
  expect(names(await list({}, colleague))).toEqual([]);
  const shared = await list({ include_org: true }, colleague);
  expect([names(shared), shared.body.count]).toEqual([['banana'], 1]);
  const own = await list({ include_org: true });
  expect([names(own).length, own.body.count]).toEqual([6, 6]);
  const stranger = await api.signUp();
  expect((await list({ include_org: true }, stranger)).body).toMatchObject({ count: 0, envelopes: [] });
});

it('adds shared envelopes of the organization to own and received ones, each once', async () => {
  const colleague = await memberOf(api, sender, 'member');
  await sendEnvelope(api, sender, [recipient('R', 1, { email: colleague.email })], {
    name: 'Grape',
    visibility: 'shared',
  });
  await sendEnvelope(api, receiver, [recipient('R', 1, { email: colleague.email })], { name: 'Hazel' });
  await sendEnvelope(api, colleague, [recipient('Other', 1)], { name: 'Iris' });
  await api.settle();
  const all = ['Iris', 'Hazel', 'Grape', 'banana'];
  const answer = await list({ include_org: true }, colleague);
  expect(names(answer)).toEqual(all);
  expect(answer.body).toMatchObject({ count: 4, count_is_exact: true });
  // Before the end is read, what two lists have may count twice.
  const first = await list({ include_org: true, rows: 2 }, colleague);
  expect([names(first), first.body.count_is_exact, first.body.count >= 4]).toEqual([all.slice(0, 2), false, true]);
  const last = await list({ include_org: true, rows: 2, page: 1 }, colleague);
  expect([names(last), last.body.count, last.body.count_is_exact]).toEqual([all.slice(2), 4, true]);
  expect(names(await list({}, colleague))).toEqual(['Iris', 'Hazel', 'Grape']);
});

it('shows documents as the envelope itself does, in every state and to everybody', async () => {
  for (const person of [sender, receiver]) {
    const { envelopes } = ok(await list({}, person));
    expect(envelopes.length).toBeGreaterThan(2);
    for (const { id, documents } of envelopes) {
      const whole = ok(await api.as(person).getEnvelope({ path: { envelope_id: id } }));
      expect(documents).toEqual(whole.documents);
      expect(documents[0].page_sizes[1]).toEqual({ width: expect.any(Number), height: expect.any(Number) });
    }
  }
});

it.each([
  [{}, 2],
  [{ view: 'sent' }, 1],
  [{ view: 'completed' }, 2],
  [{ include_org: true }, 3],
  [{ view: 'sent', status: 'canceled', sort_by: 'name' }, 1],
])('%j takes a query for each part of a list that it shows (%i), and one read', async (query, parts) => {
  await list(query);
  const calls = callsOf('getEnvelopes').map(({ command }) => command);
  expect(calls).toEqual([...Array(parts).fill('Query'), 'BatchGet']);
});

it('takes two queries and one read for what a recipient has to act on', async () => {
  expect(names(await list({ view: 'action' }, receiver))).not.toEqual([]);
  expect(callsOf('getEnvelopes').map(({ command }) => command)).toEqual(['Query', 'Query', 'BatchGet']);
});

it('reads no counts for a page that shows all, and says how many there are on every page', async () => {
  const nobody = await api.signUp();
  expect((await list({}, nobody)).body).toMatchObject({ count: 0, count_is_exact: true });
  expect(callsOf('getEnvelopes').map(({ command }) => command)).toEqual(['Query', 'Query']);
  for (const rows of [6, 7]) {
    expect((await list({ view: 'sent', rows })).body).toMatchObject({ count: 7, count_is_exact: true });
  }
});

it('takes one more read for a search', async () => {
  await list({ q: 'lease' });
  expect(callsOf('getEnvelopes').map(({ command }) => command)).toEqual(['Query', 'Query', 'BatchGet', 'BatchGet']);
});

it('finds a renamed envelope by its new name once the index follows, and no longer by the old one', async () => {
  const { id } = await sendEnvelope(api, sender, [recipient('A', 1)], { name: 'Quince deal' });
  await api.settle();
  expect(names(await list({ q: 'quin' }))).toEqual(['Quince']);
  ok(await api.as(sender).updateEnvelope({ path: { envelope_id: id }, body: { name: 'Medlar deal' } }));
  expect(names(await list({ q: 'quin' }))).toEqual([]);
  await api.settle();
  expect(names(await list({ q: 'deal med' }))).toEqual(['Medlar']);
});

it('continues after the last row of a page, in any order, and refuses what isn’t a cursor of the same order', async () => {
  for (const sort_by of ['name', 'created_at', 'updated_at', 'canceled_at', 'status']) {
    for (const ascending of [true, false]) {
      const all = names(await list({ sort_by, ascending }));
      const read: string[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const answer = await list({ sort_by, ascending, rows: 2, ...(after ? { after } : {}) });
        read.push(...names(answer));
        after = answer.body.next;
      }
      expect([sort_by, ascending, read]).toEqual([sort_by, ascending, all]);
    }
  }
  const { next } = (await list({ rows: 2 })).body;
  for (const [query, field] of [
    [{ after: next, sort_by: 'name' }, 'after'],
    [{ after: next, ascending: true }, 'after'],
    [{ after: next, page: 1 }, 'after'],
    [{ after: 'WyJhIl0' }, 'after'],
    [{ after: '%%' }, 'after'],
    [{ page: 100, rows: 100 }, 'page'],
    [{ page: 10_000, rows: 1 }, 'page'],
  ] as const) {
    const refused = await list(query);
    expect([query, refused.status]).toEqual([query, 406]);
    expect(refused.body.error).toContain(field);
  }
  expect(names(await list({ page: 99, rows: 100 }))).toEqual([]);
});

it('leaves an envelope where it is when another recipient opens it and agrees, which changes the recipient alone', async () => {
  const { id } = made.progress ?? expect.fail();
  const read = async () => ok(await api.as(sender).getEnvelope({ path: { envelope_id: id } }));
  const entry = () => getItem<Item>(listEntryKey(sentList(sender.profile_id), id));
  const [before, listed] = [await read(), await entry()];
  const session = await openSession(api, made.progress as Envelope, 'B');
  ok(
    await api
      .as(session)
      .agreeRecipient({ path: { envelope_id: id, role_name: 'B' }, body: { disclosures: 'I agree.' } }),
  );
  await api.settle();
  const agreed = await read();
  expect(agreed.updated_at).toBe(before.updated_at);
  expect(await entry()).toEqual(listed);
  const inB = ({ recipients }: typeof agreed) => recipients.find(({ role_name }) => role_name === 'B');
  const [now, then] = [inB(agreed), inB(before)];
  expect(now).toMatchObject({ status: 'opened', agreed: true });
  expect(now.updated_at > then.updated_at).toBe(true);
  ok(await api.as(session).declineRecipient({ path: { envelope_id: id, role_name: 'B' } }));
  await api.settle();
  expect((await read()).updated_at > before.updated_at).toBe(true);
  expect(await entry()).not.toEqual(listed);
});

it('says since when it is whose turn, anew for another person and for one who starts over', async () => {
  const ada = await api.signUp();
  const first = recipient('One', 1, { delegator: true });
  const { id, created_at } = await sendEnvelope(api, ada, [first, recipient('Two', 2)], { no_contact: true });
  const turns = async () => {
    const [listed] = ok(await list({}, ada)).envelopes;
    const whole = ok(await api.as(ada).getEnvelope({ path: { envelope_id: id } }));
    const of = (recipients: { role_name: string; turn_since: string | null }[] = []) =>
      Object.fromEntries(recipients.map(({ role_name, turn_since }) => [role_name, turn_since]));
    expect(of(listed?.recipients)).toEqual(of(whole.recipients));
    return { now: whole.updated_at, Two: null, ...of(whole.recipients) };
  };
  const change = (role_name: string, body: Record<string, unknown>) =>
    api.as(ada).updateRecipient({ path: { envelope_id: id, role_name }, body });
  expect(await turns()).toMatchObject({ One: created_at, Two: null });
  const envelope = async () => ok(await api.as(ada).getEnvelope({ path: { envelope_id: id } }));
  const session = await openSession(api, await envelope(), 'One');
  const to = { first_name: 'Grace', last_name: 'Hopper', email: recipient('Grace', 1).email };
  ok(await api.as(session).delegateRecipient({ path: { envelope_id: id, role_name: 'One' }, body: to }));
  const delegated = await turns();
  expect(delegated).toMatchObject({ One: delegated.now, delegated_to_Grace_Hopper: null, Two: null });
  await sign(api, await envelope(), 'One');
  const signed = await turns();
  expect(signed).toMatchObject({ One: null, Two: signed.now });
  ok(await change('Two', { email: recipient('Other', 1).email }));
  const corrected = await turns();
  expect(corrected.Two).toBe(corrected.now);
  ok(await change('Two', { action: 'reset' }));
  const reset = await turns();
  expect(reset.Two).toBe(reset.now);
});
