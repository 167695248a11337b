import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateEmailIdentityCommandInput } from '@aws-sdk/client-sesv2';
import { DKIM_ZONE, hasDkim } from '../../../lib/people/domains/email-records.ts';
import { openLookup } from '../../../lib/people/domains/lookup.ts';
import { openJournal } from '../shared/journal.ts';

interface Identity {
  name: string;
  tokens: string[];
  tags: { Key?: string | undefined; Value?: string | undefined }[];
}

/** An answer of SES: a status, the name of its error if it is one, and a body. */
export interface SesAnswer {
  status: number;
  error: string | null;
  body: unknown;
}

/** The domain identities of SES: created, read and deleted as in SES v2. */
export interface Identities {
  create(request: CreateEmailIdentityCommandInput): Promise<SesAnswer>;
  get(name: string): Promise<SesAnswer>;
  remove(name: string): SesAnswer;
}

/** Opens the identities in `directory`. One is verified when its DKIM records are in the DNS (`DNS_SERVERS`). */
export const openIdentities = (directory: string): Identities => {
  mkdirSync(directory, { recursive: true });
  const known = new Map<string, Identity>();
  const verified = new Set<string>();
  const journal = openJournal<Identity | { removed: string }>(join(directory, 'identities.jsonl'), (entry) => {
    if ('removed' in entry) known.delete(entry.removed);
    else known.set(entry.name, entry);
  });

  return {
    create: async ({ EmailIdentity: name = '', Tags = [] }) => {
      if (name === '') return refusal(400, 'BadRequestException', 'EmailIdentity is needed');
      if (known.has(name)) return refusal(400, 'AlreadyExistsException', `Email identity ${name} already exists`);
      const identity: Identity = { name, tokens: [newToken(), newToken(), newToken()], tags: Tags };
      journal.append(identity);
      known.set(name, identity);
      return answer(describe(identity, false));
    },
    get: async (name) => {
      const identity = known.get(name);
      if (!identity) return refusal(404, 'NotFoundException', `Email identity ${name} does not exist`);
      const found = await hasDkim(openLookup(), name, identity.tokens, DKIM_ZONE);
      if (found === true) verified.add(name);
      if (found === false) verified.delete(name);
      return answer(describe(identity, verified.has(name)));
    },
    remove: (name) => {
      verified.delete(name);
      if (!known.delete(name)) return refusal(404, 'NotFoundException', `Email identity ${name} does not exist`);
      journal.append({ removed: name });
      return answer({});
    },
  };
};

const describe = ({ tokens, tags }: Identity, verified: boolean) => ({
  IdentityType: 'DOMAIN',
  VerifiedForSendingStatus: verified,
  FeedbackForwardingStatus: true,
  DkimAttributes: {
    SigningEnabled: true,
    SigningAttributesOrigin: 'AWS_SES',
    SigningHostedZone: DKIM_ZONE,
    Status: verified ? 'SUCCESS' : 'PENDING',
    Tokens: tokens,
  },
  Tags: tags,
});

const newToken = (): string =>
  BigInt(`0x${randomBytes(20).toString('hex')}`)
    .toString(36)
    .padStart(32, '0');

const answer = (body: unknown): SesAnswer => ({ status: 200, error: null, body });
const refusal = (status: number, error: string, message: string): SesAnswer => ({ status, error, body: { message } });
