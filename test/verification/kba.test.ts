import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Signer } from '../../infra/local/story/signing.ts';
import { type Api, type Person, type RequestInput, startApi } from '../api.ts';
import { ok, openSession } from '../stories/envelope.ts';
import { agreed, codeOf, eventsOf, recipientOf, sendProtected, verify } from './ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const identity = {
  first_name: 'Signer',
  last_name: 'Person',
  address: '12 Orchard Lane',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  dob: '1990-01-31',
  ssn_last_4: '9876',
};

const begin = async (details: Record<string, unknown> = {}) => {
  const envelope = await sendProtected(api, sender, { auth_methods: ['kba'], ...details });
  return { envelope, session: await agreed(api, envelope) };
};

interface Question {
  type: string;
  prompt: string;
  answer: string[];
}
const answers = (questions: Question[], wrong: readonly number[] = []) =>
  questions.map(({ type, answer }, index) => ({ type, answer: answer[wrong.includes(index) ? 1 : 0] }));

describe('a knowledge-based check', () => {
  it('asks for the recipient’s identity, then questions, and opens the envelope after right answers', async () => {
    const { envelope, session } = await begin();
    const asked = ok(await verify(api, session, { auth_method: 'kba', ...identity })).recipient;
    expect(asked).toMatchObject({ auth_step: 'kba', auth_method_states: { kba: 'questions' } });
    expect(asked.kba_questions).toHaveLength(3);
    expect(Object.keys(asked.kba_questions[0]).sort()).toEqual(['answer', 'prompt', 'type']);
    // The questions are this session's: another one, which may be another person's, begins anew.
    const again = ok(await api.as(session).getEnvelope({ path: { envelope_id: envelope.id } })).recipients[0];
    expect(again.kba_questions).toEqual(asked.kba_questions);
    expect((await openSession(api, envelope, 'Signer')).recipient.kba_questions).toBeNull();
    expect((await recipientOf(api, sender, envelope.id)).kba_questions).toBeNull();
    const responses = answers(asked.kba_questions);
    const done = ok(await verify(api, session, { auth_method: 'kba', responses }));
    expect(done.recipient).toMatchObject({
      auth_step: null,
      auth_method_states: { kba: 'complete' },
      kba_questions: null,
    });
    expect(done.envelope.fields).toHaveLength(2);
    expect(await eventsOf(api, sender, envelope.id)).toContain('recipient:kba_verified sandbox');
  });

  it('can ask for a differentiator and a last question, in any client', async () => {
    const { session } = await begin();
    const first = ok(await verify(api, session, { auth_method: 'kba', ...identity, ssn_last_4: '0000' })).recipient;
    expect(first.auth_method_states.kba).toBe('differentiator');
    const second = ok(
      await verify(api, session, { auth_method: 'kba', responses: answers(first.kba_questions) }),
    ).recipient;
    expect(second.auth_method_states.kba).toBe('questions');
    const third = ok(
      await verify(api, session, { auth_method: 'kba', responses: answers(second.kba_questions, [2]) }),
    ).recipient;
    expect(third.auth_method_states.kba).toBe('challenge');
    const last = ok(
      await verify(api, session, { auth_method: 'kba', responses: answers(third.kba_questions) }),
    ).recipient;
    expect(last.auth_step).toBeNull();
  });

  it('says that it has failed, and can then only be reset by the sender', async () => {
    const { envelope, session } = await begin();
    const failed = await verify(api, session, { auth_method: 'kba', ...identity, last_name: 'Fail' });
    expect(codeOf(failed)).toEqual([400, 'verification_failed']);
    expect(failed.body.error).toContain('failed');
    expect((await verify(api, session, { auth_method: 'kba', ...identity })).status).toBe(400);
    expect(await recipientOf(api, sender, envelope.id)).toMatchObject({
      status: 'failed',
      auth_method_states: { kba: 'failed' },
    });
    expect(await eventsOf(api, sender, envelope.id)).toContain('recipient:kba_failed the identity was not found');
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    ok(await api.as(sender).updateRecipient({ path, body: { action: 'reset' } }));
    const again = await agreed(api, envelope);
    const asked = ok(await verify(api, again, { auth_method: 'kba', ...identity })).recipient;
    const wrong = answers(asked.kba_questions, [0, 1]);
    expect(codeOf(await verify(api, again, { auth_method: 'kba', responses: wrong }))).toEqual([
      400,
      'verification_failed',
    ]);
  });

  it('completes the recipient’s data with the sender’s, and never shows the digits', async () => {
    const { envelope, session } = await begin({ ...identity, ssn_last_4: '0000', last_name: 'Person' });
    expect(JSON.stringify(envelope)).not.toContain('ssn');
    const asked = ok(await verify(api, session, { auth_method: 'kba' })).recipient;
    expect(asked.auth_method_states.kba).toBe('differentiator');
    // A person of whom there are more than one may also say more.
    const more = ok(await verify(api, session, { auth_method: 'kba', ssn_last_4: '1111' })).recipient;
    expect(more.auth_method_states.kba).toBe('questions');
    expect(codeOf(await verify(api, session, { auth_method: 'kba', ...identity }))).toEqual([
      400,
      'verification_out_of_turn',
    ]);
  });

  it('prefills the address for the recipient, and shows the birthday to the sender alone', async () => {
    const { envelope, session } = await begin(identity);
    const opened = await openSession(api, envelope, 'Signer');
    expect(opened.recipient).toMatchObject({ address: '12 Orchard Lane', city: 'Springfield', zip: '62701' });
    expect(JSON.stringify([opened, await verify(api, session, { auth_method: 'kba' })])).not.toContain('1990-01-31');
    expect(await recipientOf(api, sender, envelope.id)).toMatchObject({ dob: '1990-01-31' });
  });

  it('changes the recipient’s name to the checked one, unless the sender has locked it', async () => {
    const given = { auth_method: 'kba', ...identity, first_name: 'Augusta', last_name: 'Pass' };
    const free = await begin();
    ok(await verify(api, free.session, given));
    expect(await recipientOf(api, sender, free.envelope.id)).toMatchObject({ full_name: 'Augusta Pass' });
    expect(await eventsOf(api, sender, free.envelope.id)).toContainEqual(
      expect.stringMatching(/^recipient:updated_info The name of “Augusta Pass” was corrected\./),
    );
    const locked = await begin({ name_locked: true, last_name: 'Pass' });
    expect(codeOf(await verify(api, locked.session, given))).toEqual([400, 'name_locked']);
    ok(await verify(api, locked.session, { ...given, first_name: 'SIGNER' }));
  });

  it('counts no attempt for an identity that is accepted, and one for a wrong answer', async () => {
    const { session } = await begin();
    const asked = ok(await verify(api, session, { auth_method: 'kba', ...identity })).recipient;
    expect([asked.auth_method_states.kba, asked.auth_attempts_left]).toEqual(['questions', 5]);
    const wrong = answers(asked.kba_questions, [2]);
    const challenged = ok(await verify(api, session, { auth_method: 'kba', responses: wrong })).recipient;
    expect([challenged.auth_method_states.kba, challenged.auth_attempts_left]).toEqual(['challenge', 4]);
  });

  it('allows five attempts at most', async () => {
    const { session } = await begin();
    const once = () => verify(api, session, { auth_method: 'kba', ...identity, ssn_last_4: '0000' });
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push(codeOf(await once())[1]);
    expect(statuses).toEqual([null, null, null, null, null, 'verification_failed']);
  });
});

