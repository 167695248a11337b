import { guardedFetch } from '../../aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../aws/net/unreachable.ts';
import { config } from '../../base/config.ts';
import { invalid } from '../../base/errors.ts';
import { sha256 } from '../../base/ids.ts';
import type { ActingClient } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { LARGEST_ANSWER } from '../answer.ts';
import { type Described, KEY_ARGUMENT } from './input.ts';
import type { Json } from './shown.ts';
import type { Tool } from './tools.ts';

export type Arguments = Record<string, unknown>;

/** The caller: the client that acts for the user, with its token and connection. */
export interface Agent {
  client: ActingClient;
  authorization: string;
  origin: Origin;
}

/** The API's answer to a tool's call. */
export interface Outcome {
  isError: boolean;
  content: Json;
}

/** Milliseconds for the API's answer: the gateway gives up on the agent's request after 29 seconds. */
const PATIENCE = 26_000;

/**
 * Calls the tool's operation through the API's own address, as the agent. Every rule of the operation holds as for any
 * other client, and this function needs no right beyond reading its caller. Throws `invalid` for arguments that can't
 * become a request; the API's refusals are outcomes.
 */
export const callTool = async (
  name: string,
  tool: Tool,
  described: Described,
  given: Arguments,
  agent: Agent,
): Promise<Outcome> => {
  const { method } = described;
  checkNames(described, given);
  const key = given[KEY_ARGUMENT];
  const body = { ...valuesOf(described.places.body, given), ...(method === 'GET' ? {} : tool.fixed) };
  try {
    const answer = await guardedFetch(`${config.baseUrl()}${targetOf(tool, described, given)}`, {
      method,
      headers: {
        authorization: agent.authorization,
        'user-agent': userAgentOf(agent),
        ...(method === 'GET'
          ? {}
          : { 'content-type': 'application/json', 'idempotency-key': storedKey(name, agent, String(key)) }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      timeoutMs: PATIENCE,
      maxBytes: LARGEST_ANSWER * 2,
    });
    return outcomeOf(tool, answer);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    const again = method === 'GET' ? '' : ` It may have been carried out: repeat it with the same ${KEY_ARGUMENT}.`;
    return { isError: true, content: { error: `The platform didn't answer in time.${again}` } };
  }
};

/** Throws `invalid` for an unknown argument, or if a required one is missing. */
const checkNames = ({ inputSchema, required, places }: Described, given: Arguments): void => {
  const known = Object.keys(inputSchema.properties);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    invalid(unknown.slice(0, 100), `is not an argument of this tool; allowed are ${known.join(', ')}`);
  const missing = required.find((name) => given[name] === undefined || given[name] === null);
  if (missing !== undefined) invalid(missing, 'is required');
  for (const name of [...places.path, ...(required.includes(KEY_ARGUMENT) ? [KEY_ARGUMENT] : [])]) {
    const value = given[name];
    // Dots alone would lead to another operation: addresses are normalized on their way.
    const isUsable = typeof value === 'string' && value.length > 0 && value.length <= 200 && !/^\.{1,2}$/.test(value);
    if (!isUsable) invalid(name, 'must be a text of 1 to 200 characters, and not dots alone');
  }
};

const valuesOf = (names: readonly string[], given: Arguments): Arguments =>
  Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));

const targetOf = (tool: Tool, { method, path, places }: Described, given: Arguments): string => {
  const query = new URLSearchParams(method === 'GET' ? tool.fixed : {});
  for (const [name, value] of Object.entries(valuesOf(places.query, given))) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  return query.size > 0 ? `${filled}?${query}` : filled;
};

/** The trail keeps it: the request comes from this function, so it says for which connection. */
const userAgentOf = ({ origin: { ip, userAgent } }: Agent): string =>
  `Countersign-MCP/1 (for ${ip}; ${userAgent})`.replace(/[^\x20-\x7e]/g, '?');

/** Agents choose keys freely, so each client and each tool has its own. */
const storedKey = (name: string, { client }: Agent, key: string): string =>
  `agent-${sha256(JSON.stringify([client.kind, client.id, name, key]))}`;

const outcomeOf = (
  tool: Tool,
  { status, headers, bytes }: { status: number; headers: Record<string, string>; bytes: Uint8Array },
): Outcome => {
  const text = Buffer.from(bytes).toString('utf8');
  const answer = (headers['content-type'] ?? '').includes('json') ? (JSON.parse(text) as Json) : text;
  if (status === 200) return { isError: false, content: tool.show(answer) };
  const { error = 'The platform refused it.' } = (typeof answer === 'object' ? answer : null) as { error?: Json };
  return { isError: true, content: { error, code: headers['x-error-code'] ?? null, status } };
};
