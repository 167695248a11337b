import { detail } from './say.ts';

/** Parts of a call beside its address. `signer` is the token of a signing session, `token` that of a user. */
export interface Saying {
  token?: string;
  signer?: string;
  body?: unknown;
  form?: FormData;
}

/** One answer: its bytes, and the parsed body. */
export interface Answer<T> {
  bytes: Uint8Array;
  content: T;
}

export interface Api {
  url: string;
  /** Makes a request, shows it, and returns the answer. Throws for anything but 2xx, with the server's message. */
  call<T>(method: string, path: string, saying?: Saying): Promise<Answer<T>>;
}

export const connect = (url: string): Api => ({
  url,
  call: async <T>(method: string, path: string, { token, signer, body, form }: Saying = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(signer ? { signer: `Bearer ${signer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const content = read(answer, bytes);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${wordsOf(content)}`);
    if (!path.startsWith('/local/')) detail(`${method} ${shortened(path)} → ${answer.status}`);
    return { bytes, content: content as T };
  },
});

const read = (answer: Response, bytes: Uint8Array): unknown => {
  const text = () => Buffer.from(bytes).toString('utf8');
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text()) : text();
};

const wordsOf = (content: unknown): string =>
  typeof content === 'object' && content !== null && 'error' in content ? String(content.error) : String(content);

/** Shortens ids and keys, because a line of the terminal is short. */
const shortened = (path: string): string =>
  path
    .split('/')
    .map((part) => part.replace(/^([\w-]{8})[\w-]{24,}/, '$1…'))
    .join('/');
