import type * as z from 'zod';
import type { FileKind } from '../aws/files/kinds.ts';
import type { UploadedFile } from '../aws/files/uploaded-file.ts';
import type { Failure, FailureCode } from '../base/errors.ts';
import { hasSecretMembers } from '../base/secret-members.ts';
import type { Caller, SignerCaller, UserCaller } from '../people/access/caller.ts';
import type { Origin } from '../people/access/origin.ts';
import type { Permission } from '../people/access/permissions.ts';
import type { CallableBy } from '../people/access/scopes.ts';
import type { TableAccess } from '../storage/access.ts';
import type { EventKind } from '../storage/records/administration.ts';
import type { Answer, NotModified } from './answer.ts';
import type { Tag } from './tags.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Permitted callers: anybody, a signed-in user, a signer, or either of the two. */
export type SessionKind = 'none' | 'user' | 'signer' | 'both';

/**
 * A function's rights in AWS, which become its own IAM role: on the table by the names of aggregates (`TableAccess`),
 * and on other resources. The tests record each operation's AWS calls and require that they equal this declaration.
 */
export interface Access extends TableAccess {
  /** Access to kinds of files. A pre-signed link counts as the access that it grants. */
  files?: Partial<Record<FileVerb, readonly FileKind[]>>;
  /** True if it lists the bucket. */
  filesList?: true;
  /** Queues to which it sends. */
  queues?: readonly ('seal' | 'message' | 'webhook' | 'job')[];
  /** Keys with which it signs. */
  keys?: readonly SigningKey[];
  /**
   * True if it encrypts or reads secrets of recipients (`lib/signing/envelopes/reading/secrets.ts`) by data keys of the
   * stack's own key.
   */
  dataKey?: true;
  /**
   * True if it encrypts or reads the secrets by which the platform presents itself to identity providers
   * (`lib/people/identity-providers/client-secret.ts`), by data keys of the stack's own key.
   */
  providerKey?: true;
  /** True if it signs the log's checkpoints. */
  logKey?: true;
  /** True if it gets the addresses of the time-stamp authorities; sealing needs `keys`. */
  timestampAuthorities?: true;
  /** True if it gets the seal's certificate, to recognise seals; sealing needs `keys`. */
  sealCertificate?: true;
  /**
   * False if it checks no token. Then it gets no public keys for tokens: beside the seal's certificates, they would
   * exceed what Lambda allows in a function's environment.
   */
  tokens?: false;
  /** True if it gets the daily limit of messages. */
  messagesPerDay?: true;
  /** True if it gets the platform's own clients at Google and Microsoft. */
  socialClients?: true;
  /** True if it gets the trust services that the owner has set up for all organizations. */
  trustServices?: true;
  /** True if it finds the level of signatures by trusted lists and by the issuers that the owner knows. */
  signatureLevels?: true;
  /** True if it gets the policy of sign-up. */
  signUp?: true;
  /** Channels by which it sends messages; `events`: to the owner's event bus, if there is one. */
  send?: readonly ('email' | 'sms' | 'events')[];
  /** True if it knows the owner's event bus: to refuse it as a destination, or to offer it. */
  eventBus?: true;
  /** Access to the domains of mails (SES identities). */
  identities?: readonly ('create' | 'get' | 'delete')[];
}

/** Keys for signing: tokens of users, tokens of signers, documents. */
export type SigningKey = 'user-token' | 'signer-token' | 'seal';

export type FileVerb = 'get' | 'put' | 'delete';

export type MediaType =
  | 'application/json'
  | 'text/plain'
  | 'text/html'
  | 'text/javascript'
  | 'image/png'
  | 'application/pdf'
  | 'application/zip'
  | 'application/x-ndjson'
  | 'application/scim+json'
  | 'application/samlmetadata+xml'
  | 'application/octet-stream';

/** The form of failures in a protocol that has its own. */
export interface FailureForm {
  mime: MediaType;
  statuses: readonly number[];
  schema: z.ZodType;
  answer: (failed: Failure) => Answer;
}

/** A parsed `multipart/form-data` body. */
export interface Form {
  /** In their order; several may have one name. */
  texts: [name: string, text: string][];
  files: UploadedFile[];
}

/** File parts, with the reader of their form: only operations with files bundle a reader of forms. */
export interface FileParts {
  names: readonly string[];
  /** True if each may come several times. */
  repeated?: true;
  /** Throws `malformed_multipart` if the body is no form. */
  read: (body: Uint8Array, contentType: string) => Promise<Form>;
}

export interface Contract<
  K extends SessionKind = SessionKind,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  M extends MediaType = MediaType,
  A extends MediaType = MediaType,
  L extends string = string,
