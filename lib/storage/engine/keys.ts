import { normalEmail } from '../../base/email-address.ts';
import type { Key } from './key.ts';

/**
 * The only place that spells table keys. `lib/storage/items.md` lists what each is read for. Every part that a
 * person may choose (e-mail addresses, names) is either alone after its prefix or a hash.
 */
export const idempotencyKey = (owner: string, keyHash: string): Key => ({
  pk: idempotencyPartition(`${owner}#${keyHash}`),
  sk: 'IDEMPOTENCY',
});
export const idempotencyPartition = (request: string): string => `IDEMPOTENCY#${request}`;

/** Mark of a transaction of a repeatable request, by the transaction's number. */
export const idempotencyMarkKey = ({ pk, sk }: Key, number: number): Key => ({ pk, sk: `${sk}#${number}` });

/**
 * A partition takes 1,000 write units and 3,000 read units a second, in the table and in each index. So what all
 * envelopes of one organization or person write has several of them, and so has what all read. The first has the name
 * of the whole.
 */
const partOf = (name: string, part: number): string => (part === 0 ? name : `${name}#${part}`);
const partsOf = (name: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => partOf(name, part));

/** The items of a user, an organization, a template or an envelope share a partition. */
const ofUser = (id: string, sk: string): Key => ({ pk: `USER#${id}`, sk });
const inOrganization = (id: string, sk: string): Key => ({ pk: `ORG#${id}`, sk });
const inTemplate = (id: string, sk: string): Key => ({ pk: `TEMPLATE#${id}`, sk });
const inEnvelope = (id: string, sk: string): Key => ({ pk: `ENVELOPE#${id}`, sk });

// Users and their identities.
export const userKey = (userId: string): Key => ofUser(userId, 'USER');
export const emailKey = (email: string): Key => ({ pk: `${EMAIL_PREFIX}${normalEmail(email)}`, sk: 'EMAIL' });
export const EMAIL_PREFIX = 'EMAIL#';
/** True if an item of the stream is the claim of an account's address. */
export const isAddress = ({ pk, sk }: Key): boolean => pk.startsWith(EMAIL_PREFIX) && sk === 'EMAIL';
/** The latest unverified sign-up with an address, for checking its password and typed codes. */
export const signUpKey = (email: string): Key => ({ pk: `EMAIL#${normalEmail(email)}`, sk: 'SIGNUP' });
export const sessionKey = (userId: string, sessionId: string): Key => ofUser(userId, `SESSION#${sessionId}`);
export const SESSION_PREFIX = 'SESSION#';
export const isSession = ({ sk }: Key): boolean => sk.startsWith(SESSION_PREFIX);
/** A second factor that the user has not confirmed yet. */
export const mfaEnrollmentKey = (userId: string): Key => ofUser(userId, 'MFAENROLLMENT');
/** A sign-in that waits for the second factor. */
export const challengeKey = (tokenHash: string): Key => ({ pk: `CHALLENGE#${tokenHash}`, sk: 'CHALLENGE' });
export const passkeyKey = (userId: string, passkeyId: string): Key => ofUser(userId, `${PASSKEY_PREFIX}${passkeyId}`);
export const PASSKEY_PREFIX = 'PASSKEY#';
/** A challenge for passkeys. */
export const passkeyChallengeKey = (challengeHash: string): Key => ({
  pk: `PASSKEYCHALLENGE#${challengeHash}`,
  sk: 'PASSKEYCHALLENGE',
});
/** Parts of the count of an organization's messages in a day. */
export const MESSAGE_COUNT_PARTS = 4;
export const attemptsKey = (kind: string, subject: string): Key => ({
  pk: `ATTEMPTS#${kind}#${subject}`,
  sk: 'ATTEMPTS',
});
/** Attempts from a user's own device or network: see `lib/people/users/README.md`. */
export const knownAttemptsKey = (userId: string, kind: string, visitor: string): Key =>
  ofUser(userId, `${knownAttemptsPrefix(kind)}${visitor}`);
