import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../functions/index.ts';
import { linkTo, type Signer } from '../../infra/local/story/signing.ts';
import type { TableAccess } from '../../lib/storage/access.ts';
import { type Answered, type Api, type Person, startApi } from '../api.ts';
import {
  type Envelope,
  ok,
  openSession,
  prepareToSubmit,
  recipient,
  sendEnvelope,
  setField,
  submit,
} from '../stories/envelope.ts';
import { agreed, codeOf, recipientOf, verify } from '../verification/ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const HOURLY = 10;
const DAILY = 30;
/** With the messages that nobody asks for. */
const HOURLY_IN_ALL = 20;

let mailboxes = 0;
const mailbox = (who: string): string => {
  mailboxes += 1;
  return `${who}-${process.pid}-${mailboxes}@bound.example.com`;
};

/** An envelope with two signers in turn, and the mailboxes of everybody who may get a message about it. */
interface Stage {
  envelope: Envelope;
  one: string;
  two: string;
  path: { envelope_id: string; role_name: string };
  /** The mailboxes. */
  all: string[];
}

const stage = async (
  details: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
  ofTwo: Record<string, unknown> = {},
): Promise<Stage> => {
  const [one, two, sender_email] = [mailbox('one'), mailbox('two'), mailbox('sender')];
  const recipients = [recipient('One', 1, { email: one, ...details }), recipient('Two', 2, { email: two, ...ofTwo })];
  const envelope = await sendEnvelope(api, sender, recipients, { sender_email, ...more });
  return { envelope, one, two, path: { envelope_id: envelope.id, role_name: 'One' }, all: [one, two, sender_email] };
};

/** A user's token lives for an hour. */
const signInAgain = async (): Promise<void> => {
  const body = { grant_type: 'password', username: sender.email, password: sender.password };
  sender = { ...sender, token: ok(await api.anyone.authenticate({ body })).access_token };
};

type Act = () => Promise<Answered>;
const owner = () => api.as(sender);
const change = (path: Stage['path'], body: object): Promise<Answered> => owner().updateRecipient({ path, body });
const asSigner = (session: Signer) => api.as({ signer: session.signer });

/** Restarts the recipient after each act that ends its part; only tries to, once that was refused. */
const resetting = (path: Stage['path'], act: Act): Act => {
  let isRefused = false;
  return async () => {
    const done = isRefused ? undefined : await act();
    const reset = await change(path, { action: 'reset' });
    isRefused = reset.status !== 200;
    return isRefused ? reset : (done ?? reset);
  };
};

/** Fails the verification of the role, whatever that takes. */
const failing = (at: Stage, details: (session: Signer) => Act): Act =>
  resetting(at.path, async () => {
    const act = details(await agreed(api, at.envelope, 'One'));
    let last = await act();
    for (
      let tries = 0;
      tries < 5 && (await recipientOf(api, sender, at.envelope.id, 'One')).status !== 'failed';
      tries++
    )
      last = await act();
    return last;
  });

/** One way to repeat an operation. */
interface Repeat {
  /** True if the operation asks for the message, and so is refused beyond the bound. */
  asks: boolean;
  begin: () => Promise<{ at: Stage; act: Act; also?: string[] }>;
}

const IDENTITY = { firstName: 'One', lastName: 'Fail', address: '12 Orchard Lane', ssnLast4: '1234', email: 'x' };
const KBA = { auth_methods: ['kba'], address: '12 Orchard Lane' };

/** A way that sends nothing, however often it is repeated. */
const sendsNothing = (act: (at: Stage, session: Signer) => Promise<Answered>): Record<string, Repeat> => ({
  'again and again': {
    asks: false,
    begin: async () => {
      const at = await stage();
      const session = await agreed(api, at.envelope, 'One');
      return { at, act: () => act(at, session) };
    },
  },
});

