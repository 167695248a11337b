import type { Failure, FailureCode, Failures, PlainCode } from '../base/errors.ts';

type Entry = readonly [status: number, message: string];

/** The names in braces in a message. */
type Placeholder<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Names of a failure's details. */
type Detail<C extends FailureCode> = C extends PlainCode ? never : Exclude<keyof Failures[C], number | symbol>;

/** Compares the message of each code with the details of its failure: it must name all of them, and nothing else. */
type Fitting<Entries extends Record<FailureCode, Entry>> = {
  [C in keyof Entries]: C extends FailureCode
    ? [Placeholder<Entries[C][1]>, Detail<C>] extends [Detail<C>, Placeholder<Entries[C][1]>]
      ? Entry
      : readonly [number, `a message that names ${Detail<C>} and nothing else`]
    : never;
};

/**
 * Doesn't compile if a failure has no entry, an entry no failure, or a message's placeholders differ from the details.
 */
export const catalogue = <const Entries extends Record<FailureCode, Entry>>(
  entries: Entries & Fitting<Entries>,
): Entries => entries;

/**
 * The one catalogue of errors: code → status and message. `{name}` in a message is filled from the failure's details.
 * Statuses (specification 7): 400 the request can't be carried out as things stand; 401 no, bad or expired credentials,
 * or no permission; 403 a second factor is due, nothing else;
 * 404 unknown, or another tenant's; 406 a parameter or field fails its schema; 409 a duplicate
 * in-flight Idempotency-Key; 413 too large; 429 too many; 500 and 503 the platform's own faults.
 */