export const knownAttemptsPrefix = (kind: string): string => `ATTEMPTS#${kind}#`;
/** A network from which the user has signed in. */
export const networkKey = (userId: string, networkHash: string): Key => ofUser(userId, `NETWORK#${networkHash}`);
/** Times at which mails of one kind were sent to an address at the request of one network. */
export const askedMailsKey = (email: string, kind: string, network: string): Key => ({
  pk: `MAILS#${normalEmail(email)}`,
  sk: `${kind}#${network}`,
});
export const codeKey = (purpose: string, userId: string): Key => ofUser(userId, `CODE#${purpose}`);
export const authorizationCodeKey = (codeHash: string): Key => ({ pk: `OAUTHCODE#${codeHash}`, sk: 'OAUTHCODE' });
/** Time at which a user ended an application's access: earlier consents are void. */
export const consentEndKey = (userId: string, clientId: string): Key => ofUser(userId, `CONSENTEND#${clientId}`);
export const oauthAppKey = (clientId: string): Key => ({ pk: `OAUTHAPP#${clientId}`, sk: 'OAUTHAPP' });
/** gsi1: the OAuth applications of one organization, by age. */
export const organizationOauthAppsIndex = (organizationId: string, createdAt: string) => ({
  gsi1pk: `OAUTHAPPS#${organizationId}`,
  gsi1sk: createdAt,
});

// Organizations and their records.
export const organizationKey = (organizationId: string): Key => inOrganization(organizationId, 'ORG');
export const profileKey = (organizationId: string, profileId: string): Key =>
  inOrganization(organizationId, `PROFILE#${profileId}`);
export const PROFILE_PREFIX = 'PROFILE#';
/** gsi1: the profiles of one user in all organizations. */
export const userProfilesIndex = (userId: string, profileId: string) => ({
  gsi1pk: `USER#${userId}`,
  gsi1sk: `PROFILE#${profileId}`,
});
export const brandKey = (organizationId: string, brandId: string): Key =>
  inOrganization(organizationId, `${BRAND_PREFIX}${brandId}`);
export const BRAND_PREFIX = 'BRAND#';
/** Reservation of a brand's key in its organization. */
export const brandNameKey = (organizationId: string, key: string): Key =>
  inOrganization(organizationId, `BRANDKEY#${key}`);
/** Holder of a domain for mails, pages or sign-ins, in all organizations. */
export const domainKey = (kind: 'email' | 'app' | 'sign_in', domain: string): Key => ({
  pk: `DOMAIN#${domain}`,
  sk: { email: 'EMAIL', app: 'APP', sign_in: 'SIGNIN' }[kind],
});
/** A brand's request for a domain for mails, proven or not: SES has the domain while any request exists. */
export const domainRequestKey = (domain: string, brandId: string): Key => ({
  pk: `DOMAIN#${domain}`,
  sk: `${DOMAIN_REQUEST_PREFIX}${brandId}`,
});
export const DOMAIN_REQUEST_PREFIX = 'EMAILWISH#';
/**
 * An organization's identity provider, and what belongs to it: a partition of its own, so that functions that talk to
 * providers reach nothing else of the organization by it.
 */
export const identityProviderKey = (organizationId: string): Key => ofProvider(organizationId, 'PROVIDER');
const ofProvider = (organizationId: string, sk: string): Key => ({ pk: `IDENTITYPROVIDER#${organizationId}`, sk });
export const signInDomainKey = (organizationId: string, domain: string): Key =>
  ofProvider(organizationId, `${SIGN_IN_DOMAIN_PREFIX}${domain}`);
export const SIGN_IN_DOMAIN_PREFIX = 'DOMAIN#';
/** A provider at which an organization has recipients verified: apart from the one at which its members sign in. */
export const recipientProviderKey = (organizationId: string, id: string): Key => ({
  pk: `RECIPIENTPROVIDER#${organizationId}`,
  sk: `${RECIPIENT_PROVIDER_PREFIX}${id}`,
});
export const RECIPIENT_PROVIDER_PREFIX = 'PROVIDER#';
/** A trust service at which an organization's recipients sign with certificates of their own. */
export const trustServiceKey = (organizationId: string, id: string): Key => ({
  pk: `TRUSTSERVICE#${organizationId}`,
  sk: `${TRUST_SERVICE_PREFIX}${id}`,
});
export const TRUST_SERVICE_PREFIX = 'SERVICE#';
/** The directory (SCIM) of an organization. */
export const directoryKey = (organizationId: string): Key => ({ pk: `DIRECTORY#${organizationId}`, sk: 'DIRECTORY' });
/** Last use of a token of the directory. */
export const directoryUseKey = (organizationId: string, tokenId: string): Key => ({
  pk: directoryKey(organizationId).pk,
  sk: `${DIRECTORY_USE_PREFIX}${tokenId}`,
});
export const DIRECTORY_USE_PREFIX = 'USE#';
/** A person at the provider; `identityHash`: of issuer and subject. */
export const identityKey = (organizationId: string, identityHash: string): Key =>
  ofProvider(organizationId, `IDENTITY#${identityHash}`);
