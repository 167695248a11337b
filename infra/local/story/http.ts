import type { AnswerOf, OperationId } from '../../../functions/index.ts';
import type { Caller, Input, Mail, Session } from './caller.ts';

/** A request that succeeded. */
export interface Answered {
  method: string;
  path: string;
  status: number;
}

interface Description {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

/**
 * A caller over HTTP that knows nothing of the platform but its address: it finds each operation in `/openapi.json`.
 * `onAnswer` is called with every operation that was carried out. Its calls throw with the server's message.
 */
export const connect = async (url: string, onAnswer: (answered: Answered) => void = () => {}): Promise<Caller> => {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Description;
  const routes = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId = '' }]) => [operationId, { method, path }] as const),
    ),
  );
  return {
    call: async <Id extends OperationId>(operation: Id, session: Session, input: Input = {}) => {
      const route = routes.get(operation);
      if (!route) throw new Error(`${url} has no operation ${operation}`);
      const method = route.method.toUpperCase();
      const path = `${filled(route.path, input.path)}${searchOf(input.query)}`;
      const { status, content } = await send(`${url}${path}`, method, session, input.body);
      onAnswer({ method, path, status });
      return content as AnswerOf<Id>;
    },
    messages: async (to) => (await send(`${url}/local/messages${searchOf({ to })}`, 'GET')).content as Mail[],
    settle: async () => {
      await send(`${url}/local/settle`, 'POST');
    },
  };
};

const filled = (path: string, values: Input['path'] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

const searchOf = (query: Input['query'] = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
};

const send = async (url: string, method: string, { token, signer }: Session = {}, body?: unknown) => {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(signer ? { signer: `Bearer ${signer}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const content = contentOf(answer.headers, new Uint8Array(await answer.arrayBuffer()));
  if (!answer.ok)
    throw new Error(`${method} ${new URL(url).pathname} answered ${answer.status}: ${messageOf(content)}`);
  return { status: answer.status, content };
};

/** An answer's body as `Caller.call` returns it. */
export const contentOf = (headers: Headers, bytes: Uint8Array): unknown => {
  const type = headers.get('content-type') ?? '';
  if (!/json|^text\/|^$/.test(type)) return bytes;
  const text = Buffer.from(bytes).toString('utf8');
  return type.includes('json') ? JSON.parse(text) : text;
};

const messageOf = (content: unknown): string =>
  typeof content === 'object' && content !== null && 'error' in content ? String(content.error) : String(content);
