import type { Key } from './key.ts';
import {
  accessKeyKey,
  apiKeyKey,
  askedMailsKey,
  attemptsKey,
  authorizationCodeKey,
  blockImageKey,
  brandKey,
  brandNameKey,
  challengeKey,
  childrenIndex,
  codeKey,
  consentEndKey,
  contactKey,
  deliveryKey,
  documentPointerKey,
  domainKey,
  dueShard,
  emailKey,
  envelopeKey,
  exportKey,
  groupKey,
  idempotencyKey,
  invitationKey,
  jobKey,
  knownAttemptsKey,
  listCountsKey,
  listEntryKey,
  membershipKey,
  messageRetryKey,
  mfaEnrollmentKey,
  networkKey,
  notificationKey,
  notificationTemplateKey,
  oauthAppKey,
  organizationApiKeysIndex,
  organizationCountsKey,
  organizationKey,
  organizationOauthAppsIndex,
  outboxKey,
  PUBLIC_TEMPLATES_LIST,
  postingKey,
  profileKey,
  recipientCodeKey,
  sealedFileKey,
  sentMessageKey,
  sessionKey,
  signatureKey,
  signUpKey,
  templateKey,
  templatesList,
  uploadKey,
  usageKey,
  userKey,
  userProfilesIndex,
  webhookKey,
} from './keys.ts';

/** Way to reach items: by their primary key, or in an index. */
export type Place = 'table' | `gsi${number}`;

interface Kind {
  /** Patterns of keys, in which `*` stands for whatever differs: as IAM reads them. */
  keys: readonly Key[];
  /** The table by default. */
  places?: readonly Place[];
  /** What is written, and what removed, in the transaction that writes it: whoever may change it may do that. */
  follows?: { written: readonly string[]; removed: readonly string[] };
}

const ANY = '*';
const allAt = ({ pk }: Pick<Key, 'pk'>): Key => ({ pk, sk: ANY });
const lists = (key: (list: string, id: string) => Key, names: readonly string[]): Key[] =>
  names.map((name) => key(name, ANY));

/** Names of the lists that envelopes stand in (`lib/signing/envelopes/lists.ts`). */
const ENVELOPE_LISTS = ['SENT#*', 'RECEIVED#*', 'ENVELOPES#*'];
const TEMPLATE_LISTS = [PUBLIC_TEMPLATES_LIST, templatesList(ANY)];

/**
 * All that the table holds, in the words in which operations and workers say what they do with it (`access`). IAM knows
 * partition keys alone; sort keys count for the comparison with what was really sent. A key belongs to the kind whose sort
 * key says most about it; a read of a whole collection to the first kind in this list that has its partition key.
 */
