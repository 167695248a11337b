import type { FailureCode } from '../base/errors.ts';

/** Status of each failure but those that answer 400. */
const STATUSES: Partial<Record<FailureCode, number>> = {
  signing_link_expired: 401,
  sign_up_closed: 401,
  unauthorized: 401,
  firewall_refused: 401,
  token_missing: 401,
  token_bare: 401,
  token_scheme: 401,
  token_elsewhere: 401,
  standing_changed: 401,
  wrong_password: 401,
  mfa_token_invalid: 401,
  second_factor_wrong: 401,
  refresh_token_invalid: 401,
  invalid_client: 401,
  no_active_profile: 401,
  verification_needed: 401,
  not_the_owner: 401,
  not_the_creator: 401,
  token_expired: 401,
  wrong_session: 401,
  insufficient_scope: 401,
  client_needed: 401,
  email_unverified: 401,
  forbidden: 401,
  mfa_required: 403,
  // Nothing but `/mcp` answers these two and 405, as the Model Context Protocol demands.
  scope_needed: 403,
  origin_refused: 403,
  drawing_unknown: 404,
  not_found: 404,
  not_in_log: 404,
  route_not_found: 404,
  wrong_method: 404,
  invitation_not_found: 404,
  envelope_not_found: 404,
  recipient_not_found: 404,
  field_not_found: 404,
  brand_not_found: 404,
  template_not_found: 404,
  draft_not_found: 404,
  role_not_found: 404,
  sharepoint_file_not_found: 404,
  document_not_found: 404,
  page_not_found: 404,
  signing_link_unknown: 404,
  method_not_allowed: 405,
  invalid: 406,
  unusable_document: 406,
  unusable_tag: 406,
  unusable_form_field: 406,
  idempotency_in_flight: 409,
  too_large: 413,
  too_many_requests: 429,
  messages_used_up: 429,
  internal: 500,
  file_changed: 500,
  unavailable: 503,
};

/**
 * Status of the answer to a failure (specification 7): 400 the request can't be carried out as things stand; 401 no, bad
 * or expired credentials, or no permission; 403 a second factor is due, nothing else; 404 unknown, or another tenant's;
 * 406 a parameter or field fails its schema; 409 a duplicate in-flight Idempotency-Key; 413 too large; 429 too many; 500
 * and 503 the platform's own faults.
 */
export const statusOfCode = (code: FailureCode): number => STATUSES[code] ?? 400;
