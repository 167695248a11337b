import { normalEmail } from '../../base/email-address.ts';
import { sha256 } from '../../base/ids.ts';
import type { Key } from '../engine/key.ts';
import { emailKey, partFor, partOfList, partsOfList } from '../engine/keys.ts';
import type { Entry } from '../lists/list.ts';
import { searchText } from '../lists/words.ts';
import type { EnvelopeItem, EnvelopeStatus, Party } from '../records/envelope.ts';
import type { HeaderWithoutDetails } from './items.ts';

export { partFor, partsOfList };

/**
 * Lists of an envelope: its owner's, one for every person who was invited, and one of its organization's two.
 * Recipients' lists are named by e-mail address, because they may have no account yet. The owner's and the
 * organization's may be in parts (`partsOfList`).
 */
export const sentList = (profile_id: string): string => `SENT#${profile_id}`;
export const receivedList = (email: string): string => `${RECEIVED}${normalEmail(email)}`;
const RECEIVED = 'RECEIVED#';
export const organizationList = (organization_id: string, visibility: Visibility): string =>
  `ENVELOPES#${organization_id}#${visibility}`;

/**
 * Key of the account that a list is kept for: a person's list of received envelopes is read by its owner alone. Without
 * an account it has only ids (`received.ts`). Undefined for lists that are always kept.
 */
export const accountOf = (list: string): Key | undefined =>
  list.startsWith(RECEIVED) ? emailKey(list.slice(RECEIVED.length)) : undefined;

/** Name of the search index of an organization's envelopes. */
export const organizationIndex = (organization_id: string): string => `ENVELOPES#${organization_id}`;

type Visibility = EnvelopeItem['visibility'];
export const VISIBILITIES: readonly Visibility[] = ['private', 'shared'];

/** Statuses of envelopes in which somebody still has to act. */
export const OPEN: readonly EnvelopeStatus[] = ['pending', 'in progress'];

/** The set of senders' and organizations' lists: open envelopes. */
export const OPEN_SET = 'open';
/** The sets of a recipient's list: envelopes in which it is the person's turn. */
export const actionSet = (status: EnvelopeStatus): string => `${status}|action`;

const isOpenStatus = (status: EnvelopeStatus): boolean => OPEN.includes(status);

/** Key of a count: `own` is the profile of a recipient who also sent the envelope, else empty. */
export interface Cell {
  status: EnvelopeStatus;
  visibility: Visibility;
  own: string;
  action: boolean;
}

const cellName = ({ status, visibility, own, action }: Cell): string =>
  [status, visibility, own, action ? 'action' : ''].join('|');

/** Parses a cell's name. */
export const readCell = (name: string): Cell => {
  const [status, visibility, own = '', action] = name.split('|');
  return {
    status: status as EnvelopeStatus,
    visibility: visibility as Visibility,
    own,
    action: action === 'action',
  };
};

/** The facet of envelopes that were created from a template. */
export const templateFacet = (template_id: string): string => `template:${template_id}`;

/**
 * The facet of envelopes that a person has to do with, by e-mail address. It is a hash, which is short whatever the
 * address: an envelope has one for each recipient.
 */
export const personFacet = (email: string): string => `person:${sha256(normalEmail(email)).slice(0, 22)}`;

/** Persons as their facets, each once; a recipient without an address has none. */
const personFacets = (emails: readonly string[]): string[] => [
  ...new Set(emails.filter((email) => email !== '').map(personFacet)),
];

/** The envelope's entry in each of its lists. */
export const entriesOf = (envelope: HeaderWithoutDetails | undefined): Map<string, Entry> => {
  const entries = new Map<string, Entry>();
  if (!envelope) return entries;
  const { status, visibility } = envelope;
  const ofTemplate = envelope.template_id === null ? [] : [templateFacet(envelope.template_id)];
  const entry = (set: string | null, emails: readonly string[], more: Partial<Cell> = {}): Entry => ({
    id: envelope.id,
    version: envelope.shown_version ?? envelope.version,
    name: envelope.name,
    search: searchText(envelope.name),
    facets: [...ofTemplate, ...personFacets(emails)],
    updated_at: envelope.updated_at,
    bucket: status,
    set,
    cell: cellName({ status, visibility, own: '', action: false, ...more }),
  });
  const open = isOpenStatus(status) ? OPEN_SET : null;
  const inPart = (list: string) => partOfList(list, envelope.list_part ?? 0);
  const recipients = envelope.parties.map(({ email }) => email);
  entries.set(inPart(sentList(envelope.profile_id)), entry(open, recipients));
  entries.set(inPart(organizationList(envelope.organization_id, visibility)), entry(open, recipients));
  const reached = envelope.parties.filter(hasReached);
  for (const list of new Set(reached.map(({ email }) => receivedList(email)))) {
    const theirs = reached.filter(({ email }) => receivedList(email) === list);
    const action = isOpenStatus(status) && theirs.some(isTheirTurn);
    const own = list === receivedList(envelope.owner_email) ? envelope.profile_id : '';
    // Sharing within the organization doesn't matter to recipients.
    const more = { own, action, visibility: 'private' } as const;
    // A recipient finds it by its sender alone: not all who are invited are shown to each other.
    entries.set(list, entry(action ? actionSet(status) : null, [envelope.owner_email], more));
  }
  return entries;
};

// True for a recipient whose list has the envelope: neither before the invitation or without one, nor after delegating,
// nor without an address.
const hasReached = ({ email, status, delegated_to, skipped }: Party): boolean =>
  email !== '' && status !== 'pending' && delegated_to === null && !skipped;
const isTheirTurn = ({ status }: Party): boolean => status === 'invited' || status === 'opened' || status === 'signed';