/** All operations that change an envelope, or write to people about one: how each is repeated. */
const REPEATS: Record<string, Record<string, Repeat> | string> = {
  createEnvelope: 'Each call makes another envelope: the organization’s daily count bounds those.',
  sendDraft: 'A draft becomes one envelope, however often it is sent: the organization’s daily count bounds those.',
  createTemplate: 'A template is made of the envelope, and its webhook event is no message to people.',
  confirmTemplateLink:
    'Makes an envelope for an address once until that is finished: the organization’s daily count bounds those.',
  continueCertificateSignature:
    'The sender is told of a fault of the service, at most ten times of each recipient: certificate-failure.ts.',
  verifySignerAtProvider: 'The fifth wrong sign-in ends it, which the sender is told once, until the sender resets it.',
  sendDraftTest: 'Goes to the caller’s own address alone: the organization’s daily count bounds those.',
  updateRecipient: {
    remind: {
      asks: true,
      begin: async () => {
        const at = await stage();
        return { at, act: () => change(at.path, { action: 'remind' }) };
      },
    },
    reset: {
      asks: true,
      begin: async () => {
        const at = await stage();
        return { at, act: () => change(at.path, { action: 'reset' }) };
      },
    },
    'an address changed to and fro': {
      asks: true,
      begin: async () => {
        const at = await stage();
        const other = mailbox('other');
        let times = 0;
        return {
          at,
          also: [other],
          act: () => {
            times += 1;
            return change(at.path, { email: times % 2 === 1 ? other : at.one });
          },
        };
      },
    },
    'another address each time': {
      asks: true,
      begin: async () => {
        const at = await stage();
        const others = Array.from({ length: 40 }, () => mailbox('other'));
        let times = 0;
        return {
          at,
          also: others,
          act: () => {
            times += 1;
            return change(at.path, { email: others[times] });
          },
        };
      },
    },
    'a phone number changed to and fro': {
      asks: true,
      begin: async () => {
        const at = await stage({ email: '', phone: '+49 30 12345001' });
        const numbers = ['+493012345001', '+493012345002'];
        let times = 0;
        return {
          at,
          also: numbers,
          act: () => {
            times += 1;
            return change(at.path, { phone: numbers[times % 2] });
          },
        };
      },
    },
  },
  updateEnvelope: {
    'contact allowed and forbidden': {
      asks: true,
      begin: async () => {
        const at = await stage();
        const contact = (no_contact: boolean) =>
          owner().updateEnvelope({ path: { envelope_id: at.envelope.id }, body: { no_contact } });
        return {
          at,
          act: async () => {
            await contact(true);
            return contact(false);
          },
        };
      },
    },
    'a deletion announced anew': {
      asks: false,
      begin: async () => {
        const at = await stage({}, { retention_days: 1 });
        const path = { envelope_id: at.envelope.id };
        ok(await owner().cancelEnvelope({ path, body: { action: 'cancel' } }));
        let days = 1;
        return {
          at,
          act: async () => {
            await api.settle();
            days += 1;
            return owner().updateEnvelope({ path, body: { retention_days: days % 2 === 0 ? 2 : 1 } });
          },
        };
      },
    },
  },
  cancelEnvelope: {
    cancel: {
      asks: false,
      begin: async () => {
        const at = await stage();
        const path = { envelope_id: at.envelope.id };
        return { at, act: () => owner().cancelEnvelope({ path, body: { action: 'cancel' } }) };
      },
    },
  },
  declineRecipient: {
    'declined and reset': {
      asks: true,
      begin: async () => {
        const at = await stage();
        const session = () => openSession(api, at.envelope, 'One');
        return {
          at,
          act: resetting(at.path, async () => asSigner(await session()).declineRecipient({ path: at.path, body: {} })),
        };
      },
    },
  },
  submitRecipient: {
    'submitted and reset': {
      asks: true,
      begin: async () => {
        const at = await stage();
        return {
          at,
          act: resetting(at.path, async () => submit(api, await prepareToSubmit(api, at.envelope, 'One'))),
        };
      },
    },
  },
  sendBackRecipient: {
    'sent back whenever it comes': {
      asks: false,
      begin: async () => {
        const at = await stage({}, {}, { may_send_back: true });
        const path = { ...at.path, role_name: 'Two' };
        let refused: Answered | undefined;
        return {
          at,
          act: async () => {
            if (refused) return refused;
            ok(await submit(api, await prepareToSubmit(api, at.envelope, 'One')));
            const reviewer = asSigner(await agreed(api, at.envelope, 'Two'));
            const answer = await reviewer.sendBackRecipient({ path, body: { back_to: ['One'], reason: 'Once more' } });
            if (answer.status !== 200) refused = answer;
            return answer;
          },
        };
      },
    },
  },
  delegateRecipient: {
    'delegated, and once more': {
      asks: false,
      begin: async () => {
        const at = await stage({ delegator: true });
        const session = await agreed(api, at.envelope, 'One');
        const body = { first_name: 'Grace', last_name: 'Hopper', email: at.two };
        return { at, act: () => asSigner(session).delegateRecipient({ path: at.path, body }) };
      },
    },
  },
  verifySigner: {
    'codes requested': {
      asks: true,
      begin: async () => {
        const at = await stage({ auth_methods: ['email'] });
        const session = await agreed(api, at.envelope, 'One');
        return { at, act: () => verify(api, session, { auth_method: 'email', code: '', resend: true }) };
      },
    },
    'codes requested in the sessions of a host': {
      asks: true,
      begin: async () => {
        const at = await stage({ auth_methods: ['email'] });
        return {
          at,
          act: async () => {
            const hosted = ok(await owner().createInPersonLink({ path: at.path }));
            const session = { signer: hosted.access_token };
            await api.as(session).agreeRecipient({ path: at.path, body: { disclosures: 'Yes' } });
            return verify(api, session, { auth_method: 'email', code: '', resend: true });
          },
        };
      },
    },
    'a passcode failed and reset': {
      asks: true,
      begin: async () => {
        const at = await stage({ auth_methods: ['passcode'], passcode: 'right' });
        const act = failing(at, (session) => () => verify(api, session, { auth_method: 'passcode', code: 'wrong' }));
        return { at, act };
      },
    },
  },
  actOnEnvelopes: {
    remind: {
      asks: true,
      begin: async () => {
        const at = await stage();
        const body = { action: 'remind', envelope_ids: [at.envelope.id] };
        // It says of each envelope what a request of its own would be answered.
        const act = async (): Promise<Answered> => {
          const answer = await owner().actOnEnvelopes({ body });
          const [result] = ok(answer).results;
          return result?.error_code === 'too_many_requests' ? change(at.path, { action: 'remind' }) : answer;
        };
        return { at, act };
      },
    },
  },
  submitKbaPin: {
    'failed and reset': {
      asks: true,
      begin: async () => {
        const at = await stage({ auth_methods: ['passcode'], passcode: '4711' });
        const act = failing(at, (session) => () => asSigner(session).submitKbaPin({ body: { ...at.path, pin: '1' } }));
        return { at, act };
      },
    },
  },
  submitKbaIdentity: {
    'failed and reset': {
      asks: true,
      begin: async () => {
        const at = await stage(KBA);
        const body = { ...at.path, identity: IDENTITY };
        return { at, act: failing(at, (session) => () => asSigner(session).submitKbaIdentity({ body })) };
      },
    },
  },
  submitKbaChallengeResponse: {
    'failed and reset': {
      asks: true,
      begin: async () => {
        const at = await stage(KBA);
        const identity = { ...IDENTITY, lastName: 'Person' };
        const responses = [{ type: 'former-street', answer: 7 }];
        const act = failing(at, (session) => async () => {
          await asSigner(session).submitKbaIdentity({ body: { ...at.path, identity } });
          return asSigner(session).submitKbaChallengeResponse({ body: { ...at.path, responses } });
        });
        return { at, act };
      },
    },
  },
  requestFreshLink: {
    'with the mailed link': {
      asks: true,
      begin: async () => {
        const at = await stage();
        const path = await linkTo(api, at.one);
        return { at, act: () => api.anyone.requestFreshLink({ path }) };
      },
    },
  },
  askQuestion: {
    'by one recipient': {
      asks: true,
      begin: async () => {
        const at = await stage();
        const session = await agreed(api, at.envelope, 'One');
        return { at, act: () => asSigner(session).askQuestion({ path: at.path, body: { question: 'Why?' } }) };
      },
    },
  },
  correctOwnName: {
    'another name each time, which the sender has locked': {
      asks: true,
      begin: async () => {
        const at = await stage({ name_locked: true });
        const session = await agreed(api, at.envelope, 'One');
        let times = 0;
        return {
          at,
          act: () => {
            times += 1;
            const body = { first_name: `One ${times}`, last_name: 'Person' };
            return asSigner(session).correctOwnName({ path: at.path, body });
          },
        };
      },
    },
  },
  agreeRecipient: sendsNothing(({ path }, session) =>
    asSigner(session).agreeRecipient({ path, body: { disclosures: 'Yes' } }),
  ),
  reportEnvelope: sendsNothing(({ path }, session) =>
    asSigner(session).reportEnvelope({ path, body: { reason: 'unwanted' } }),
  ),
  updateRecipientField: sendsNothing((_, session) => setField(api, session, 'signature-One', null)),
  updateEnvelopeField: sendsNothing(({ envelope }, session) =>
    asSigner(session).updateEnvelopeField({
      path: { envelope_id: envelope.id, field_name: 'signature-One' },
      query: { role_name: 'One' },
      body: { value: null },
    }),
  ),
  createInPersonLink: sendsNothing(({ path }) => owner().createInPersonLink({ path })),
  startSigningSession: sendsNothing(async ({ envelope, path }) =>
    api.anyone.startSigningSession({ path: { ...path, key: envelope.recipients[0]?.in_app_key ?? '' } }),
  ),
  getEnvelopesZip: sendsNothing(({ envelope }) => owner().getEnvelopesZip({ path: { ids: envelope.id } })),
  getEnvelopeDocument: sendsNothing(({ envelope }, session) =>
    asSigner(session).getEnvelopeDocument({
      path: { document_id: envelope.documents[0]?.id ?? '' },
      query: { type: 'file' },
    }),
  ),
};