/** A session at the provider; `sessionHash`: of issuer and `sid`. */
export const providerSessionKey = (organizationId: string, sessionHash: string): Key =>
  ofProvider(organizationId, `SID#${sessionHash}`);
/** A notice of the provider that was carried out; `noticeHash`: of issuer and `jti`. */
export const providerNoticeKey = (organizationId: string, noticeHash: string): Key =>
  ofProvider(organizationId, `NOTICE#${noticeHash}`);
/** A sign-in at a provider that has begun. */
export const providerSignInKey = (stateHash: string): Key => ({
  pk: `PROVIDERSIGNIN#${stateHash}`,
  sk: 'PROVIDERSIGNIN',
});
/** A proven answer of a SAML provider; `assertionHash`: of organization, issuer and the assertion's id. */
export const samlAnswerKey = (assertionHash: string): Key => ({
  pk: `SAMLANSWER#${assertionHash}`,
  sk: 'SAMLANSWER',
});
/** A person at a provider for everybody; `identityHash`: of issuer and subject. */
export const socialIdentityKey = (identityHash: string): Key => ({
  pk: `SOCIALIDENTITY#${identityHash}`,
  sk: 'SOCIALIDENTITY',
});
/** Membership of a user in an organization, which makes it unique. */
export const membershipKey = (organizationId: string, userId: string): Key =>
  inOrganization(organizationId, `USER#${userId}`);
/** gsi1: the children of one organization, by age. */
export const childrenIndex = (parentId: string, childId: string) => ({
  gsi1pk: `CHILDREN#${parentId}`,
  gsi1sk: childId,
});
/** Counts of an organization's children and contacts. */
export const organizationCountsKey = (organizationId: string): Key => inOrganization(organizationId, 'COUNTS');
export const invitationKey = (organizationId: string, email: string): Key =>
  inOrganization(organizationId, `${INVITATION_PREFIX}${normalEmail(email)}`);
export const INVITATION_PREFIX = 'INVITATION#';
export const groupKey = (organizationId: string, groupId: string): Key =>
  inOrganization(organizationId, `${GROUP_PREFIX}${groupId}`);
export const GROUP_PREFIX = 'GROUP#';
export const contactKey = (organizationId: string, contactId: string): Key => ({
  pk: `CONTACTS#${organizationId}`,
  sk: contactId,
});
/**
 * Counts of one day (`2026-01-31`), in parts: `COUNT_PARTS`, which share a partition, or `MANY_COUNT_PARTS` on a busy
 * day, of which each `COUNT_PARTS` have one.
 */
export const usageKey = (organizationId: string, day: string, part = 0): Key => ({
  pk: partOf(`USAGE#${organizationId}`, Math.floor(part / COUNT_PARTS)),
  sk: partOf(day, part),
});
/** Partition keys of an organization's usage; `busy`: also of what only busy days have. */
export const usageParts = (organizationId: string, busy: boolean): string[] =>
  partsOf(`USAGE#${organizationId}`, busy ? MANY_COUNT_PARTS / COUNT_PARTS : 1);
