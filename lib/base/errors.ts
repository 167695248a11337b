/** The details of a failure whose code says everything. */
type Plain = Record<string, never>;

/** The failures of the whole platform: code → details. `lib/http/errors.ts` alone gives each a status and a message. */
export interface Failures {
  // The request itself
  malformed_json: { reason: string };
  malformed_multipart: { reason: string };
  route_not_found: Plain;
  wrong_method: { method: string; methods: string };
  invalid: { detail: string };
  too_large: { detail: string };
  idempotency_key_reused: Plain;
  idempotency_answer_not_kept: Plain;
  idempotency_in_flight: { seconds: number };
  too_many_requests: { seconds: number };
  unavailable: Plain;
  internal: Plain;
  file_changed: Plain;

  // Sessions, sign-in and permissions
  unauthorized: Plain;
  firewall_refused: Plain;
  token_missing: { header: string };
  token_bare: { header: string };
  token_scheme: { header: string; scheme: string };
  token_elsewhere: { header: string; place: string };
  token_expired: Plain;
  wrong_session: { needed: 'user' | 'signing' | 'login' | 'scopeless' };
  insufficient_scope: { scope: string };
  client_needed: Plain;
  scope_needed: { scope: string };
  origin_refused: Plain;
  method_not_allowed: { allowed: string };
  email_unverified: Plain;
  forbidden: { permission: string };
  standing_changed: Plain;
  sign_up_closed: Plain;
  wrong_password: Plain;
  old_password_wrong: Plain;
  code_wrong: Plain;
  own_session: Plain;
  no_active_profile: Plain;
  refresh_token_invalid: Plain;
  mfa_required: Plain;
  mfa_token_invalid: Plain;
  second_factor_wrong: Plain;
  mfa_on_already: Plain;
  mfa_off: Plain;
  mfa_enrollment_missing: Plain;
  mfa_code_wrong: Plain;

  // OAuth and API keys
  invalid_client: Plain;
  invalid_grant: Plain;
  invalid_scope: { scope: string; possible: string };
  redirect_mismatch: Plain;
  client_without_secret: Plain;
  too_many_apps: { count: number };
  too_many_api_keys: { count: number };
  api_key_dead: Plain;

  // Organizations and their people
  not_found: Plain;
  not_in_log: Plain;
  organization_full: { limit: number; things: string };
  organization_protected: Plain;
  organization_has_children: Plain;
  last_owner: Plain;
  already_member: Plain;
  account_shared: Plain;
  own_profile: Plain;
  invitation_not_found: Plain;
  invitation_exists: Plain;
  invitation_declined: Plain;
  group_name_taken: { name: string };
  messages_used_up: { seconds: number };

  // Brands and domains
  brand_not_found: Plain;
  too_many_brands: { count: number };
  brand_key_taken: { key: string };
  default_brand: Plain;
  domain_present: { domain: string };
  domain_absent: Plain;
  domain_taken: { domain: string };

  // Documents
  document_not_found: Plain;
  page_not_found: Plain;
  unusable_document: { name: string; reason: string };
  unusable_tag: { tag: string; page: number; document: string; reason: string };
  unusable_form_field: { field: string; page: number; document: string; reason: string };
  sharepoint_file_not_found: Plain;
  sharepoint_refused: Plain;
  sharepoint_unavailable: { reason: string };

  // Templates
  template_not_found: Plain;
  role_not_found: Plain;
  role_name_taken: { name: string };
  field_name_taken: { name: string };
  template_full: { limit: number; things: string };
  template_not_sendable: { reason: string };

  // Envelopes and signing
  envelope_not_found: Plain;
  recipient_not_found: Plain;
  field_not_found: Plain;
  signing_link_unknown: Plain;
  signing_link_expired: Plain;
  not_the_owner: Plain;
  envelope_full: { count: number };
  envelope_ended: { status: string };
  sealed_already: Plain;
  not_complete: { status: string };
  signed_already: Plain;
  recipient_not_acting: { status: string };
  not_your_turn: Plain;
  not_agreed: Plain;
  verification_needed: Plain;
  verification_out_of_turn: { step: string };
  verification_failed: Plain;
  verified_already: { field: string };
  passcode_wrong: Plain;
  address_unproven: Plain;
  drawing_unknown: Plain;
  name_locked: Plain;
  not_a_delegator: Plain;
  reset_impossible: { reason: string };
  reminder_impossible: Plain;
  fields_missing: { fields: string };
  field_readonly: { field: string };

  // Notifications and webhooks
  notification_template_exists: { name: string; type: string };
  webhook_not_active: Plain;
}

export type FailureCode = keyof Failures;

/** Codes that come without details. */
export type PlainCode = { [C in FailureCode]: Failures[C] extends Plain ? C : never }[FailureCode];

/** The details of the codes `C`. If it may be any of several codes, the details of all of them are required. */
type DetailsOf<C extends FailureCode> = (C extends C ? (needed: Failures[C]) => void : never) extends (
  needed: infer All extends Failures[FailureCode],
) => void
  ? All
  : never;

/** A failure of the domain, by code. It knows nothing of HTTP. */
export class Failure<C extends FailureCode = FailureCode> extends Error {
  readonly code: C;
  readonly details: Failures[C];
  /**
   * Secrets for the caller, returned with the refusal and never stored: a repeated Idempotency-Key doesn't return them
   * again.
   */
  readonly secrets: Record<string, string>;

  constructor(code: C, details: Failures[C], secrets: Record<string, string> = {}) {
    super([code, ...Object.entries(details).map(([name, value]) => `${name}: ${value}`)].join(', '));
    this.code = code;
    this.details = details;
    this.secrets = secrets;
  }
}

/** Makes the failure `code` with its details. */
export function failure<C extends PlainCode>(code: C): Failure<C>;
export function failure<C extends FailureCode>(code: C, details: DetailsOf<C>): Failure<C>;
export function failure(code: FailureCode, details: Failures[FailureCode] = {}): Failure {
  return new Failure(code, details);
}

/** Throws the failure `code` with its details. */
export function fail(code: PlainCode): never;
export function fail<C extends FailureCode>(code: C, details: DetailsOf<C>): never;
export function fail(code: FailureCode, details: Failures[FailureCode] = {}): never {
  throw new Failure(code, details);
}

/** Returns `value`; throws the failure `code` if there is none. */
export const orFail = <T>(value: T | null | undefined, code: PlainCode): T => value ?? fail(code);

/** Throws `invalid`: a parameter or field breaks a rule. */
export const invalid = (field: string, rule: string): never => fail('invalid', { detail: `${field}: ${rule}` });

/** True for a failure with one of these codes. */
export const isFailure = <C extends FailureCode>(error: unknown, ...codes: C[]): error is Failure<C> =>
  error instanceof Failure && codes.includes(error.code);
