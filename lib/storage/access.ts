import type { Key } from './engine/key.ts';
import * as keys from './engine/keys.ts';

/** The table, or an index, from which items are read. */
export type TableOrIndex = 'table' | `gsi${number}`;

interface Kind {
  /** Patterns of keys, with `*` for variable parts, as in IAM policies. */
  keys: readonly Key[];
  /** The table by default. */
  resources?: readonly TableOrIndex[];
}

const ANY = '*';
/** The pattern of the first part is that of all. */
const firstOf = ([first]: readonly string[]): string => first as string;
const allAt = ({ pk }: Pick<Key, 'pk'>): Key => ({ pk, sk: ANY });
const lists = (key: (list: string, id: string) => Key, names: readonly string[]): Key[] =>
  names.map((name) => key(name, ANY));

/** Key patterns of the lists of envelopes (`envelopes/entries.ts`). */
const ENVELOPE_LISTS = ['SENT#*', 'RECEIVED#*', 'ENVELOPES#*'];
const SEARCHED_LISTS = ['RECEIVED#*', 'ENVELOPES#*'];
const TEMPLATE_LISTS = [keys.PUBLIC_TEMPLATES_LIST, keys.templatesList(ANY)];

/**
 * All kinds of records in the table, by the names that `access` of operations and workers uses. IAM checks partition
 * keys only; sort keys serve the comparison with the recorded calls. A key belongs to the kind with the most specific
 * sort key; a read of a whole collection belongs to the first kind in this list with its partition key.
 */
