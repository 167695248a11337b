import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { type AnswerOf, type OperationId, operations } from '../functions/index.ts';
import type { Platform } from '../infra/local/platform.ts';
import type { Workers } from '../infra/local/shared/workers.ts';
import { PASSWORD, signUp } from '../infra/local/story/account.ts';
import type { Caller, Session } from '../infra/local/story/caller.ts';
import { contentOf } from '../infra/local/story/http.ts';
import { HOUR, now, SECOND } from '../lib/base/clock.ts';
import { splitRoute } from '../lib/http/route.ts';
import { answerFault } from './answer-check.ts';
import type { Answered, AnsweredBy, Refusal } from './answers.ts';
import { recorded, recordedWorkers, saveUses } from './aws-calls.ts';
import { signInKms } from './kms.ts';

/** A test's input for one request. Path variables by the contract's names; they are encoded here. */
export interface RequestInput {
  path?: object;
  query?: object;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

export type { Answered } from './answers.ts';

/** Every operation by its id. `api.as(alice).getEnvelope({path: {envelope_id}})` */
export type Calls = { readonly [Id in OperationId]: (input?: RequestInput) => Promise<AnsweredBy<Id>> };

export interface Person {
  email: string;
  password: string;
  token: string;
  refresh_token: string;
  user_id: string;
  profile_id: string;
  organization_id: string;
}

export interface Mail {
  id: string;
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  code: string | null;
}

type Claims = { sub: string; profile_id: string; organization_id: string };

let people = 0;

/**
 * The API under test: the local platform in this process, with `replaced` in the place of some of its workers, or the
 * one at `API_URL`. Call `stop` when done.
 */
export const startApi = async (replaced: Partial<Workers> = {}) => {
  const external = process.env.API_URL;
  let platform: Platform | undefined;
  let leaveKms = () => {};
  if (!external) {
    const { startPlatform } = await import('../infra/local/platform.ts');
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'));
    if (process.env.TEST_KEYS_DIR) await cp(process.env.TEST_KEYS_DIR, join(dataDir, 'keys'), { recursive: true });
    const { loadWorkers } = await import('../infra/local/shared/workers.ts');
    const workers = recordedWorkers({ ...(await loadWorkers()), ...replaced });
    platform = await startPlatform({
      port: 0,
      dataDir,
      ephemeral: true,
      quiet: true,
      operations: recorded(operations),
      workers,
    });
    leaveKms = await signInKms();
  }
  const url = external ?? (platform as Platform).url;

  /** Sends a request to any address; `B` is the body that the test reads. */
  const request = async <B = Refusal>(
    method: string,
    path: string,
    session: Session = {},
    input: RequestInput = {},
  ): Promise<Answered<B>> => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one));
    }
    const headers: Record<string, string> = { ...input.headers };
    if (session.token) headers.authorization ??= `Bearer ${session.token}`;
    if (session.signer) headers.signer ??= `Bearer ${session.signer}`;
    let body: string | FormData | undefined = input.form;
    if (input.body !== undefined) {
      body = typeof input.body === 'string' ? input.body : JSON.stringify(input.body);
      headers['content-type'] ??= 'application/json';
    }
    const search = query.size > 0 ? `?${query}` : '';
    const answer = await fetch(`${url}${path}${search}`, { method, headers, body, redirect: 'manual' });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const isJson = bytes.length > 0 && /[/+]json\b/.test(answer.headers.get('content-type') ?? '');
    const asText = () => Buffer.from(bytes).toString('utf8');
    return {
      status: answer.status,
      body: isJson ? JSON.parse(asText()) : asText(),
      bytes,
      headers: answer.headers,
    };
  };

  /** Uses the operation of this id, for tests of many operations. */
  const use = async (id: string, session: Session, input: RequestInput = {}): Promise<Answered> => {
    const operation = operations.find(({ contract }) => contract.id === id);
    if (!operation) throw new Error(`There is no operation ${id}`);
    const { method, path } = splitRoute(operation.contract.route);
    const values = new Map<string, unknown>(Object.entries(input.path ?? {}));
    const filled = path.replace(/\{(\w+)\+?\}/g, (_all, name: string) =>
      encodeURIComponent(String(values.get(name) ?? '')),
    );
    const answer = await request(method, filled, session, input);
    const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '');
    const fault = answer.status === 200 && isJson ? answerFault(operation.contract, answer.body) : undefined;
    if (fault !== undefined) throw new Error(fault);
    return answer;
  };

  const as = (session: Session): Calls =>
    new Proxy({} as Calls, { get: (_, id: string) => (input?: RequestInput) => use(id, session, input) });

  const call: Caller['call'] = async <Id extends OperationId>(
    operation: Id,
    session: Session,
    input?: RequestInput,
  ) => {
    const { status, body, bytes, headers } = await use(operation, session, input);
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`);
    return contentOf(headers, bytes) as AnswerOf<Id>;
  };

  const messages = async (to?: string): Promise<Mail[]> =>
    (await request<Mail[]>('GET', '/local/messages', {}, { query: { to } })).body;

  const settle = async (): Promise<void> => {
    const { status } = await request('POST', '/local/settle');
    if (status !== 200) throw new Error(`settle answered ${status}`);
  };

  const advance = (duration: string) => request('POST', '/local/clock', {}, { body: { advance: duration } });

  return {
    url,
    request,
    use,
    as,
    call,
    messages,
    settle,
    anyone: as({}),
    /** Moves the platform's clock by an ISO 8601 duration. */
    advance,
    /**
     * Moves the platform's clock to the next full hour, and returns that time: no hour and no day ends within what a
     * test does in less. The log gets the heads of administration each hour, and use is counted by day.
     */
    beginHour: async (): Promise<number> => {
      const left = HOUR - (now().getTime() % HOUR);
      await advance(`PT${Math.ceil(left / SECOND)}S`);
      return now().getTime();
    },
    /**
     * Freezes the platform's clock until the end of the block (`await using _clock = …`): it moves by `advance` alone.
     * For tests of limits, which must not depend on how long the machine takes.
     */
    freezeClock: async (): Promise<AsyncDisposable> => {
      const freeze = async (frozen: boolean) => {
        const { status } = await request('POST', '/local/clock', {}, { body: { frozen } });
        if (status !== 200) throw new Error(`The clock answered ${status}`);
      };
      await freeze(true);
      return { [Symbol.asyncDispose]: () => freeze(false) };
    },
    /** A new person with an organization of their own, address verified. */
    signUp: async (details: Record<string, unknown> = {}): Promise<Person> => {
      people += 1;
      const account = {
        email: `person-${process.pid}-${people}-${Date.now()}@example.com`,
        password: PASSWORD,
        first_name: 'Ada',
        last_name: `Number ${people}`,
        org_name: `Company ${people}`,
        phone: '',
        ...details,
      };
      const { access_token: token, refresh_token } = await signUp({ call, messages, settle }, account);
      const { sub: user_id, profile_id, organization_id } = decodeJwt<Claims>(token);
      const { email, password } = account;
      return { email, password, token, refresh_token, user_id, profile_id, organization_id };
    },
    stop: async () => {
      saveUses();
      leaveKms();
      await platform?.stop();
    },
  };
};

export type Api = Awaited<ReturnType<typeof startApi>>;
