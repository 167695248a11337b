import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type AnswerOf, operations } from '../../functions/index.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { bodyBytes } from '../../lib/http/parse.ts';
import type { Api } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { ignoredNames } from '../request-check.ts';
import { accountUses } from './account.ts';
import { batchUses } from './batches.ts';
import { brandUses } from './brands.ts';
import { draftUses } from './drafts.ts';
import { envelopeUses } from './envelopes.ts';
import { identityProviderUses } from './identity-providers.ts';
import { notificationUses } from './notifications.ts';
import { oauthUses } from './oauth.ts';
import { organizationUses } from './organizations.ts';
import { publicUses } from './public.ts';
import { signingUses } from './signing.ts';
import type { Stage } from './stage.ts';
import { templateUses } from './templates.ts';
import { certificateUses, trustServiceUses } from './trust-services.ts';

/** An operation that was used as its callers use it, and succeeded. */
export interface Use {
  operation: string;
  /** In which way, where it has several. */
  how: string;
  run: Run;
  /** Its answer, unless a link of another answer led to it. */
  answer?: { type: string; body: unknown };
}

const contracts = new Map<string, Contract>(operations.map(({ contract }) => [contract.id, contract]));

/** Names in a run's request that its operation ignores: the run would cost what another use costs. */
const ignoredIn = ({ name, event }: Run): string[] => {
  const contract = contracts.get(name);
  const request = event as APIGatewayProxyEvent;
  const { headers, queryStringParameters } = request;
  const isJson = Object.entries(headers).some(([key, value]) => /^content-type$/i.test(key) && value?.includes('json'));
  const { shape = {} } = (contract?.query ?? {}) as { shape?: object };
  return [
    ...(isJson ? ignoredNames(contract?.body, JSON.parse(bodyBytes(request).toString())) : []),
    ...Object.keys(queryStringParameters ?? {}).filter((key) => !(key in shape)),
  ].map((ignored) => `${name} ignores ${ignored}`);
};

/**
 * Uses every operation as plainly as its callers do, one call after the other; returns what each of them took. Throws
 * if an operation fails, or ignores a name in its request.
 */
export const playPlainUses = async (api: Api): Promise<Use[]> => {
  const uses: Use[] = [];
  const ignored: string[] = [];
  let way = '';
  onRun((run) => {
    const isOperation = !run.name.includes('-');
    if (!isOperation || run.status >= 400) return;
    uses.push({ operation: run.name, how: way, run });
    ignored.push(...ignoredIn(run));
  });
  const use: Stage['use'] = async (call, how = '') => {
    way = how;
    const { status, body, headers } = await call;
    way = '';
    if (status >= 400) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    const used = uses.at(-1);
    if (used) used.answer = { type: headers.get('content-type') ?? '', body };
    return body;
  };
  const caller: Stage['caller'] = (how) => ({
    messages: api.messages,
    settle: api.settle,
    call: async (operation, session, input) =>
      (await use(api.use(operation, session, input), how)) as unknown as AnswerOf<typeof operation>,
  });
  const stage = { api, use, caller };
  for (const play of [
    publicUses,
    accountUses,
    oauthUses,
    organizationUses,
    brandUses,
    identityProviderUses,
    trustServiceUses,
    certificateUses,
    notificationUses,
    templateUses,
    batchUses,
    draftUses,
    envelopeUses,
    signingUses,
  ]) {
    await play(stage);
  }
  onRun(undefined);
  if (ignored.length > 0) throw new Error([...new Set(ignored)].join('\n'));
  return uses;
};