const KINDS = {
  // Users and their identities.
  user: { keys: [keys.userKey(ANY)] },
  session: { keys: [keys.sessionKey(ANY, ANY)] },
  /** Networks from which a user has signed in. */
  network: { keys: [keys.networkKey(ANY, ANY)] },
  /** Codes that were mailed to a user. */
  mailedCode: { keys: [keys.codeKey(ANY, ANY)] },
  mfaEnrollment: { keys: [keys.mfaEnrollmentKey(ANY)] },
  passkey: { keys: [keys.passkeyKey(ANY, ANY)] },
  /** Challenges that passkeys have to sign. */
  passkeyChallenge: { keys: [keys.passkeyChallengeKey(ANY)] },
  /** Challenges that a network has asked for. */
  passkeyRequests: { keys: [keys.attemptsKey('passkey-network', ANY)] },
  consentEnd: { keys: [keys.consentEndKey(ANY, ANY)] },
  /** Attempts of visitors from a user's own device or network. */
  knownAttempts: { keys: [keys.knownAttemptsKey(ANY, ANY, ANY)] },
  /** Owner of an e-mail address. */
  emailAddress: { keys: [keys.emailKey(ANY)] },
  signUp: { keys: [keys.signUpKey(ANY)] },
  /** Sign-ins that wait for the second factor. */
  challenge: { keys: [keys.challengeKey(ANY)] },
  authorizationCode: { keys: [keys.authorizationCodeKey(ANY)] },
  askedMails: { keys: [keys.askedMailsKey(ANY, ANY, ANY)] },
  /** Attempts at passwords and second factors. */
  signInAttempts: {
    keys: ['password', 'password-network', 'mfa', 'mfa-network'].map((kind) => keys.attemptsKey(kind, ANY)),
  },
  passwordChangeAttempts: { keys: [keys.attemptsKey('password-change', ANY)] },
  mfaChangeAttempts: { keys: [keys.attemptsKey('mfa-account', ANY)] },
  /** The profiles of one user in all organizations. */
  profilesOfUser: { keys: [allAt({ pk: keys.userProfilesIndex(ANY, ANY).gsi1pk })], resources: ['gsi1'] },

  // Organizations and their records.
  organization: { keys: [keys.organizationKey(ANY)] },
  organizationCounts: { keys: [keys.organizationCountsKey(ANY)] },
  organizationExport: { keys: [keys.exportKey(ANY)] },
  childOrganizations: { keys: [allAt({ pk: keys.childrenIndex(ANY, ANY).gsi1pk })], resources: ['gsi1'] },
  profile: { keys: [keys.profileKey(ANY, ANY)] },
  /** An organization's identity provider, its domains, and who people there are. */
  identityProvider: { keys: [keys.identityProviderKey(ANY)] },
  /** Providers at which an organization has recipients verified. */
  recipientProvider: { keys: [keys.recipientProviderKey(ANY, ANY)] },
  /** Trust services at which an organization's recipients sign. */
  trustService: { keys: [keys.trustServiceKey(ANY, ANY)] },
  /** Sign-ins at providers that a recipient has begun. */
  recipientProviderRequests: { keys: [keys.attemptsKey('provider-recipient', ANY)] },
  /** The directory (SCIM) of an organization. */
  directory: { keys: [keys.directoryKey(ANY)] },
  /** Last uses of the tokens of an organization's directory. */
  directoryUse: { keys: [keys.directoryUseKey(ANY, ANY)] },
  signInDomain: { keys: [keys.signInDomainKey(ANY, ANY)] },
  identity: { keys: [keys.identityKey(ANY, ANY)] },
  providerSession: { keys: [keys.providerSessionKey(ANY, ANY)] },
  /** Notices of providers that were carried out. */
  providerNotice: { keys: [keys.providerNoticeKey(ANY, ANY)] },
  /** Sign-ins at providers that have begun. */
  providerSignIn: { keys: [keys.providerSignInKey(ANY)] },
  /** Proven answers of SAML providers, which are also the marks that none counts twice. */
  samlAnswer: { keys: [keys.samlAnswerKey(ANY)] },
  /** Accounts with which people at providers for everybody are connected. */
  socialIdentity: { keys: [keys.socialIdentityKey(ANY)] },
  /** Sign-ins at providers that a network has begun, and questions for them. */
  providerRequests: { keys: [keys.attemptsKey('provider-network', ANY)] },
  /** Membership of a user in an organization. */
  membership: { keys: [keys.membershipKey(ANY, ANY)] },
  group: { keys: [keys.groupKey(ANY, ANY)] },
  invitation: { keys: [keys.invitationKey(ANY, ANY)] },
  invitationMails: { keys: [keys.attemptsKey('invitation-mail', ANY)] },
  invitationAttempts: { keys: [keys.attemptsKey('invitation-password', ANY)] },
  /** Count of an organization's messages in a day. */
  dailyMessages: { keys: [keys.attemptsKey('messages', ANY)] },
  brand: { keys: [keys.brandKey(ANY, ANY), keys.brandNameKey(ANY, ANY)] },
  domain: { keys: [allAt(keys.domainKey('email', ANY))] },
  contact: { keys: [keys.contactKey(ANY, ANY)] },
  upload: { keys: [keys.uploadKey(ANY, ANY)] },
  usage: { keys: [keys.usageKey(ANY, ANY)] },
  /** Marks of uses that were counted. */
  countedUse: { keys: [keys.countedUseKey(ANY)] },
  apiKey: { keys: [keys.apiKeyKey(ANY)] },
  apiKeysOfOrganization: { keys: [allAt({ pk: keys.organizationApiKeysIndex(ANY, ANY).gsi1pk })], resources: ['gsi1'] },
  oauthApp: { keys: [keys.oauthAppKey(ANY)] },
  oauthAppsOfOrganization: {
    keys: [allAt({ pk: keys.organizationOauthAppsIndex(ANY, ANY).gsi1pk })],
    resources: ['gsi1'],
  },

  // Envelopes, templates and signatures.
  envelope: { keys: [allAt(keys.envelopeKey(ANY))] },
  /** Secrets of recipients: hashes of links' keys and of one-time codes. */
  signingSecret: { keys: [keys.accessKeyKey(ANY, ANY), keys.recipientCodeKey(ANY, ANY, ANY)] },
  envelopeList: { keys: lists(keys.listEntryKey, ENVELOPE_LISTS) },
  /** Orders of lists of envelopes other than by creation. */
  envelopeOrders: {
    keys: lists(keys.listEntryKey, ENVELOPE_LISTS),
    resources: ['gsi2', 'gsi3', 'gsi4', 'gsi5'],
  },
  envelopeCounts: { keys: lists((list) => keys.listCountsKey(list), ENVELOPE_LISTS).map(allAt) },
  envelopeSearch: { keys: SEARCHED_LISTS.map((list) => keys.postingKey(list, ANY, ANY)) },
  template: { keys: [allAt(keys.templateKey(ANY))] },
  templateList: { keys: lists(keys.listEntryKey, TEMPLATE_LISTS) },
  templateOrders: { keys: lists(keys.listEntryKey, TEMPLATE_LISTS), resources: ['gsi1', 'gsi2', 'gsi3'] },
  templateCounts: { keys: lists((list) => keys.listCountsKey(list), TEMPLATE_LISTS).map(allAt) },
  templateSearch: { keys: TEMPLATE_LISTS.map((list) => keys.postingKey(list, ANY, ANY)) },
  /** Links of templates for visitors. */
  templateLink: { keys: [allAt(keys.templateLinkKey(ANY, ANY))] },
  /** Codes that visitors of a link were mailed, and the envelopes that they made. */
  linkVisit: { keys: [keys.linkVisitKey(ANY)] },
  /** Counts of what visitors of links ask for. */
  linkRequests: {
    keys: ['link-network', 'link-mails', 'link-address', 'link-guess'].map((kind) => keys.attemptsKey(kind, ANY)),
  },
  /** Pointer from a document to its envelope or template. */
  documentPointer: { keys: [keys.documentPointerKey(ANY)] },
  /** Pointer from a sealed file to its envelope. */
  sealedFile: { keys: [keys.sealedFileKey(ANY)] },
  /** A profile's signature and initials blocks. */
  signature: { keys: [allAt(keys.signatureKey(ANY, ANY))] },
  /** Signatures and initials that persons had remembered beyond one envelope. */
  rememberedMark: { keys: [keys.rememberedMarkKey(ANY, ANY, ANY)] },
  /** Passkeys with which owners of mailboxes sign. */
  signerPasskey: { keys: [keys.signerPasskeyKey(ANY, ANY, ANY)] },
  /** Signatures with certificates that recipients have begun, and whose turn it is. */
  certificateSigning: { keys: [allAt(keys.certificateTurnKey(ANY))] },
  certificateRequests: { keys: [keys.attemptsKey('certificate-recipient', ANY)] },
  /** Signatures that are drawn on another device, until they are fetched. */
  drawing: { keys: [keys.drawingKey(ANY)] },
  signatureImage: { keys: [keys.blockImageKey(ANY, ANY, ANY)] },
  /** Counts of requests by signers without an account. */
  signerRequests: {
    keys: ['question', 'questions', 'fresh-link', 'verification'].map((kind) => keys.attemptsKey(kind, ANY)),
  },
  fileChecks: { keys: [keys.attemptsKey('verify', ANY)] },

  /** Envelopes that are sent together, with their rows. */
  batch: { keys: [allAt(keys.batchKey(ANY))] },
  batchesOfOrganization: { keys: [allAt({ pk: keys.batchesIndex(ANY, ANY, ANY).gsi1pk })], resources: ['gsi1'] },

  // Messages, notifications and webhooks.
  outbox: { keys: [keys.outboxKey(ANY, ANY)] },
  sentMessage: { keys: [keys.sentMessageKey(ANY)] },
  messageRetry: { keys: [keys.messageRetryKey(ANY)] },
  notification: { keys: [allAt({ pk: firstOf(keys.notificationParts(ANY)) })] },
  notificationTemplate: { keys: [keys.notificationTemplateKey(ANY, ANY)] },
  webhook: { keys: [allAt(keys.webhookKey(ANY))] },
  webhookDelivery: { keys: [allAt({ pk: firstOf(keys.deliveryParts(ANY)) })] },

  // Events of administration.
  administration: { keys: [allAt(keys.administrationHeadKey(ANY))] },
  administrationChain: { keys: [allAt({ pk: keys.administrationChainIndex(ANY, 0).gsi1pk })], resources: ['gsi1'] },

  // The log of evidence.
  /** Its head, and its checkpoints with a time-stamp. */
  log: { keys: [allAt(keys.LOG_HEAD)] },
  logEntry: { keys: [keys.logEntryKey(ANY)] },
  logSecret: { keys: [keys.LOG_SECRET] },
  logDue: { keys: [keys.LOG_DUE] },
  /** Entries of heads of administration that are due. */
  headDue: { keys: [keys.headDueKey(ANY)] },

  // Work that is done later.
  job: { keys: [keys.jobKey(ANY)] },
  due: { keys: [allAt({ pk: keys.dueShard(ANY) })], resources: ['gsi1'] },
  /** Marks of requests with an Idempotency-Key. */
  idempotencyMark: { keys: [allAt({ pk: keys.idempotencyPartition(ANY) })] },
} satisfies Record<string, Kind>;