/** Greater than the keys of a day's parts. */
export const usageEnd = (day: string): string => `${day}$`;
export const dayOfUsage = (sk: string): string => sk.slice(0, '2026-01-31'.length);
/** Mark of a use that was counted; `id`: of the event, or of the new template. */
export const countedUseKey = (id: string): Key => ({ pk: `COUNTED#${id}`, sk: 'COUNTED' });
export const exportKey = (organizationId: string): Key => inOrganization(organizationId, 'EXPORT');
/** An organization's own text for an event and a channel: each message looks for it. */
export const notificationTemplateKey = (organizationId: string, id: string): Key => ({
  pk: `TEXTS#${organizationId}`,
  sk: id,
});
/** Parts of a user's inbox, to which an entry belongs by its id. */
export const INBOX_PARTS = 4;
/** An entry of a user's inbox. Read backwards: unread ones first, then the newest. */
export const notificationKey = (userId: string, id: string, read: boolean): Key => ({
  pk: partOf(inbox(userId), partFor(id, INBOX_PARTS)),
  sk: `${read ? 'READ' : 'UNREAD'}#${id}`,
});
/** Partition keys of a user's inbox. */
export const notificationParts = (userId: string): string[] => partsOf(inbox(userId), INBOX_PARTS);
const inbox = (userId: string): string => `NOTIFICATIONS#${userId}`;
/** The first webhook of an organization, which existing clients know: its id is the organization's. */
export const webhookKey = (organizationId: string): Key => receiverKey(organizationId, organizationId);
/** A webhook of an organization, its first one or another. */
export const receiverKey = (organizationId: string, id: string): Key => ({
  pk: `WEBHOOK#${organizationId}`,
  sk: id === organizationId ? 'WEBHOOK' : `RECEIVER#${id}`,
});
/** Parts of the log of a webhook. One that wants all events is told of an envelope of three signers sixteen times. */
export const DELIVERY_PARTS = 12;
export const deliveryKey = (webhookId: string, eventId: string): Key => ({
  pk: partOf(deliveryLog(webhookId), partFor(eventId, DELIVERY_PARTS)),
  sk: eventId,
});
/** Partition keys of the log of a webhook. */
export const deliveryParts = (webhookId: string): string[] => partsOf(deliveryLog(webhookId), DELIVERY_PARTS);
const deliveryLog = (webhookId: string): string => `DELIVERIES#${webhookId}`;
export const apiKeyKey = (clientId: string): Key => ({ pk: `APIKEY#${clientId}`, sk: 'APIKEY' });
/** gsi1: the API keys of one organization, by age. */
export const organizationApiKeysIndex = (organizationId: string, createdAt: string) => ({
  gsi1pk: `APIKEYS#${organizationId}`,
  gsi1sk: createdAt,
});

// Signature and initials blocks: a small entry each in the profile's collection, and the picture in an item of its own.
export const signatureKey = (profileId: string, id: string): Key => ({
  pk: `PROFILE#${profileId}`,
  sk: `${SIGNATURE_PREFIX}${id}`,
});
export const initialsKey = (profileId: string, id: string): Key => ({
  pk: `PROFILE#${profileId}`,
  sk: `${INITIALS_PREFIX}${id}`,
});
export const SIGNATURE_PREFIX = 'SIGNATURE#';
export const INITIALS_PREFIX = 'INITIALS#';
export const blockImageKey = (profileId: string, kind: string, id: string): Key => ({
  pk: `BLOCKS#${profileId}`,
  sk: `${kind}#${id}`,
});

/** The signature or initials that a person had remembered; `person`: a hash of the address that was proven. */
export const rememberedMarkKey = (address: string, name: string, kind: string): Key => ({
  pk: `PERSON#${address}`,
  sk: `${name}#${kind}`,
});
/** A passkey with which the owner of a mailbox signs, at the person's other items: they are removed together. */
export const signerPasskeyKey = (address: string, party: string, id: string): Key => ({
  pk: `PERSON#${address}`,
  sk: `PASSKEY#${party}#${id}`,
});

/** A signature with a certificate that a recipient has begun. */
export const certificateSigningKey = (envelopeId: string, role: string): Key => ({
  pk: `CERTIFICATESIGNING#${envelopeId}`,
  sk: `ROLE#${role}`,
});
/** The turn of the recipient whose certificate signs the envelope's documents just now. */
export const certificateTurnKey = (envelopeId: string): Key => ({
  pk: `CERTIFICATESIGNING#${envelopeId}`,
  sk: 'TURN',
});

/** A signature that is drawn on another device. */
export const drawingKey = (id: string): Key => ({ pk: `DRAWING#${id}`, sk: 'DRAWING' });

// A template's item collection.
export const TEMPLATE_HEADER = 'TEMPLATE';
export const templateKey = (templateId: string): Key => inTemplate(templateId, TEMPLATE_HEADER);
/** The template of an item of its collection; undefined for another item. */
export const templateOf = ({ pk }: Pick<Key, 'pk'>): string | undefined =>
  pk.startsWith('TEMPLATE#') ? pk.slice('TEMPLATE#'.length) : undefined;
