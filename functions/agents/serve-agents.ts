import * as z from 'zod';
import { challengeOf } from '../../lib/http/agents/protected-resource.ts';
import { answerAgent } from '../../lib/http/agents/server.ts';
import { operation } from '../../lib/http/operation.ts';

/** One message of JSON-RPC 2.0. Lists of messages left the protocol with its version of 2025-06-18, and are refused. */
const AgentMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    method: z.string().max(200).optional(),
    id: z.union([z.string().max(200), z.int()]).optional(),
  })
  .meta({ id: 'AgentMessage', description: 'One message of JSON-RPC 2.0, as the Model Context Protocol defines it' });

export const handler = operation(
  {
    id: 'serveAgents',
    tag: 'Agents',
    summary: 'Serve agents by the Model Context Protocol',
    description: [
      'The streamable HTTP transport without sessions and streams: each request holds one message and is answered by JSON.',
      'The token is that of an OAuth application or of an API key, and its scopes decide which tools there are. Notifications',
      'are answered by 202. `GET` and `DELETE` are answered by {method_not_allowed}, as the protocol demands.',
    ].join(' '),
    route: 'POST /mcp',
    unrecorded: 'none',
    refuses: ['GET', 'DELETE'],
    session: 'user',
    callableBy: 'any_client',
    body: AgentMessage,
    returns: z.unknown(),
    produces: 'application/json',
    errors: ['client_needed', 'scope_needed', 'origin_refused', 'method_not_allowed'],
    challenge: challengeOf,
    access: {},
    examples: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  },
  ({ caller, body, headers, origin }) => answerAgent(caller, body, { headers, origin }),
);