describe('the older interface', () => {
  const as = ({ signer }: Pick<Signer, 'signer'>) => api.as({ signer });

  it('has the steps passcode, identity and questions, with the same result', async () => {
    const { envelope, session } = await begin({ auth_methods: ['passcode', 'kba'], passcode: '4711' });
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const step = async () => ok(await as(session).getKbaStep({ path })).kba_step;
    expect(await step()).toBe('pin');
    expect((await as(session).submitKbaPin({ body: { ...path, pin: '1' } })).status).toBe(400);
    expect(ok(await as(session).submitKbaPin({ body: { ...path, pin: '4711' } })).kba_step).toBe('identity');
    const who = { firstName: 'Signer', lastName: 'Person', address: '12 Orchard Lane', ssnLast4: '1234', email: 'x' };
    const asked = ok(await as(session).submitKbaIdentity({ body: { ...path, identity: who } }));
    expect(asked).toMatchObject({ ...path, kba_step: 'challenge' });
    expect(asked.questions[0]).toEqual({
      type: expect.any(String),
      message: expect.any(String),
      options: expect.any(Array),
    });
    expect(await step()).toBe('challenge');
    const responses = asked.questions.map(({ type, options }: { type: string; options: string[] }) => ({
      type,
      answer: options[0],
    }));
    expect(ok(await as(session).submitKbaChallengeResponse({ body: { ...path, responses } })).kba_step).toBe(
      'complete',
    );
    expect(await step()).toBe('complete');
  });

  it('reports a failure as a step, with the message', async () => {
    const { envelope, session } = await begin();
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const who = { firstName: 'Signer', lastName: 'Fail', address: 'x' };
    const failed = ok(await as(session).submitKbaIdentity({ body: { ...path, identity: who } }));
    expect(failed).toEqual({ ...path, kba_step: 'failed', message: expect.stringContaining('failed') });
    expect(ok(await as(session).getKbaStep({ path }))).toEqual(failed);
  });

  it('counts the same attempts: too many wrong passcodes, or wrong answers, end it', async () => {
    const pins = await begin({ auth_methods: ['passcode'], passcode: '4711' });
    const subject = { envelope_id: pins.envelope.id, role_name: 'Signer' };
    const statuses = [];
    for (let count = 0; count < 5; count++) {
      statuses.push((await as(pins.session).submitKbaPin({ body: { ...subject, pin: '1' } })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 200]);
    expect(ok(await as(pins.session).getKbaStep({ path: subject })).kba_step).toBe('failed');

    const { envelope, session } = await begin();
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    const who = { firstName: 'Signer', lastName: 'Person', address: 'x' };
    ok(await as(session).submitKbaIdentity({ body: { ...path, identity: who } }));
    const responses = [{ type: 'former-street', answer: 7 }];
    const last = ok(await as(session).submitKbaChallengeResponse({ body: { ...path, responses } }));
    expect(last.kba_step).toBe('failed');
  });

  it('has no steps for recipients who need no check', async () => {
    const { envelope, session } = await begin({ auth_methods: [] });
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    expect(ok(await as(session).getKbaStep({ path }))).toEqual({ ...path, kba_step: 'none' });
  });

  it('answers another role’s or envelope’s session like a request for an unknown record', async () => {
    const mine = await begin();
    const theirs = await begin();
    const bodies = {
      submitKbaPin: { pin: '1' },
      submitKbaIdentity: { identity: { firstName: 'A', lastName: 'B', address: 'C' } },
      submitKbaChallengeResponse: { responses: [{ type: 'a', answer: 'b' }] },
    };
    const other = { envelope_id: theirs.envelope.id, role_name: 'Signer' };
    const role = { envelope_id: mine.envelope.id, role_name: 'Nobody' };
    expect(codeOf(await as(mine.session).getKbaStep({ path: other }))).toEqual([404, 'envelope_not_found']);
    expect(codeOf(await as(mine.session).getKbaStep({ path: role }))).toEqual([404, 'recipient_not_found']);
    for (const [id, body] of Object.entries(bodies)) {
      const call = (input: RequestInput) => api.use(id, mine.session, input);
      expect(codeOf(await call({ body: { ...other, ...body } }))).toEqual([404, 'envelope_not_found']);
      expect(codeOf(await call({ body: { ...role, ...body } }))).toEqual([404, 'recipient_not_found']);
    }
    expect(await recipientOf(api, sender, theirs.envelope.id)).toMatchObject({ auth_method_states: { kba: null } });
  });
});