> {
  /** Name of the operation in OpenAPI, camelCase; its file is the same in kebab-case. */
  id: string;
  tag: Tag;
  /** One line for the reference page. */
  summary: string;
  /**
   * Details beyond the summary (Markdown). Failures stand in it as `{not_found}`: their statuses come from the
   * catalogue.
   */
  description?: string;
  route: `${Method} /${string}`;
  /** Another path that leads here, too. */
  alsoAt?: `/${string}`;
  /** Methods of its path that the gateway answers with 405 (RFC 9110 15.5.6), where a protocol demands that. */
  refuses?: readonly Method[];
  session: K;
  /** Callers beside the user; required for operations for users (`Scoped`). */
  callableBy?: CallableBy;
  /** Required permissions, checked before the request is parsed. */
  permissions?: readonly Permission[];
  /** True if a user with an unverified address may call it. */
  unverified?: boolean;
  /**
   * True if a session may call it that isn't as the organization's policy demands: what leads to one that is, or away
   * from the organization.
   */
  despitePolicy?: true;
  path?: P;
  query?: Q;
  body?: B;
  /** File parts that it accepts as `multipart/form-data` (beside JSON, if `body` is given): `fileParts('picture')`. */
  multipart?: FileParts;
  /** Schema of the 200 answer. */
  returns: R;
  /** Media type of a 200 answer whose body the function writes itself: JSON as text, or another type. */
  produces?: M;
  /** Media types of 200 answers that a parameter selects instead of the usual one. */
  alsoProduces?: readonly A[];
  /** Target of `Location` if it may answer 302. */
  redirects?: L;
  /**
   * True if it answers 304 to a caller who has the record's version already (`If-None-Match`). Its answers have a
   * `version`.
   */
  conditional?: true;
  /**
   * Kind of the event of administration that it is (`lib/people/administration`). Every operation that writes has one,
   * or says why it needs none (`Recorded`).
   */
  event?: EventKind;
  /** True if it is an event although it may write nothing: an export. */
  isRead?: true;
  /** Reason for which it is no event of administration although it writes. */
  unrecorded?: UnrecordedReason;
  /**
   * Page for failures in a browser, which asks for HTML, in one of these locales; all others get the ERROR envelope.
   */
  failurePage?: (status: number, locales: readonly string[]) => Answer;
  /** Its failures in the form of a protocol that has its own, in the place of the ERROR envelope. */
  failureAs?: FailureForm;
  /** Headers of its failures beside those of every operation's. */
  challenge?: (failed: Failure) => Record<string, string>;
  /** True if the answer has a secret that is shown once: then it isn't stored for a repeated Idempotency-Key. */
  answersSecret?: boolean;
  /**
   * Methods of an address by its route for API Gateway (`/v2/templates/{p3}`). The one operation that has this also
   * gets the requests whose address exists and whose method doesn't, and those whose address no operation has
   * (`ANY_ADDRESS`).
   */
  methodsAt?: (resource: string) => Promise<readonly string[]>;
  /**
   * True if a form of another site comes here, which brings no Idempotency-Key: its function needs no right to remember
   * any.
   */
  unrepeatable?: true;
  /** Its own errors, beside those of every operation. */
  errors?: readonly FailureCode[];
  access: Access;
  /**
   * A request body for the reference, which a test checks against its schema. Answers are recorded (`npm run
   * examples`).
   */
  examples?: { body?: unknown };
}

/**
 * The parts of a contract that a request may use: bundled functions have no others (`infra/lean-sources.ts`), so that
 * they start fast. The schema of answers is there if a stored answer leaves out secrets by it.
 */
export type ServedContract = Omit<
  Contract,
  'tag' | 'summary' | 'description' | 'returns' | 'errors' | 'access' | 'examples' | 'unrecorded'
> & { returns?: z.ZodType };

/** True if answers of the operation are stored for a repeated Idempotency-Key, without their secret members. */
export const storesWithoutSecrets = ({ route, answersSecret, returns }: Contract): boolean =>
  !route.startsWith('GET ') && !answersSecret && hasSecretMembers(returns);

/** An operation for users declares which API keys and applications may call it; no other needs to. */
export type Scoped<K extends SessionKind> = K extends 'user' | 'both'
  ? { callableBy: CallableBy }
  : { callableBy?: undefined };

/** Reasons for which an operation that writes is no event of administration. */
export const UNRECORDED = {
  envelope: 'It is an event of its envelope, in a chain of its own',
  signer: 'A recipient acts: what matters of it is in the chain of the envelope',
  own_view: "A mark in the person's own view of things",
  last_use: 'It notes the day on which a token was used',
  transient: 'What it makes is gone within a day; what is made of that is an event',
  mail: 'It has a mail sent to somebody who asked for it',
  pictures: 'It keeps what it drew or counted of a document, for the next reader',
  none: 'It changes nothing',
} as const;
export type UnrecordedReason = keyof typeof UNRECORDED;

/** An operation that may write declares its event, or why it is none. */
export type Recorded<Route extends string> = Route extends `GET ${string}`
  ? unknown
  : { event: EventKind; unrecorded?: undefined } | { event?: undefined; unrecorded: UnrecordedReason };

/** Access of the operation's function: what it declares, and what the pipeline needs. */
export const accessOf = ({ route, session, access, event, unrepeatable }: Contract): Access => ({
  ...access,
  ...(event ? { acts: true } : {}),
  ...(session === 'user' || session === 'both' ? { session: true } : {}),
  ...(route.startsWith('GET ') || unrepeatable ? {} : { idempotency: true }),
});

export type CallerOf<K extends SessionKind> = K extends 'user'
  ? UserCaller
  : K extends 'signer'
    ? SignerCaller
    : K extends 'both'
      ? Caller
      : null;

/**
 * Return type of an operation's function: an `Answer` if its 200 is no JSON; else a value of its `returns`,
 * `NotModified` if it is `conditional`, or an `Answer` if it also produces another type or redirects. Values are sent
 * unchanged, without parsing by their schema, so they have the schema's output type.
 */
export type Returned<R extends z.ZodType, M, A, L> = [M] extends [never]
  ? z.output<R> | NotModified | ([A | L] extends [never] ? never : Answer)
  : Answer;

/** Input of an operation's function: checked, decoded and typed by its contract. */
export interface Call<K extends SessionKind, P, Q, B> {
  caller: CallerOf<K>;
  path: P;
  query: Q;
  body: B;
  files: UploadedFile[];
  origin: Origin;
  /** Request headers, names in lower case. */
  headers: Record<string, string>;
  /** Locales that the request accepts, the one that is liked best first. */
  locales: readonly string[];
}
