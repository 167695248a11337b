import { createHash } from 'node:crypto';
import type { Contract } from '../lib/http/contract.ts';
import type { Tag } from '../lib/http/tags.ts';

type Area = 'Envelopes' | 'Signing' | 'Templates' | 'Accounts' | 'Organizations' | 'Messages' | 'Pages';

/** The nested stack with the functions of a tag's operations. */
const AREAS: Record<Tag, Area> = {
  Envelopes: 'Envelopes',
  'Envelope Documents': 'Envelopes',
  Drafts: 'Envelopes',
  Batches: 'Templates',
  Fields: 'Envelopes',
  Recipients: 'Envelopes',
  Signing: 'Signing',
  KBA: 'Signing',
  'Signatures and Initials': 'Signing',
  Verification: 'Signing',
  Templates: 'Templates',
  'Template Documents': 'Templates',
  'Template Links': 'Templates',
  Roles: 'Templates',
  Uploads: 'Templates',
  Users: 'Accounts',
  Profiles: 'Accounts',
  Authentication: 'Accounts',
  'OAuth Applications': 'Accounts',
  'API Keys': 'Accounts',
  Organizations: 'Organizations',
  'Organization Contacts': 'Organizations',
  'Organization Groups': 'Organizations',
  Directories: 'Organizations',
  'Organization Invitations': 'Organizations',
  'Organization Members': 'Organizations',
  Brands: 'Messages',
  Notifications: 'Messages',
  Webhooks: 'Messages',
  Pages: 'Pages',
  Documentation: 'Pages',
  Agents: 'Pages',
};

type Operation = Pick<Contract, 'id' | 'tag'>;

/** The nested stack with an operation's function. It may change: no address and no data depend on it. */
export const areaOf = ({ tag }: Pick<Operation, 'tag'>): Area => AREAS[tag];

/** Characters of an id that Lambda's limit for names leaves beside the longest stack's name. */
const KEPT_OF_AN_ID = 29;

/**
 * The name of an operation's function, without the stack's name and `-api-` before it. It changes with the area,
 * because CloudFormation makes the function in its new stack before it deletes the one in the old stack: two of one
 * name can't exist.
 */
export const functionNameOf = (operation: Operation): string => {
  const mark = createHash('sha256')
    .update(`${areaOf(operation)}/${operation.id}`)
    .digest('hex')
    .slice(0, 4);
  return `${operation.id.slice(0, KEPT_OF_AN_ID)}-${mark}`;
};
