import type * as z from 'zod';
import type { FileKind } from '../aws/files/kinds.ts';
import type { UploadedFile } from '../aws/files/uploaded-file.ts';
import type { FailureCode } from '../base/errors.ts';
import type { Caller, SignerCaller, UserCaller } from '../people/access/caller.ts';
import type { Origin } from '../people/access/origin.ts';
import type { Permission } from '../people/access/permissions.ts';
import type { CallableBy } from '../people/access/scopes.ts';
import type { TableAccess } from '../storage/access.ts';
import type { Answer } from './answer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: nobody in particular, a signed-in user, a signer, or either of the two. */
export type SessionKind = 'none' | 'user' | 'signer' | 'both';

/**
 * A function's rights in AWS, turned into its own IAM role: on the table by the names of aggregates (`TableAccess`),
 * and elsewhere. The tests record the commands each operation really sends and demand that they equal this declaration.
 */
export interface Access extends TableAccess {
  /** What it does with which kinds of files. Presigned links count as what they let their holder do. */
  files?: Partial<Record<FileVerb, readonly FileKind[]>>;
  /** It lists what the bucket holds. */
  filesList?: true;
  /** Queues it sends to. */
  queues?: readonly ('seal' | 'message' | 'webhook' | 'job')[];
  /** Keys it signs with. */
  keys?: readonly SigningKey[];
  /** It encrypts or reads secrets of recipients (`lib/signing/envelopes/secrets.ts`) by data keys of the stack's own key. */
  dataKey?: true;
  /** It is told the seal's certificate, to know seals again by it; sealing takes `keys`. */
  sealCertificate?: true;
  /** It is told how many messages an organization may send in a day. */
  messagesPerDay?: true;
  /** It is told who may sign up. */
  signUp?: true;
  /** Ways of reaching people. */
  send?: readonly ('email' | 'sms')[];
  /** What it does with the domains that mails may come from (SES identities). */
  identities?: readonly ('create' | 'get' | 'delete')[];
}

/** Keys that sign: tokens of users, tokens of signers, documents. */
export type SigningKey = 'user-token' | 'signer-token' | 'seal';

export type FileVerb = 'get' | 'put' | 'delete';

export type MediaType =
  | 'application/json'
  | 'text/plain'
  | 'text/html'
  | 'text/javascript'
  | 'image/png'
  | 'application/pdf'
  | 'application/zip';

/** A `multipart/form-data` body, read. */
export interface Form {
  texts: Record<string, string>;
  files: UploadedFile[];
}

/** File parts, and what reads the form that they come in: only operations that take files carry a reader of forms. */
export interface FileParts {
  names: readonly string[];
  /** Ends the request with 400 where the body is no form. */
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
  tag: string;
  /** One line for the reference page. */
  summary: string;
  /** What a caller must know beyond the summary (Markdown). */
  description?: string;
  route: `${Method} /${string}`;
  session: K;
  /** Callers beside the user; an operation for users must state it (`Scoped`). */
  callableBy?: CallableBy;
  /** All of them are needed. Checked before the request is parsed. */
  permissions?: readonly Permission[];
  /** A user whose address isn't verified yet may call this. */
  unverified?: boolean;
  path?: P;
  query?: Q;
  body?: B;
  /** The file parts that it accepts as `multipart/form-data` (beside JSON, where `body` is given): `fileParts('picture')`. */
  multipart?: FileParts;
  /** Shape of the 200 answer. */
  returns: R;
  /** Media type of the 200 answer where the function writes the body itself: JSON that it has as text, or no JSON. */
  produces?: M;
  /** Media types of 200 answers that a parameter asks for in the place of the usual one. */
  alsoProduces?: readonly A[];
  /** It may answer 302: what its `Location` leads to. */
  redirects?: L;
  /** How its failures look in a browser that accepts these locales and asks for HTML by that name; all others get the ERROR envelope. */
  failurePage?: (status: number, locales: readonly string[]) => Answer;
  /** The answer holds a secret that is shown once: nothing of it is kept for a repeated Idempotency-Key. */
  answersSecret?: boolean;
  /** Its own errors, beside those that every operation can answer. */
  errors?: readonly FailureCode[];
  access: Access;
  /** A request body and an answer for the reference page; tests check both against their schemas. */
  examples?: { body?: unknown; returns?: unknown };
}

/** An operation for users says how far an API key or an application may call it; no other needs to. */
export type Scoped<K extends SessionKind> = K extends 'user' | 'both'
  ? { callableBy: CallableBy }
  : { callableBy?: undefined };

/** What the operation's function may do: what it declares, and what the pipeline does for it. */
export const accessOf = ({ route, session, access }: Contract): Access => ({
  ...access,
  ...(session === 'user' || session === 'both' ? { session: true } : {}),
  ...(route.startsWith('GET ') ? {} : { idempotency: true }),
});

export type CallerOf<K extends SessionKind> = K extends 'user'
  ? UserCaller
  : K extends 'signer'
    ? SignerCaller
    : K extends 'both'
      ? Caller
      : null;

/**
 * The return type of an operation's function: an `Answer` where its 200 is no JSON; else a value of its `returns`, or an
 * `Answer` where it also produces something else or redirects. Values are sent as they are, never read by their schema:
 * so they have the schema's output type.
 */
export type Returned<R extends z.ZodType, M, A, L> = [M] extends [never]
  ? z.output<R> | ([A | L] extends [never] ? never : Answer)
  : Answer;

/** What an operation's function receives: checked, decoded and typed by its contract. */
export interface Call<K extends SessionKind, P, Q, B> {
  caller: CallerOf<K>;
  path: P;
  query: Q;
  body: B;
  files: UploadedFile[];
  origin: Origin;
  /** Request headers, names in lower case. */
  headers: Record<string, string>;
}
