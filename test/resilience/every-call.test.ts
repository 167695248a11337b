import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AnswerOf, type OperationId, operations } from '../../functions/index.ts';
import type { Caller, Session } from '../../infra/local/story/caller.ts';
import { contentOf } from '../../infra/local/story/http.ts';
import { issueToken, USER_TOKEN_LIFE, type UserClaims } from '../../lib/people/sessions/tokens.ts';
import type { Answered } from '../api.ts';
import { playSigning } from '../stories/whole-signing.ts';
import { KINDS, type Kind } from './fault-kinds.ts';
import { chosenFaults, everyCallOnce, nameOf, type Plan, type Way } from './fault-plan.ts';
import { setFaultyStage } from './stage.ts';

// README.md beside this file says what is played here, and how to have faults at places of your own.
let stage: Awaited<ReturnType<typeof setFaultyStage>>;
let faultless: Awaited<ReturnType<typeof playSigning>>;
/** The places of all calls of a signing without faults. */
const places = new Set<string>();

beforeAll(async () => {
  // The SDK waits between its tries for a random part of up to seconds: what is shown here doesn't depend on how long.
  vi.spyOn(Math, 'random').mockReturnValue(0.05);
  stage = await setFaultyStage({ events: ['envelope_completed'] });
  // The first sealing also makes the log's key and first head, which happens once: append.test.ts kills it there.
  await playSigning(repeating('first', () => stage.api.settle()));
  const stop = stage.proxies.add((_, { place }) => {
    if (place) places.add(place);
    return undefined;
  });
  faultless = await playSigning(repeating('', () => stage.api.settle()));
  stop();
});
afterAll(async () => {
  await stage?.api.settle();
  await stage?.stop();
  vi.restoreAllMocks();
});

const isWorker = (name: string): boolean => !operations.some(({ contract }) => contract.id === name);

/** More often than any function makes calls. */
const PATIENCE = 40;

/**
 * A caller that sends the same request with the same Idempotency-Key until it is carried out, as clients do. `settle`
 * waits for the workers.
 */
const repeating = (client: string, settle: () => Promise<void>): Caller => ({
  messages: stage.api.messages,
  settle,
  call: async <Id extends OperationId>(id: Id, session: Session, input = {}) => {
    const headers = { 'x-client-id': client, 'idempotency-key': randomUUID() };
    const codes: (string | null)[] = [];
    for (let tries = 0; tries < PATIENCE; tries++) {
      const answer = await stage.api.use(id, session, { ...input, headers });
      if (answer.status < 300) return contentOf(answer.headers, answer.bytes) as AnswerOf<Id>;
      const code = answer.headers.get('x-error-code');
      codes.push(code);
      if (code === 'token_expired') await renew(session);
      // A write that was given up can land late: the request counts as running until no function could be.
      else if (code === 'idempotency_in_flight') await stage.api.advance('PT31S');
      // Limits for one address count all signings together, and end after ten minutes.
      else if (code === 'too_many_requests') await stage.api.advance('PT10M5S');
      else expectClear(answer, id);
    }
    throw new Error(`${client} ${id} failed ${PATIENCE} times: ${codes.join(' ')}`);
  },
});

/** Sessions end within hours, and the platform's clock is moved meanwhile: the same session with a new token. */
const renew = async (session: Session): Promise<void> => {
  const again = async (token: string | undefined) => {
    const { iat: _iat, exp: _exp, iss: _iss, ...claims } = decodeJwt(token ?? '');
    return (await issueToken(claims as unknown as UserClaims, USER_TOKEN_LIFE)).token;
  };
  if (session.token) session.token = await again(session.token);
  if (session.signer) session.signer = await again(session.signer);
};

/** The ERROR envelope, that it is the platform's fault, and that the same can be asked again. */
const expectClear = ({ status, body, headers }: Answered, id: string): void => {
  const code = headers.get('x-error-code');
  expect({ id, status, code, body }).toEqual({
    id,
    ...(code === 'internal' ? { status: 500, code } : { status: 503, code: 'unavailable' }),
    body: { status: 'ERROR', error: expect.stringMatching(/try again/) },
  });
  if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(headers.get('x-request-id')).toBeTruthy();
};