const KINDS = {
  // Users and what identifies them.
  user: { keys: [userKey(ANY)] },
  session: { keys: [sessionKey(ANY, ANY)] },
  /** Networks that a user has signed in from. */
  network: { keys: [networkKey(ANY, ANY)] },
  /** Codes that were mailed to a user. */
  mailedCode: { keys: [codeKey(ANY, ANY)] },
  mfaEnrollment: { keys: [mfaEnrollmentKey(ANY)] },
  consentEnd: { keys: [consentEndKey(ANY, ANY)] },
  /** Attempts of visitors whom the user is known to be. */
  knownAttempts: { keys: [knownAttemptsKey(ANY, ANY, ANY)] },
  /** Whose an address is. */
  emailAddress: { keys: [emailKey(ANY)] },
  signUp: { keys: [signUpKey(ANY)] },
  /** Sign-ins that wait for the second factor. */
  challenge: { keys: [challengeKey(ANY)] },
  authorizationCode: { keys: [authorizationCodeKey(ANY)] },
  askedMails: { keys: [askedMailsKey(ANY, ANY, ANY)] },
  /** Attempts at passwords and second factors. */
  signInAttempts: {
    keys: ['password', 'password-network', 'mfa', 'mfa-network'].map((kind) => attemptsKey(kind, ANY)),
  },
  passwordChangeAttempts: { keys: [attemptsKey('password-change', ANY)] },
  mfaChangeAttempts: { keys: [attemptsKey('mfa-account', ANY)] },
  /** The profiles of one user, in whatever organizations. */
  profilesOfUser: { keys: [allAt({ pk: userProfilesIndex(ANY, ANY).gsi1pk })], places: ['gsi1'] },

  // Organizations and what belongs to them.
  organization: { keys: [organizationKey(ANY)] },
  organizationCounts: { keys: [organizationCountsKey(ANY)] },
  organizationExport: { keys: [exportKey(ANY)] },
  childOrganizations: { keys: [allAt({ pk: childrenIndex(ANY, ANY).gsi1pk })], places: ['gsi1'] },
  profile: { keys: [profileKey(ANY, ANY)] },
  /** Membership of a user in an organization. */
  membership: { keys: [membershipKey(ANY, ANY)] },
  group: { keys: [groupKey(ANY, ANY)] },
  invitation: { keys: [invitationKey(ANY, ANY)] },
  invitationMails: { keys: [attemptsKey('invitation-mail', ANY)] },
  invitationAttempts: { keys: [attemptsKey('invitation-password', ANY)] },
  /** Count of the messages that an organization has sent in a day. */
  dailyMessages: { keys: [attemptsKey('messages', ANY)] },
  brand: { keys: [brandKey(ANY, ANY), brandNameKey(ANY, ANY)] },
  domain: { keys: [allAt(domainKey('email', ANY))] },
  contact: { keys: [contactKey(ANY, ANY)] },
  upload: { keys: [uploadKey(ANY, ANY)] },
  usage: { keys: [usageKey(ANY, ANY)] },
  apiKey: { keys: [apiKeyKey(ANY)] },
  apiKeysOfOrganization: { keys: [allAt({ pk: organizationApiKeysIndex(ANY, ANY).gsi1pk })], places: ['gsi1'] },
  oauthApp: { keys: [oauthAppKey(ANY)] },
  oauthAppsOfOrganization: { keys: [allAt({ pk: organizationOauthAppsIndex(ANY, ANY).gsi1pk })], places: ['gsi1'] },

  // Envelopes, templates and signatures.
  envelope: {
    keys: [allAt(envelopeKey(ANY))],
    follows: { written: ['envelopeList', 'envelopeCounts', 'usage'], removed: ['envelopeList'] },
  },
  /** What recipients come in with: hashes of links' keys and of one-time codes. */
  signingSecret: { keys: [accessKeyKey(ANY, ANY), recipientCodeKey(ANY, ANY, ANY)] },
  envelopeList: { keys: lists(listEntryKey, ENVELOPE_LISTS) },
  /** Lists of envelopes in other orders than that of creation. */
  envelopeOrders: {
    keys: lists(listEntryKey, ENVELOPE_LISTS),
    places: ['gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5', 'gsi6', 'gsi7', 'gsi8'],
  },
  envelopeCounts: { keys: lists(listCountsKey, ENVELOPE_LISTS).map(allAt) },
  envelopeSearch: { keys: ENVELOPE_LISTS.map((list) => postingKey(list, ANY, ANY)), places: ['table', 'gsi3'] },
  template: {
    keys: [allAt(templateKey(ANY))],
    follows: { written: ['templateList', 'templateCounts'], removed: ['templateList'] },
  },
  templateList: { keys: lists(listEntryKey, TEMPLATE_LISTS) },
  templateOrders: { keys: lists(listEntryKey, TEMPLATE_LISTS), places: ['gsi1', 'gsi2', 'gsi3'] },
  templateCounts: { keys: lists(listCountsKey, TEMPLATE_LISTS).map(allAt) },
  templateSearch: { keys: TEMPLATE_LISTS.map((list) => postingKey(list, ANY, ANY)), places: ['table', 'gsi3'] },
  /** From a document to what it belongs to. */
  documentPointer: { keys: [documentPointerKey(ANY)] },
  /** From a sealed file to its envelope. */
  sealedFile: { keys: [sealedFileKey(ANY)] },
  /** A profile's signature and initials blocks. */
  signature: { keys: [allAt(signatureKey(ANY, ANY))] },
  signatureImage: { keys: [blockImageKey(ANY, ANY, ANY)] },
  /** Records of what signers without an account had sent or asked. */
  signerRequests: { keys: ['one-time-code', 'question', 'fresh-link'].map((kind) => attemptsKey(kind, ANY)) },
  fileChecks: { keys: [attemptsKey('verify', ANY)] },

  // Messages, notifications and webhooks.
  outbox: { keys: [outboxKey(ANY, ANY)] },
  sentMessage: { keys: [sentMessageKey(ANY)] },
  messageRetry: { keys: [messageRetryKey(ANY)] },
  notification: { keys: [true, false].map((read) => notificationKey(ANY, ANY, read)) },
  notificationTemplate: { keys: [notificationTemplateKey(ANY, ANY)] },
  webhook: { keys: [webhookKey(ANY)] },
  webhookDelivery: { keys: [deliveryKey(ANY, ANY)] },

  // Work that is done later.
  job: { keys: [jobKey(ANY)] },
  due: { keys: [allAt({ pk: dueShard(ANY) })], places: ['gsi1'] },
  /** Records of the Idempotency-Keys of requests. */
  idempotencyMark: { keys: [idempotencyKey(ANY, ANY)] },
} satisfies Record<string, Kind>;

export type Aggregate = keyof typeof KINDS;

export const AGGREGATES = KINDS as Record<Aggregate, Kind>;