export const templateRoleKey = (templateId: string, name: string): Key => inTemplate(templateId, `ROLE#${name}`);
export const templateFieldKey = (templateId: string, name: string): Key => inTemplate(templateId, `FIELD#${name}`);
export const templateDocumentKey = (templateId: string, documentId: string): Key =>
  inTemplate(templateId, `DOCUMENT#${documentId}`);
export const templateStarKey = (templateId: string, profileId: string): Key =>
  inTemplate(templateId, `STAR#${profileId}`);

/**
 * Links of a template, by which visitors make envelopes of it, and their number. Apart from the template, so that
 * functions that serve visitors reach nothing else of it.
 */
const ofTemplateLinks = (templateId: string, sk: string): Key => ({ pk: `TEMPLATELINKS#${templateId}`, sk });
export const templateLinkKey = (templateId: string, linkId: string): Key =>
  ofTemplateLinks(templateId, `${TEMPLATE_LINK_PREFIX}${linkId}`);
export const TEMPLATE_LINK_PREFIX = 'LINK#';
export const templateLinkCountKey = (templateId: string): Key => ofTemplateLinks(templateId, 'COUNT');
/** State of an address at a link; `addressHash`: of link and address. */
export const linkVisitKey = (addressHash: string): Key => ({ pk: `LINKVISIT#${addressHash}`, sk: 'LINKVISIT' });

/** Name of the list of an organization's templates. */
export const templatesList = (organizationId: string): string => `TEMPLATES#${organizationId}`;
/** Name of the list of the templates that a person created. */
export const ownTemplatesList = (profileId: string): string => `TEMPLATES#BY#${profileId}`;
/** Name of the list of the drafts that a person made. */
export const ownDraftsList = (profileId: string): string => `TEMPLATES#DRAFTS#BY#${profileId}`;
/** Name of the list of the drafts that an organization's members share. */
export const draftsList = (organizationId: string): string => `TEMPLATES#DRAFTS#${organizationId}`;
/** Name of the list of the public templates of all organizations. */
export const PUBLIC_TEMPLATES_LIST = 'TEMPLATES';

/**
 * An envelope's item collection, in the order in which it is read. A read of many items is no snapshot, so guards come
 * first: the header with its version, then the recipients, who count the changes of their fields. So the state can
 * never be older than its guard: at worst a write is refused and decided again.
 */
export const ENVELOPE_SORT = {
  header: 'ENVELOPE',
  details: 'ENVELOPE#DETAILS',
  recipient: 'ENVELOPE#RECIPIENT#',
  event: 'EVENT#',
  eventData: 'EVENTDATA#',
  field: 'FIELD#',
  firstRecords: 'FIRSTRECORDS',
  document: 'FILE#',
  image: 'IMAGE#',
  key: 'KEY#',
  code: 'ONETIMECODE#',
} as const;
export const envelopeKey = (envelopeId: string): Key => inEnvelope(envelopeId, ENVELOPE_SORT.header);
/** The part of the header that rarely changes. */
export const envelopeDetailsKey = (envelopeId: string): Key => inEnvelope(envelopeId, ENVELOPE_SORT.details);
export const recipientKey = (envelopeId: string, roleName: string): Key =>
  inEnvelope(envelopeId, `${ENVELOPE_SORT.recipient}${roleName}`);
export const envelopeFieldKey = (envelopeId: string, name: string): Key =>
  inEnvelope(envelopeId, `${ENVELOPE_SORT.field}${name}`);
/** Fields and in-app keys as the envelope was made with them. What was changed since has an item of its own. */
export const envelopeFirstRecordsKey = (envelopeId: string): Key => inEnvelope(envelopeId, ENVELOPE_SORT.firstRecords);
export const envelopeDocumentKey = (envelopeId: string, documentId: string): Key =>
  inEnvelope(envelopeId, `${ENVELOPE_SORT.document}${documentId}`);
export const envelopeEventKey = (envelopeId: string, sequence: number): Key =>
  inEnvelope(envelopeId, `${ENVELOPE_SORT.event}${String(sequence).padStart(6, '0')}`);
/** A part of an event's data that is too large for one item. */
export const envelopeEventDataKey = (envelopeId: string, sequence: number, part: number): Key =>
  inEnvelope(envelopeId, `${ENVELOPE_SORT.eventData}${String(sequence).padStart(6, '0')}#${part}`);