/** Operations that change an envelope, or read one and write to somebody. */
const concerned = operations
  .map(({ contract }) => contract)
  .filter(({ access }) => {
    const { read = [], change: changed = [], write = [] }: TableAccess = access ?? {};
    const written = [...changed, ...write];
    return written.includes('envelope') || (written.includes('outbox') && read.includes('envelope'));
  })
  .map(({ id }) => id);

it('every operation that can write to people about an envelope is repeated here', () => {
  expect(Object.keys(REPEATS).sort()).toEqual(concerned.sort());
});

const sentTo = async (addresses: readonly string[]): Promise<number[]> => {
  await api.settle();
  return Promise.all(addresses.map(async (address) => (await api.messages(address)).length));
};

describe.each(
  Object.entries(REPEATS).filter((one): one is [string, Record<string, Repeat>] => typeof one[1] === 'object'),
)('%s', (_, ways) => {
  it.each(Object.entries(ways))(
    '%s: nobody gets more than so many messages about an envelope',
    async (_way, repeat) => {
      await using _clock = await api.freezeClock();
      const { at, act, also = [] } = await repeat.begin();
      const answers: Answered[] = [];
      for (let times = 0; times < 24; times++) answers.push(await act());
      const most = repeat.asks ? HOURLY : HOURLY_IN_ALL;
      const counts = await sentTo([...at.all, ...also]);
      expect(Math.max(...counts)).toBeLessThanOrEqual(HOURLY_IN_ALL);
      if (!repeat.asks) return;
      expect(counts[0]).toBeLessThanOrEqual(most);
      const last = answers.at(-1) as Answered;
      expect(codeOf(last)).toEqual([429, 'too_many_requests']);
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});

it('the bound holds for a day too, whatever the hours are', async () => {
  await using _clock = await api.freezeClock();
  const at = await stage();
  const statuses: number[] = [];
  for (let hour = 0; hour < 6; hour++) {
    for (let times = 0; times < 9; times++) statuses.push((await change(at.path, { action: 'remind' })).status);
    await api.advance('PT1H');
    await signInAgain();
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(DAILY - 1);
  expect(await sentTo([at.one])).toEqual([DAILY]);
  const refused = await change(at.path, { action: 'remind' });
  expect(Number(refused.headers.get('retry-after'))).toBe(18 * 60 * 60);
  await api.advance('PT18H');
  await signInAgain();
  expect((await change(at.path, { action: 'remind' })).status).toBe(200);
});

describe('a person who has reported the envelope gets nothing more about it', () => {
  const reported = async (details: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => {
    const at = await stage(details, more);
    const session = await agreed(api, at.envelope, 'One');
    const link = details.phone ? undefined : await linkTo(api, at.one);
    ok(await asSigner(session).reportEnvelope({ path: at.path, body: { reason: 'unwanted' } }));
    return { at, session, link };
  };
  const refused = [400, 'recipient_reported'];

  it('not by the sender', async () => {
    const { at } = await reported();
    const [before] = await sentTo([at.one]);
    expect(codeOf(await change(at.path, { action: 'remind' }))).toEqual(refused);
    expect(codeOf(await change(at.path, { action: 'reset' }))).toEqual(refused);
    expect(codeOf(await change(at.path, { first_name: 'Another' }))).toEqual(refused);
    const other = mailbox('other');
    ok(await change(at.path, { email: other }));
    expect(codeOf(await change(at.path, { email: at.one.toUpperCase() }))).toEqual(refused);
    ok(await owner().cancelEnvelope({ path: { envelope_id: at.envelope.id }, body: { action: 'cancel' } }));
    expect(await sentTo([at.one, other])).toEqual([before, 2]);
  });

  it('not by anybody who has the link, or hosts the person', async () => {
    const { at, session, link } = await reported({ auth_methods: ['email'] });
    const [before] = await sentTo([at.one]);
    ok(await api.anyone.requestFreshLink({ path: link }));
    const code = { auth_method: 'email', code: '', resend: true };
    expect(codeOf(await verify(api, session, code))).toEqual(refused);
    const hosted = { signer: ok(await owner().createInPersonLink({ path: at.path })).access_token };
    expect(codeOf(await verify(api, hosted, code))).toEqual(refused);
    expect(await sentTo([at.one])).toEqual([before]);
  });

  it('not by text message', async () => {
    const phone = '+493012345077';
    const { at } = await reported({ email: '', phone });
    const [before] = await sentTo([phone]);
    expect(codeOf(await change(at.path, { action: 'remind' }))).toEqual(refused);
    ok(await change(at.path, { phone: '+493012345078' }));
    expect(codeOf(await change(at.path, { phone }))).toEqual(refused);
    expect(await sentTo([phone])).toEqual([before]);
  });

  it('not by delegation', async () => {
    const [one, two] = [mailbox('one'), mailbox('two')];
    const people = [recipient('One', 1, { email: one }), recipient('Two', 1, { email: two, delegator: true })];
    const envelope = await sendEnvelope(api, sender, people);
    const path = (role_name: string) => ({ envelope_id: envelope.id, role_name });
    const session = await agreed(api, envelope, 'One');
    ok(await asSigner(session).reportEnvelope({ path: path('One'), body: { reason: 'fraud' } }));
    const body = { first_name: 'Grace', last_name: 'Hopper', email: one };
    const delegated = await asSigner(await agreed(api, envelope, 'Two')).delegateRecipient({ path: path('Two'), body });
    expect(codeOf(delegated)).toEqual(refused);
  });

  it('not by the schedule, which goes on to remind the others', async () => {
    await using _clock = await api.freezeClock();
    const [one, two] = [mailbox('one'), mailbox('two')];
    const people = [recipient('One', 1, { email: one }), recipient('Two', 1, { email: two })];
    const hours = (count: number) => count * 60 * 60 * 1000;
    const reminders = { initial_reminder: hours(4), followup_reminders: hours(12) };
    const envelope = await sendEnvelope(api, sender, people, reminders);
    const session = await agreed(api, envelope, 'One');
    const path = { envelope_id: envelope.id, role_name: 'One' };
    expect(await sentTo([one, two])).toEqual([1, 1]);
    ok(await asSigner(session).reportEnvelope({ path, body: { reason: 'unwanted' } }));
    await api.advance('PT5H');
    expect(await sentTo([one, two])).toEqual([1, 2]);
    await api.advance('PT12H');
    expect(await sentTo([one, two])).toEqual([1, 3]);
    await signInAgain();
  });

  it('unless the person signs after all', async () => {
    const [one, sender_email] = [mailbox('one'), mailbox('sender')];
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1, { email: one })], { sender_email });
    const path = { envelope_id: envelope.id, role_name: 'One' };
    const session = await prepareToSubmit(api, envelope, 'One');
    ok(await asSigner(session).reportEnvelope({ path, body: { reason: 'unwanted' } }));
    ok(await submit(api, session));
    expect(await sentTo([one])).toEqual([2]);
  });
});