/** A function's use of the table. */
export interface TableAccess {
  /** Reads, also as a condition of a write. */
  read?: readonly Aggregate[];
  /** Reads and writes. */
  change?: readonly Aggregate[];
  /** Writes without having read: new ones, counts, entries of lists. */
  write?: readonly Aggregate[];
  /** Removes one. */
  remove?: readonly Aggregate[];
  /** Writes or removes many at once, outside of a transaction. */
  bulk?: readonly Aggregate[];
  /** Its changes hold only while the caller's place is as it was found to be. */
  standing?: true;
  /** It reads a user's session and what that rests on. Every operation for users does, without saying so (`accessOf`). */
  session?: true;
  /** It remembers the Idempotency-Keys of its requests. Every operation that writes does, without saying so. */
  idempotency?: true;
}

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';

/** Actions on all items whose partition keys are of these families, at the same places. */
export interface Grant {
  actions: readonly TableAction[];
  places: readonly Place[];
  families: readonly string[];
}

export const placesOf = (aggregate: Aggregate): readonly Place[] => AGGREGATES[aggregate].places ?? ['table'];

/** What is written and removed with all that such a function writes or removes. */
export const followersOf = ({ change = [], write = [], remove = [] }: TableAccess) => {
  const all = [...change, ...write, ...remove].flatMap((aggregate) => AGGREGATES[aggregate].follows ?? []);
  return {
    written: all.flatMap(({ written }) => written) as Aggregate[],
    removed: all.flatMap(({ removed }) => removed) as Aggregate[],
  };
};

const familiesOf = (aggregates: readonly Aggregate[], place: Place): string[] =>
  aggregates
    .filter((aggregate) => placesOf(aggregate).includes(place))
    .flatMap((aggregate) => AGGREGATES[aggregate].keys.map(({ pk }) => pk));

/** Records that a user's session rests on (`lib/people/sessions/live.ts`): read at the beginning of every call of a user. */
export const SESSION_GRANT: Grant = {
  actions: ['BatchGetItem'],
  places: ['table'],
  families: familiesOf(['user', 'organization', 'apiKey', 'oauthApp'], 'table'),
};

/** Grants for remembering the Idempotency-Keys of requests (`once.ts`). */
export const IDEMPOTENCY_GRANT: Grant = {
  actions: ['GetItem', 'PutItem', 'DeleteItem'],
  places: ['table'],
  families: familiesOf(['idempotencyMark'], 'table'),
};

/** What such a function may do beside that, as many others may. */
export const sharedGrantsOf = ({ session, idempotency }: TableAccess): Grant[] => [
  ...(session ? [SESSION_GRANT] : []),
  ...(idempotency ? [IDEMPOTENCY_GRANT] : []),
];

/** Place of the caller's membership that a change may depend on. */
const STANDING: readonly Aggregate[] = ['session', 'profile', 'group', 'apiKey'];

/**
 * What DynamoDB must grant for `access`. It compares all keys of a batch with one statement, so every action has one
 * grant, which names all families that the action may touch.
 */
export const grantsOf = (access: TableAccess): Grant[] => {
  const { read = [], change = [], write = [], remove = [], bulk = [], standing, idempotency } = access;
  const { written, removed } = followersOf(access);
  const readable = [...read, ...change];
  const puts = [...change, ...write, ...written];
  // A transaction leaves its mark beside what it writes.
  const marks: Aggregate[] = idempotency && puts.length > 0 ? ['idempotencyMark'] : [];
  const reached: [TableAction, readonly Aggregate[]][] = [
    ['GetItem', readable],
    ['BatchGetItem', readable],
    ['Query', readable],
    ['ConditionCheckItem', [...readable, ...(standing ? STANDING : [])]],
    ['PutItem', [...puts, ...marks]],
    ['UpdateItem', [...puts, ...marks]],
    ['DeleteItem', [...remove, ...removed]],
    ['BatchWriteItem', bulk],
  ];
  const indexes = [...new Set(readable.flatMap(placesOf))].filter((place) => place !== 'table');
  return merged([
    ...reached.map(([action, aggregates]) => grant(action, 'table', aggregates)),
    ...indexes.map((index) => grant('Query', index, readable)),
  ]);
};

const grant = (action: TableAction, place: Place, aggregates: readonly Aggregate[]): Grant => ({
  actions: [action],
  places: [place],
  families: [...new Set(familiesOf(aggregates, place))].sort(),
});

/** Grants on the same families become one. */
const merged = (grants: readonly Grant[]): Grant[] => {
  const found = new Map<string, Grant>();
  for (const { actions, places, families } of grants) {
    if (families.length === 0) continue;
    // The table and an index are never named by one grant: only queries may go to an index.
    const name = [places[0] === 'table' ? 'table' : 'index', ...families].join('\n');
    const known = found.get(name);
    found.set(name, {
      actions: [...new Set([...(known?.actions ?? []), ...actions])],
      places: [...new Set([...(known?.places ?? []), ...places])],
      families,
    });
  }
  return [...found.values()];
};