export const EVENT_PREFIX = ENVELOPE_SORT.event;
/** The envelope of an item of its collection. */
export const envelopeOf = (pk: string): string => pk.slice('ENVELOPE#'.length);
export const accessKeyKey = (envelopeId: string, keyHash: string): Key =>
  inEnvelope(envelopeId, `${ENVELOPE_SORT.key}${keyHash}`);
export const envelopeImageKey = (envelopeId: string, blockId: string): Key =>
  inEnvelope(envelopeId, `${ENVELOPE_SORT.image}${blockId}`);
/** The one-time codes that were sent to a recipient by one method. */
export const recipientCodeKey = (envelopeId: string, roleName: string, method: string): Key =>
  inEnvelope(envelopeId, `${ENVELOPE_SORT.code}${method}#${roleName}`);

/** Pointer from a document's id to its collection: `GET /v2/envelope-documents/{document_id}` has only the id. */
export const documentPointerKey = (documentId: string): Key => ({ pk: `DOCUMENT#${documentId}`, sk: 'DOCUMENT' });

/** Pointer from the SHA-256 of a sealed file to its envelope, for `POST /v2/verify`. */
export const sealedFileKey = (sha256: string): Key => ({ pk: `SEALED#${sha256}`, sk: 'SEALED' });

// Lists: one small entry for every record of a list, and one item with its counts.
export const listEntryKey = (list: string, id: string): Key => ({ pk: `LIST#${list}`, sk: id });
/**
 * Counts that many write at once are kept in a few parts, whose sum they are: a transaction holds an item for a while,
 * and whoever wants it meanwhile must wait.
 */
export const COUNT_PARTS = 4;
/** The same where lists are in parts: so many more write them at once. */
export const MANY_COUNT_PARTS = 16;
export const somePart = (parts: number): number => Math.floor(Math.random() * parts);
/** Parts have partitions of their own. */
export const listCountsKey = (list: string, part = 0): Key => ({
  pk: `COUNTS#${partOf(list, part)}`,
  sk: partOf('COUNTS', part),
});
export const listCountsKeys = (list: string, parts: number): Key[] =>
  Array.from({ length: parts }, (_, part) => listCountsKey(list, part));
/**
 * A partition takes 1,000 write units a second, and so does one of an index. So the lists of an organization that sends
 * very much are in parts, which are read side by side, each a list by itself. The first has the name of the whole.
 */
export const LIST_PARTS = 8;
export const partOfList = (list: string, part: number): string => (part === 0 ? list : `${list}~${part}`);
export const partsOfList = (list: string, parts: number): string[] =>
  Array.from({ length: parts }, (_, part) => partOfList(list, part));