/**
 * Lets the workers come to their end, for one signing: what of it failed is tried again after up to a quarter of an
 * hour, a sealing after up to two hours.
 */
const restUnder = (plan: Plan): (() => Promise<void>) => {
  const failures = () => plan.injected.filter((one) => isWorker(one.split('/')[0] ?? '') && one.endsWith('!')).length;
  const failedSeals = () => plan.injected.filter((one) => one.startsWith('seal-envelope/') && one.endsWith('!')).length;
  let known = 0;
  return async () => {
    for (let before = -1; before !== failures(); ) {
      before = failures();
      await stage.api.settle();
      await stage.api.advance(failedSeals() > known ? 'PT2H5S' : 'PT15M5S');
      await stage.api.settle();
    }
    known = failedSeals();
  };
};

const CHOSEN = process.env.FAULTS;

const withChosenFaults = async () => {
  const plan = chosenFaults(CHOSEN ?? '');
  const stop = stage.proxies.add(plan.rule);
  expect(await playSigning(repeating('chosen', restUnder(plan)))).toEqual(faultless);
  stop();
  console.log(`Injected: ${plan.injected.join(' ') || 'nothing'}`);
  expect(plan.injected, `No call fits. There are:\n${[...places].toSorted().join('\n')}`).not.toEqual([]);
};

/**
 * Returns the call that a place or a fault names, without its number: calls that run side by side have other numbers in
 * the next try or batch.
 */
const callOf = (place: string): string => place.replace(/#\d+/, '');

/**
 * Kinds of faults, of five, that each call must show. A try can save the next one a call, such as that for a file that
 * exists already.
 */
const ENOUGH = 3;

/** The SDK retries all kinds in the same way, so one call that was not carried out and one that was are enough. */
const HEALED: readonly Kind[] = process.env.FAULT_WAYS === 'all' ? KINDS : ['throttle', 'lost'];

const SHOWN = { lasting: ENOUGH, healed: HEALED.length - 1 };

/** A client's request that has failed is asked again: that call then fails in the way that the SDK heals. */
const CLIENTS: Record<string, Way[]> = Object.fromEntries(
  KINDS.map((kind) => [kind, [{ kind, lasting: true }, ...(HEALED.includes(kind) ? [{ kind, lasting: false }] : [])]]),
);

/** Calls that were failed in fewer kinds than these numbers say. */
const sparedBy = (plan: Plan, kinds: { lasting: number; healed: number }): string[] => {
  const shown = new Set(plan.injected.map(callOf));
  const shownOf = (call: string, lasting: boolean) =>
    KINDS.filter((kind) => shown.has(nameOf(call, { kind, lasting }))).length;
  return [...new Set([...places].map(callOf))].filter(
    (call) => shownOf(call, true) < kinds.lasting || shownOf(call, false) < kinds.healed,
  );
};

const withEveryCallFailing = async () => {
  const plan = everyCallOnce(CLIENTS, isWorker);
  const stop = stage.proxies.add(plan.rule);
  const endings = await Promise.all(
    Object.keys(CLIENTS).map(async (client) => ({
      client,
      ending: await playSigning(repeating(client, restUnder(plan))),
    })),
  );
  for (const { client, ending } of endings) expect({ client, ...ending }).toEqual({ client, ...faultless });

  // Workers fail four times a message: what is left to be shown of them takes some more signings.
  const ofWorkers = () => sparedBy(plan, SHOWN).filter((call) => isWorker(call.split('/')[0] ?? ''));
  for (let before = -1; before !== plan.injected.length && ofWorkers().length > 0; ) {
    before = plan.injected.length;
    const another = () => playSigning(repeating('another', restUnder(plan)));
    expect(await Promise.all([another(), another()])).toEqual([faultless, faultless]);
  }
  stop();
  expect(sparedBy(plan, SHOWN)).toEqual([]);
};

if (CHOSEN) {
  test('a signing with the faults in FAULTS ends like one without', withChosenFaults, 1_800_000);
} else {
  test(
    'a signing in which every call fails once in every way ends like one without faults, because each request can be repeated',
    withEveryCallFailing,
    1_800_000,
  );
}