export type Aggregate = keyof typeof KINDS;

export const AGGREGATES = KINDS as Record<Aggregate, Kind>;

/** A function's use of the table. */
export interface TableAccess {
  /** Reads, also as a condition of a write. */
  read?: readonly Aggregate[];
  /** Reads and writes. */
  change?: readonly Aggregate[];
  /** Writes without a read: new records, counts, list entries. */
  write?: readonly Aggregate[];
  /** Removes one. */
  remove?: readonly Aggregate[];
  /** Writes or removes many in a batch, outside of a transaction. */
  bulk?: readonly Aggregate[];
  /** Its changes hold only while the caller's membership is as it was read. */
  rights?: true;
  /**
   * Reads a user's session and the records behind it. Every operation for users does this without a declaration
   * (`accessOf`).
   */
  session?: true;
  /**
   * Writes marks for the Idempotency-Keys of its requests. Every operation that writes does this without a declaration.
   */
  idempotency?: true;
  /**
   * Its first write carries an event of administration. Every operation with an `event` does this without a
   * declaration.
   */
  acts?: true;
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

/** Actions on all items of these key families, in the table or in these indexes. */
export interface Grant {
  actions: readonly TableAction[];
  resources: readonly TableOrIndex[];
  families: readonly string[];
}

export const resourcesOf = (aggregate: Aggregate): readonly TableOrIndex[] =>
  AGGREGATES[aggregate].resources ?? ['table'];

const familiesOf = (aggregates: readonly Aggregate[], resource: TableOrIndex): string[] =>
  aggregates
    .filter((aggregate) => resourcesOf(aggregate).includes(resource))
    .flatMap((aggregate) => AGGREGATES[aggregate].keys.map(({ pk }) => pk));

/** Records behind a user's session (`lib/people/sessions/live.ts`), read at the beginning of every call of a user. */
export const SESSION_GRANT: Grant = {
  actions: ['BatchGetItem'],
  resources: ['table'],
  families: familiesOf(['user', 'organization', 'apiKey', 'oauthApp'], 'table'),
};

/** Grants for remembering the Idempotency-Keys of requests (`once.ts`). */
export const IDEMPOTENCY_GRANT: Grant = {
  actions: ['GetItem', 'PutItem', 'DeleteItem'],
  resources: ['table'],
  families: familiesOf(['idempotencyMark'], 'table'),
};

/** Grant for the event of administration beside a write. */
export const ACT_GRANT: Grant = {
  actions: ['PutItem'],
  resources: ['table'],
  families: familiesOf(['administration'], 'table'),
};

/** Grants that many functions have in common, beside the declared ones. */
export const sharedGrantsOf = ({ session, idempotency, acts }: TableAccess): Grant[] => [
  ...(session ? [SESSION_GRANT] : []),
  ...(idempotency ? [IDEMPOTENCY_GRANT] : []),
  ...(acts ? [ACT_GRANT] : []),
];

/** Records of the caller's membership that a change may be conditioned on. */
const CALLER_RIGHTS: readonly Aggregate[] = ['session', 'profile', 'group', 'apiKey'];

/**
 * Computes the DynamoDB grants for `access`. DynamoDB checks all keys of a batch against one statement, so every action
 * gets one grant with all its key families.
 */
export const grantsOf = (access: TableAccess): Grant[] => {
  const { read = [], change = [], write = [], remove = [], bulk = [], rights, idempotency, acts } = access;
  const readable = [...read, ...change];
  const puts = [...change, ...write];
  // A transaction writes its mark beside its other writes.
  const marks: Aggregate[] = idempotency && puts.length > 0 ? ['idempotencyMark'] : [];
  // A batch is judged by one statement, which has the event that comes with it.
  const events: Aggregate[] = acts && bulk.length > 0 ? ['administration'] : [];
  const reached: [TableAction, readonly Aggregate[]][] = [
    ['GetItem', readable],
    ['BatchGetItem', readable],
    ['Query', readable],
    ['ConditionCheckItem', [...readable, ...(rights ? CALLER_RIGHTS : [])]],
    ['PutItem', [...puts, ...marks]],
    ['UpdateItem', [...puts, ...marks]],
    ['DeleteItem', remove],
    ['BatchWriteItem', [...bulk, ...events]],
  ];
  const indexes = [...new Set(readable.flatMap(resourcesOf))].filter((resource) => resource !== 'table');
  return merged([
    ...reached.map(([action, aggregates]) => grant(action, 'table', aggregates)),
    ...indexes.map((index) => grant('Query', index, readable)),
  ]);
};

const grant = (action: TableAction, resource: TableOrIndex, aggregates: readonly Aggregate[]): Grant => ({
  actions: [action],
  resources: [resource],
  families: [...new Set(familiesOf(aggregates, resource))].sort(),
});

/** Merges grants on the same families. */
const merged = (grants: readonly Grant[]): Grant[] => {
  const found = new Map<string, Grant>();
  for (const { actions, resources, families } of grants) {
    if (families.length === 0) continue;
    // A grant names the table or indexes, never both: only queries may use an index.
    const name = [resources[0] === 'table' ? 'table' : 'index', ...families].join('\n');
    const known = found.get(name);
    found.set(name, {
      actions: [...new Set([...(known?.actions ?? []), ...actions])],
      resources: [...new Set([...(known?.resources ?? []), ...resources])],
      families,
    });
  }
  return [...found.values()];
};