/** Only senders' and organizations' lists have parts: in others, the mark may belong to an e-mail address. */
const PART_OF_LIST = /^((?:SENT|ENVELOPES)#.*)~(\d+)$/;
/** True for a list that may be in parts. */
export const mayHaveParts = (list: string): boolean => PART_OF_LIST.test(partOfList(list, 1));
/** The list of which this is a part. */
export const wholeList = (list: string): string => list.replace(PART_OF_LIST, '$1');
/** The number of this part of a list; 0 for the first, and for a list without parts. */
export const partNumberOf = (list: string): number => Number(PART_OF_LIST.exec(list)?.[2] ?? 0);
/** The part in which a new record with this id is. */
export const partFor = (id: string, parts: number): number => hashOf(id) % parts;
export const listSet = (list: string, set: string): string => `LIST#${list}#${set}`;
/** True if an item of the stream is the header of an envelope, or of a template. */
export const isEnvelopeHeader = ({ pk, sk }: Key): boolean => pk.startsWith('ENVELOPE#') && sk === ENVELOPE_SORT.header;
export const isEnvelopeDocument = ({ pk, sk }: Key): boolean =>
  pk.startsWith('ENVELOPE#') && sk.startsWith(ENVELOPE_SORT.document);
export const isTemplateHeader = ({ pk, sk }: Key): boolean => pk.startsWith('TEMPLATE#') && sk === TEMPLATE_HEADER;
/** The list of an entry. */
export const listOf = ({ pk }: Pick<Key, 'pk'>): string => pk.slice('LIST#'.length);

// The search index of lists: the entries of each term. No term contains a `#`.
export const postingKey = (list: string, term: string, sk: string): Key => ({ pk: `SEARCH#${term}#${list}`, sk });
/** The words with the same first letter share a partition. */
export const wordTerm = (word: string): string => `word:${[...word][0] ?? ''}`;
/**
 * The search index with the words and facets of a list's entries: an organization's two lists share one, a sender's has
 * none. A part of a list has the same part of its index.
 */
export const searchIndexOf = (list: string): string | undefined => {
  if (list.startsWith('SENT#')) return undefined;
  if (!list.startsWith('ENVELOPES#')) return list;
  const whole = wholeList(list);
  return partOfList(whole.slice(0, whole.lastIndexOf('#')), partNumberOf(list));
};
export const facetTerm = (facet: string): string => `facet:${facet}`;
export const rankTerm = (attribute: string, bucket: string): string => `rank:${attribute}:${bucket}`;

// Due work, by time: gsi1, spread over a few partitions.
export const DUE_SHARDS = 4;
export const dueShard = (shard: number | '*'): string => `DUE#${shard}`;
export const dueIndex = (id: string, at: string) => ({ gsi1pk: dueShard(partFor(id, DUE_SHARDS)), gsi1sk: at });
// Retries of messages and webhooks have partitions of their own: an outage of a receiver must not delay reminders.
// There are more of them, because each call of a webhook is due from its beginning to its end.
export const RETRY_SHARDS = 12;
export const retryShard = (shard: number): string => `DUE#RETRY${shard}`;
export const retryIndex = (id: string, at: string) => ({ gsi1pk: retryShard(partFor(id, RETRY_SHARDS)), gsi1sk: at });
/** The queue of its own that a webhook has while it is slow or down: deliveries by the time of their next attempt. */
export const backlogIndex = (webhookId: string, at: string) => ({ gsi1pk: `DUE#BACKLOG#${webhookId}`, gsi1sk: at });
/** Webhooks with such a queue, by the time at which they are called again. */
export const turnIndex = (at: string) => ({ gsi1pk: 'DUE#TURNS', gsi1sk: at });

// Events of no envelope (templates, organizations): only the outbox message, which expires.
export const outboxKey = (organizationId: string, eventId: string): Key => ({
  pk: `OUTBOX#${organizationId}`,
  sk: eventId,
});
/** True if an item of the stream is an event of an envelope's chain, or one of the outbox. */
export const isEnvelopeEvent = ({ pk, sk }: Key): boolean => pk.startsWith('ENVELOPE#') && sk.startsWith(EVENT_PREFIX);
export const isOutboxEvent = ({ pk }: Key): boolean => pk.startsWith('OUTBOX#');
/** Work that takes longer than a request. */
export const jobKey = (jobId: string): Key => ({ pk: `JOB#${jobId}`, sk: 'JOB' });
export const isJobKey = ({ pk }: Key): boolean => pk.startsWith('JOB#');

// Envelopes that are sent together: the batch, how far each of its lanes is, and what became of each row.
const inBatch = (id: string, sk: string): Key => ({ pk: `BATCH#${id}`, sk });
export const batchKey = (batchId: string): Key => inBatch(batchId, 'BATCH');
export const batchLaneKey = (batchId: string, lane: number): Key =>
  inBatch(batchId, `${BATCH_LANE_PREFIX}${String(lane).padStart(2, '0')}`);
export const BATCH_LANE_PREFIX = 'LANE#';
/** A row whose end is known, by its number. A row that waits has no item. */
export const batchRowKey = (batchId: string, row: number): Key =>
  inBatch(batchId, `${BATCH_ROW_PREFIX}${String(row).padStart(6, '0')}`);
export const BATCH_ROW_PREFIX = 'ROW#';
/** gsi1: the batches of an organization, by member and age. */
export const batchesIndex = (organizationId: string, profileId: string, batchId: string) => ({
  gsi1pk: `BATCHES#${organizationId}`,
  gsi1sk: `${profileId}#${batchId}`,
});

// Events of administration, the chain of an organization.
const administration = (organizationId: string): string => `${ADMINISTRATION_PREFIX}${organizationId}`;
export const ADMINISTRATION_PREFIX = 'ADMINISTRATION#';
export const ADMINISTRATION_EVENT_PREFIX = 'ACT#';
/** An event, by the time of its id. */
export const administrationEventKey = (organizationId: string, id: string): Key => ({
  pk: administration(organizationId),
  sk: `${ADMINISTRATION_EVENT_PREFIX}${id}`,
});
/** gsi1: the events of an organization in the order of its chain. */
export const administrationChainIndex = (organizationId: string, sequence: number) => ({
  gsi1pk: administration(organizationId),
  gsi1sk: String(sequence).padStart(12, '0'),
});
/** The end of an organization's chain. */
export const administrationHeadKey = (organizationId: string): Key => ({
  pk: administration(organizationId),
  sk: 'HEAD',
});
/** True if an item of the stream is an event of administration. */
export const isAdministrationEvent = ({ pk, sk }: Key): boolean =>
  pk.startsWith(ADMINISTRATION_PREFIX) && sk.startsWith(ADMINISTRATION_EVENT_PREFIX);

/** Partitions and items that are written beside what a caller does: counts, marks, lists, messages, codes. */
const BOOKKEEPING_PARTITIONS =
  /^(?:ADMINISTRATION|ATTEMPTS|CHALLENGE|COUNTED|COUNTS|IDEMPOTENCY|JOB|LIST|LOG|LOGENTRY|MAILS|NOTIFICATIONS|OUTBOX|PASSKEYCHALLENGE|PROVIDERSIGNIN|RETRY|SAMLANSWER|SEARCH|SENT|USAGE)#/;
const BOOKKEEPING_ITEMS = /^(?:ATTEMPTS#|NETWORK#|CODE#|NOTICE#|SID#|USE#|COUNTS$)/;
/** True for what is no act by itself, so that no write of it carries an event of administration. */
export const isBookkeeping = ({ pk, sk }: Key): boolean =>
  BOOKKEEPING_PARTITIONS.test(pk) || BOOKKEEPING_ITEMS.test(sk);

// The log of evidence.
export const LOG_HEAD: Key = { pk: 'LOG#head', sk: 'HEAD' };
/** Certificates of the authorities that have time-stamped the log. */
export const LOG_AUTHORITIES: Key = { pk: LOG_HEAD.pk, sk: 'AUTHORITIES' };
export const LOG_STAMP_PREFIX = 'STAMP#';
/** A checkpoint of `size` leaves that was time-stamped. */
export const logStampKey = (size: number): Key => ({
  pk: LOG_HEAD.pk,
  sk: `${LOG_STAMP_PREFIX}${String(size).padStart(15, '0')}`,
});
/** An entry's place in the log, by the entry's hex. */
export const logEntryKey = (entry: string): Key => ({ pk: `LOGENTRY#${entry}`, sk: 'LOGENTRY' });
/** The key that signs the log's checkpoints, encrypted. */
export const LOG_SECRET: Key = { pk: 'LOG#key', sk: 'KEY' };
/** The next time-stamp of the log: due once an hour while entries are added. */
export const LOG_DUE: Key = { pk: 'LOG#due', sk: 'DUE' };
/** The next entry of the head of an organization's chain of administration: due once an hour while events come. */
export const headDueKey = (organizationId: string): Key => ({ pk: `${LOG_DUE.pk}#${organizationId}`, sk: LOG_DUE.sk });
/** The organization of a due head; undefined for another item. */
export const organizationOfHeadDue = ({ pk }: Pick<Key, 'pk'>): string | undefined =>
  pk.startsWith(`${LOG_DUE.pk}#`) ? pk.slice(LOG_DUE.pk.length + 1) : undefined;
export const isLogDue = ({ pk }: Pick<Key, 'pk'>): boolean => pk === LOG_DUE.pk;

/** Record of a sent message, which makes sending it again harmless. */
export const sentMessageKey = (messageId: string): Key => ({ pk: `SENT#${messageId}`, sk: 'SENT' });
/** Record of an event whose messages could not be sent yet. */
export const messageRetryKey = (eventId: string): Key => ({ pk: `RETRY#${eventId}`, sk: 'RETRY' });
export const isMessageRetry = ({ pk }: Key): boolean => pk.startsWith('RETRY#');
export const uploadKey = (organizationId: string, uploadId: string): Key =>
  inOrganization(organizationId, `UPLOAD#${uploadId}`);

const hashOf = (id: string): number =>
  [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 65_536, 7);
