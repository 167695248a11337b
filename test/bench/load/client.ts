export interface Sent {
  token?: string;
  signer?: string;
  body?: unknown;
  form?: FormData;
}

export type Call = <T = unknown>(method: string, path: string, sent?: Sent) => Promise<T>;

/** Calls the API at `url` and answers the body; anything but 2xx ends the bench. */
export const clientOf =
  (url: string): Call =>
  async <T>(method: string, path: string, { token, signer, body, form }: Sent = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(signer ? { signer: `Bearer ${signer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

/** Does `act` from `concurrency` callers, each again as soon as it is done, until `enough`; answers how often it was done. */
export const repeat = async (
  concurrency: number,
  enough: (done: number) => boolean,
  act: (caller: number) => Promise<unknown>,
): Promise<{ done: number; seconds: number; times: number[] }> => {
  const began = performance.now();
  const times: number[] = [];
  let begun = 0;
  const caller = async (index: number) => {
    while (!enough(begun)) {
      begun++;
      const before = performance.now();
      await act(index);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, index) => caller(index)));
  return { done: times.length, seconds: (performance.now() - began) / 1000, times };
};
