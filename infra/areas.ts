import { createHash } from 'node:crypto';
import type { Contract } from '../lib/http/contract.ts';

/** Nested stacks with the functions of operations, and the tags of these operations. */
const AREAS = {
  Envelopes: ['Envelopes', 'Envelope Documents', 'Fields', 'Recipients'],
  Signing: ['Signing', 'KBA', 'Signatures and Initials', 'Verification'],
  Templates: ['Templates', 'Template Documents', 'Roles', 'Uploads'],
  Accounts: ['Users', 'Profiles', 'Authentication', 'OAuth Applications', 'API Keys'],
  Organizations: [
    'Organizations',
    'Organization Contacts',
    'Organization Groups',
    'Organization Invitations',
    'Organization Members',
  ],
  Messages: ['Brands', 'Notifications', 'Webhooks'],
  Pages: ['Pages', 'Documentation', 'Agents'],
} satisfies Record<string, readonly string[]>;

export type Area = keyof typeof AREAS;

type Operation = Pick<Contract, 'id' | 'tag'>;

/** The nested stack with an operation's function. It may change: neither the operation's address nor its data depend on it. */
export const areaOf = ({ id, tag }: Operation): Area => {
  const found = Object.entries(AREAS).find(([, tags]) => tags.includes(tag));
  if (!found) throw new Error(`The operation ${id} has the tag ${tag}, which no area has: add it to infra/areas.ts`);
  return found[0] as Area;
};

/** Characters of an id that Lambda's limit for names leaves beside the longest stack's name. */
const KEPT_OF_AN_ID = 29;

/**
 * The name of an operation's function, without the stack's name and `-api-` before it. It changes with the area, because
 * CloudFormation makes the function in its new stack before it deletes the one in the old stack: two of one name can't exist.
 */
export const functionNameOf = (operation: Operation): string => {
  const mark = createHash('sha256')
    .update(`${areaOf(operation)}/${operation.id}`)
    .digest('hex')
    .slice(0, 4);
  return `${operation.id.slice(0, KEPT_OF_AN_ID)}-${mark}`;
};