export const ERRORS = catalogue({
  malformed_json: [400, 'The request body is not valid JSON: {reason}.'],
  malformed_multipart: [400, 'The request body is not a valid multipart form: {reason}.'],
  idempotency_key_reused: [400, 'This Idempotency-Key was already used with a different request.'],
  idempotency_answer_not_kept: [
    400,
    'This request was already carried out. Its answer was not stored: it was lost, or had a secret that is shown only once.',
  ],

  sealed_already: [400, 'This envelope is sealed already.'],
  not_complete: [400, 'This envelope is {status}: it is sealed once all recipients have submitted.'],
  signed_already: [400, 'A recipient has signed already: the sender can no longer change this.'],
  envelope_ended: [400, 'This envelope is {status}: nothing more can be changed.'],
  recipient_not_acting: [400, "This recipient is {status} and can't act now."],
  not_your_turn: [400, "It is not this recipient's turn yet."],
  not_agreed: [400, 'The disclosures must be accepted first.'],
  verification_out_of_turn: [400, "This is not the recipient's next step of verification. The next step is: {step}."],
  verification_failed: [400, 'The verification has failed. Only the sender can restart it.'],
  verified_already: [400, '{field}: the recipient was verified with it already.'],
  passcode_wrong: [400, 'The passcode is wrong.'],
  drawing_unknown: [404, 'This drawing was used already, has ended, or never was.'],
  address_unproven: [400, 'This takes an address that was confirmed by a mailed code.'],
  name_locked: [400, "The sender has locked this recipient's name: another one can't be verified."],
  not_a_delegator: [400, "The sender doesn't allow this recipient to delegate."],
  envelope_full: [400, 'The envelope has {count} recipients, which is the most it may have.'],
  reset_impossible: [400, "This recipient can't be reset: {reason}."],
  fields_missing: [400, 'Required fields are not filled: {fields}.'],
  field_readonly: [400, "The field {field} can't be changed."],
  reminder_impossible: [400, 'This recipient has nothing to be reminded of.'],
  role_name_taken: [400, 'The template already has a role with the name {name}.'],
  field_name_taken: [400, 'The template already has a field with the name {name}.'],
  template_full: [400, 'A template can have at most {limit} {things}.'],
  template_not_sendable: [400, "This template can't be sent yet: {reason}."],
  sharepoint_refused: [400, 'Microsoft Graph refused access to the file: the token has expired or may not read it.'],
  sharepoint_unavailable: [400, "The file couldn't be read from Microsoft Graph: {reason}."],

  signing_link_expired: [401, 'This signing link has expired. Ask for a fresh one.'],
  too_many_api_keys: [400, 'The organization has {count} API keys, which is the most it may have.'],
  api_key_dead: [400, 'The member of this API key was removed: give the key to another member first, or delete it.'],
  webhook_not_active: [400, 'The webhook is not active: give it an address and switch it on first.'],

  too_many_brands: [400, 'The organization has {count} brands, which is the most it may have.'],
  brand_key_taken: [400, 'The organization already has a brand with the key {key}.'],
  default_brand: [400, "The organization's default brand can't be deleted."],
  domain_present: [400, 'The brand already has the domain {domain}: remove it first.'],
  domain_absent: [400, 'The brand has no such domain yet: add one first.'],
  domain_taken: [400, 'The domain {domain} is already in use.'],

  code_wrong: [400, 'The code is wrong or has expired. Ask for a new one.'],
  old_password_wrong: [400, 'The current password is wrong.'],
  mfa_on_already: [400, 'Multi-factor authentication is on already.'],
  mfa_off: [400, 'Multi-factor authentication is not on.'],
  mfa_enrollment_missing: [400, 'There is no pending enrollment, or it is over. Start again.'],
  mfa_code_wrong: [400, 'The code is wrong, or was used before: each one counts once.'],
  own_session: [400, "The session that makes the request can't be revoked this way."],
  last_owner: [400, "The last owner of an organization can't leave it."],
  organization_full: [400, 'An organization can have at most {limit} {things}.'],
  organization_protected: [
    400,
    'The organization is protected from deletion: switch its deletion_protected off first.',
  ],
  organization_has_children: [400, 'The organization has children: delete them first.'],
  already_member: [400, 'This person is a member of the organization already.'],
  account_shared: [
    400,
    'This person belongs to other organizations too: nobody in this one can do this to the account.',
  ],
  own_profile: [400, "You can't do this to your own profile."],
  invitation_exists: [400, 'There is already an invitation for this e-mail address: change it, or send it again.'],
  invitation_declined: [400, 'This invitation was declined: delete it before you invite the person again.'],
  notification_template_exists: [400, 'There is already a text for {name} by {type}: change that one.'],
  group_name_taken: [400, 'There is already a group with the name {name}.'],
  redirect_mismatch: [400, 'The redirect_uri is not one that the application has registered.'],
  invalid_grant: [400, 'The authorization code is wrong, has expired or was already used.'],
  invalid_scope: [400, 'invalid_scope: {scope} is not known, or was not granted. Possible are {possible}.'],
  client_without_secret: [400, 'A public application has no secret.'],
  too_many_apps: [400, 'The organization has {count} applications, which is the most it may have.'],

  sign_up_closed: [401, 'Access denied: only invited people, and addresses at permitted domains, can sign up here.'],
  unauthorized: [
    401,
    'Access denied: this access token is not valid, or its session has ended. Get a new one from POST /v2/oauth2/token.',
  ],
  firewall_refused: [
    401,
    'Access denied: the firewall of this platform refused the request. Send ordinary headers and parameters, or ask the operator.',
  ],
  token_missing: [
    401,
    'Access denied: no access token came with the request. Send the header {header}: Bearer <token>.',
  ],
  token_bare: [
    401,
    'Access denied: the header {header} has a token without the word Bearer before it. Send {header}: Bearer <token>.',
  ],
  token_scheme: [
    401,
    'Access denied: the header {header} says {scheme}, which is not accepted here. Send {header}: Bearer <token>, with a token from POST /v2/oauth2/token.',
  ],
  token_elsewhere: [
    401,
    'Access denied: {place} is not read. Exchange an API key for a token at POST /v2/oauth2/token (grant_type client_credentials), and send the header {header}: Bearer <token>.',
  ],
  standing_changed: [401, 'Access denied: your rights have just changed. Try again.'],
  wrong_password: [401, 'The e-mail address or the password is wrong.'],
  mfa_required: [403, 'mfa_required'],
  mfa_token_invalid: [401, 'The mfa_token is not valid, or has expired. Sign in again.'],
  second_factor_wrong: [401, 'The code is wrong, or was used before: each one counts once.'],
  refresh_token_invalid: [401, 'The refresh token is not valid. Sign in again.'],
  invalid_client: [401, 'The client is not known, or its secret is wrong.'],
  no_active_profile: [401, 'This account is active in no organization. Ask an administrator of your organization.'],
  verification_needed: [401, 'Access denied: the recipient has to be verified first.'],
  not_the_owner: [401, 'Access denied: only the owner of the envelope can do this.'],
  token_expired: [401, 'jwt expired'],
  wrong_session: [401, 'Access denied: this operation needs a {needed} session.'],
  insufficient_scope: [401, 'Access denied: this access token has no scope {scope}.'],
  client_needed: [401, 'Access denied: agents need the token of an OAuth application or of an API key.'],
  // The Model Context Protocol demands these three statuses; nothing but `/mcp` answers them.
  scope_needed: [403, 'This access token has no scope {scope}.'],
  origin_refused: [403, "Agents can't be served to pages of this origin."],
  method_not_allowed: [405, 'This address takes {allowed} alone.'],
  email_unverified: [401, 'Access denied: verify your e-mail address first.'],
  forbidden: [401, 'Access denied: this needs the permission {permission}.'],

  not_found: [404, 'Not found.'],
  not_in_log: [404, 'The log does not have this hash, or not yet: a file is in it about a minute after its sealing.'],
  route_not_found: [404, 'Not found: there is no such operation.'],
  wrong_method: [404, 'Not found: this address has no {method}. It has {methods}.'],

  invitation_not_found: [404, 'Not found: this invitation is not known, was used or has expired.'],

  envelope_not_found: [404, 'Not found: there is no such envelope.'],
  recipient_not_found: [404, 'Not found: the envelope has no such recipient.'],
  field_not_found: [404, 'Not found: there is no such field.'],
  brand_not_found: [404, 'Not found: there is no such brand.'],
  template_not_found: [404, 'Not found: there is no such template.'],
  role_not_found: [404, 'Not found: the template has no such role.'],
  sharepoint_file_not_found: [404, 'Not found: Microsoft Graph knows no such file.'],
  document_not_found: [404, 'Not found: there is no such document.'],
  page_not_found: [404, 'Not found: the document has no such page.'],
  signing_link_unknown: [404, 'Not found: this signing link is not known.'],

  invalid: [406, '{detail}'],
  unusable_document: [406, "The document {name} can't be used: {reason}."],
  unusable_tag: [406, "The tag {tag} on page {page} of {document} can't be used: {reason}."],
  unusable_form_field: [406, "The form field {field} on page {page} of {document} can't be used: {reason}."],

  idempotency_in_flight: [409, 'A request with this Idempotency-Key is still running: try again in {seconds} seconds.'],
  too_large: [413, '{detail}'],
  too_many_requests: [429, 'Too many requests: try again in {seconds} seconds.'],
  messages_used_up: [
    429,
    'The organization has sent as many messages as it may in a day: try again in {seconds} seconds.',
  ],
  internal: [500, 'Something went wrong on our side. The request was not completed; it is safe to try again.'],
  file_changed: [
    500,
    'The stored file is not the one that was recorded, so it is not handed out. The operator of this platform was told, and can restore it.',
  ],
  unavailable: [503, 'The service is busy. Please try again in a moment.'],
});

