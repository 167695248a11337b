import { operations } from '../../functions/index.ts';
import type { Contract } from '../../lib/http/contract.ts';
import type { Examples } from '../../lib/http/openapi.ts';
import type { Use } from '../plain-uses/play.ts';
import { normaliser, type Recording } from './normalise.ts';

const contracts = new Map<string, Contract>(operations.map(({ contract }) => [contract.id, contract]));

/** Types of answers that an example can show. */
const SHOWN = ['application/json', 'text/plain'];

/** Parts of answers that would be too large, or that change with every guide. */
const EXCERPTS: Record<string, (body: never) => unknown> = {
  getOpenapi: ({ openapi, info: { title, version, summary }, servers }: OpenApi) => ({
    openapi,
    info: { title, version, summary },
    servers,
  }),
  getDocs: (entries: { kind: string }[]) => entries.filter(({ kind }) => kind === 'area').slice(0, 2),
};

type OpenApi = Record<'openapi' | 'servers', unknown> & { info: Record<'title' | 'version' | 'summary', unknown> };

/** The examples of each operation's answers, by their media types: its first plain uses that answer more than null. */
export const examplesOf = (uses: readonly Use[], recording: Recording): Examples => {
  const normalise = normaliser(recording);
  const examples: Examples = {};
  for (const { operation, answer } of uses) {
    const contract = contracts.get(operation);
    if (!answer || !contract) continue;
    const type = answer.type.split(';')[0] ?? '';
    const { produces = 'application/json', alsoProduces = [], returns } = contract;
    const known = examples[operation] ?? {};
    if (!SHOWN.includes(type) || ![produces, ...alsoProduces].includes(type as never) || known[type]) continue;
    const excerpt = EXCERPTS[operation]?.(answer.body as never) ?? answer.body;
    // Parsed, an answer has its members in the order of the contract.
    const { data = excerpt } = type === produces ? returns.safeParse(excerpt) : {};
    examples[operation] = { ...known, [type]: normalise(data) };
  }
  return examples;
};
