import type { Write } from '../table/client.ts';
import { normalEmail } from '../table/keys.ts';
import { type Entry, entryWrites } from '../table/list.ts';
import type { EnvelopeItem, EnvelopeStatus, Party } from './items.ts';

/**
 * In which lists an envelope stands: of everyone who owns or received it (`mine`), of those whose turn it is
 * (`action`), and of its organization. Lists of people go by e-mail address: a recipient may have no account yet.
 */
export const mineList = (email: string): string => `MINE#${normalEmail(email)}`;
export const actionList = (email: string): string => `ACTION#${normalEmail(email)}`;
export const organizationList = (organization_id: string): string => `ENVELOPES#${organization_id}`;

/** What views filter envelopes' entries by, and the parts of a cell's name. */
export interface EnvelopeEntry extends Entry {
  status: EnvelopeStatus;
  /** The owner's profile; in a person's list null where the person only received the envelope. */
  owner: string | null;
  received: boolean;
  /** It is this person's turn to act. */
  action: boolean;
  visibility: 'private' | 'shared';
  template_id: string | null;
}

/** Statuses that a view usually asks for together stand in one bucket. */
export const bucketOf = (status: EnvelopeStatus): string =>
  status === 'pending' || status === 'in progress' ? 'open' : status;

type Listed = Pick<
  EnvelopeItem,
  | 'id'
  | 'name'
  | 'status'
  | 'updated_at'
  | 'profile_id'
  | 'owner_email'
  | 'organization_id'
  | 'visibility'
  | 'template_id'
  | 'parties'
>;

const entryOf = (
  envelope: Listed,
  { owner, received, action }: Pick<EnvelopeEntry, 'owner' | 'received' | 'action'>,
): EnvelopeEntry => ({
  id: envelope.id,
  name: envelope.name,
  search: envelope.name.toLowerCase(),
  updated_at: envelope.updated_at,
  bucket: bucketOf(envelope.status),
  cell: cellName({ status: envelope.status, owner, received, action, visibility: envelope.visibility }),
  status: envelope.status,
  owner,
  received,
  action,
  visibility: envelope.visibility,
  template_id: envelope.template_id,
});

/** What a cell counts. */
export interface Cell {
  status: EnvelopeStatus;
  owner: string | null;
  received: boolean;
  action: boolean;
  visibility: 'private' | 'shared';
}

const cellName = ({ status, owner, received, action, visibility }: Cell): string =>
  [status, owner ?? '', received ? 'received' : '', action ? 'action' : '', visibility].join('|');

/** A cell's name taken apart again. */
export const readCell = (name: string): Cell => {
  const [status, owner, received, action, visibility] = name.split('|');
  return {
    status: status as EnvelopeStatus,
    owner: owner || null,
    received: received === 'received',
    action: action === 'action',
    visibility: visibility as Cell['visibility'],
  };
};

/** The envelope's entry in every list that it stands in. */
export const entriesOf = (envelope: Listed | undefined): Map<string, EnvelopeEntry> => {
  const entries = new Map<string, EnvelopeEntry>();
  if (!envelope) return entries;
  const reached = envelope.parties.filter(hasReached);
  const received = new Set(reached.map(({ email }) => mineList(email)));
  const acting = new Set(reached.filter(isTheirTurn).map(({ email }) => normalEmail(email)));
  const own = mineList(envelope.owner_email);
  for (const list of new Set([own, ...received])) {
    const owner = list === own ? envelope.profile_id : null;
    const action = [...acting].some((email) => mineList(email) === list);
    entries.set(list, entryOf(envelope, { owner, received: received.has(list), action }));
  }
  // Who must act is counted in the person's own list: this one keeps no counts.
  for (const email of acting) {
    const entry = entryOf(envelope, { owner: null, received: true, action: true });
    entries.set(actionList(email), { ...entry, cell: null });
  }
  const organization = { owner: envelope.profile_id, received: false, action: false };
  entries.set(organizationList(envelope.organization_id), entryOf(envelope, organization));
  return entries;
};

/** The writes that bring every list from the envelope as it was to the envelope as it is. */
export const listWrites = (before: Listed | undefined, after: Listed): Write[] => {
  const old = entriesOf(before);
  const fresh = entriesOf(after);
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((list) =>
    entryWrites(list, old.get(list), fresh.get(list)),
  );
};

// A recipient who wasn't invited yet knows nothing of the envelope, one who handed over has nothing to do with it any
// more, and one without an address has no list.
const hasReached = ({ email, status, record }: Party): boolean =>
  email !== '' && status !== 'pending' && record.delegated_to === null;
const isTheirTurn = ({ status }: Party): boolean => status === 'invited' || status === 'opened' || status === 'signed';