/** Status of the answer to a failure. */
export const statusOf = ({ code }: Failure): number => ERRORS[code][0];

/** Message of a failure, with its details filled in. */
export const messageOf = ({ code, details }: Failure): string => {
  const texts: Record<string, string | number> = { ...details };
  return ERRORS[code][1].replace(/\{(\w+)\}/g, (whole, name: string) => String(texts[name] ?? whole));
};

/** Headers of the answer to a failure, beside those of every answer. */
export const headersOf = (failure: Failure): Record<string, string> => {
  const wait = secondsToWait(failure);
  return {
    'X-Error-Code': failure.code,
    ...(wait === undefined ? {} : { 'Retry-After': String(wait) }),
    ...(statusOf(failure) === 401 ? { 'WWW-Authenticate': challengeOf(failure) } : {}),
    ...('methods' in failure.details ? { Allow: failure.details.methods } : {}),
    ...('allowed' in failure.details ? { Allow: failure.details.allowed } : {}),
  };
};

/** Errors of RFC 6750 3.1. Without a token there is none: the challenge says alone what to send. */
const CHALLENGES: Partial<Record<FailureCode, string>> = {
  unauthorized: 'invalid_token',
  token_expired: 'invalid_token',
  wrong_session: 'invalid_token',
  insufficient_scope: 'insufficient_scope',
  forbidden: 'insufficient_scope',
};

/** The challenge of a 401 answer (RFC 9110 11.6.1), in the form of RFC 6750 3. */
const challengeOf = ({ code, details }: Failure): string =>
  [
    'Bearer realm="countersign"',
    ...(CHALLENGES[code] ? [`error="${CHALLENGES[code]}"`] : []),
    ...('scope' in details ? [`scope="${details.scope}"`] : []),
  ].join(', ');

const secondsToWait = ({ code, details }: Failure): number | undefined =>
  'seconds' in details ? details.seconds : ERRORS[code][0] === 503 ? 1 : undefined;
