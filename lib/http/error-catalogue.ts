import { MESSAGES } from '../base/error-messages.ts';
import type { FailureCode } from '../base/errors.ts';
import { statusOfCode } from './error-statuses.ts';

/** The parts of an error's entry in the reference that programs don't need: what it means, and what to do. */
interface Advice {
  meaning: string;
  remedy: string;
}

/** One error of the interface, as the reference shows it. */
export interface DescribedError extends Advice {
  /** Value of `X-Error-Code`. */
  code: FailureCode;
  status: number;
  /** The message; details are filled in for `{name}`. */
  message: string;
}

const advice = (meaning: string, remedy: string): Advice => ({ meaning, remedy });

const LATER = 'Wait for the seconds of `Retry-After`, then send the same request again.';
const LIST_FIRST =
  'List the records and take the id from there. A record of another organization looks like one that never was.';
const DELETE_SOME = 'Delete what is no longer needed, or ask the operator whether a higher limit is possible.';
const SIGN_IN = 'Get a new token from `POST /v2/oauth2/token`.';

/**
 * Meaning and remedy of every error. It stands apart from `MESSAGES`, because each function bundles those and only the
 * reference needs these. Doesn't compile if a code lacks its entry.
 */
const ADVICE: Record<FailureCode, Advice> = {
  malformed_json: advice(
    "The body says that it is JSON, and it can't be read as JSON (RFC 8259).",
    'Look at the line and column that the message names. Let a JSON library write the body.',
  ),
  malformed_multipart: advice(
    "The body says that it is a form (`multipart/form-data`), and its parts can't be told apart.",
    "Let the HTTP client write the form, and don't set `Content-Type` yourself: it needs the boundary of the parts.",
  ),
  route_not_found: advice(
    'No operation has this path.',
    'Compare the path with this reference. Role and field names in it must be percent-encoded.',
  ),
  wrong_method: advice(
    'The path exists, and has no operation with this method.',
    'Use one of the methods that the message and the header `Allow` name.',
  ),
  invalid: advice(
    'A parameter, a field of the body, or a file breaks a rule. The message names it and says what is allowed.',
    'Correct the value that the message names. Nothing was changed.',
  ),
  too_large: advice(
    'The request is larger than the platform accepts.',
    'Send large files through `POST /v2/uploads`, and give its `id` where `data` or `uri` would be.',
  ),
  idempotency_key_reused: advice(
    'The same `Idempotency-Key` came with another path or body within 24 hours.',
    'Use a new key for each new request, and the same key only to repeat one unchanged.',
  ),
  idempotency_answer_not_kept: advice(
    "The request was carried out before. Its answer can't be shown again, because it had a secret, or was lost.",
    'Read the record. If the secret is lost, make or rotate it again with a new `Idempotency-Key`.',
  ),
  idempotency_in_flight: advice('The first request with this `Idempotency-Key` is still running.', LATER),
  too_many_requests: advice(
    'A limit on attempts or on requests in a time is used up. `RateLimit` says how much is left where one counts.',
    LATER,
  ),
  unavailable: advice("The platform is busy, or a service that it needs doesn't answer.", LATER),
  internal: advice(
    'A fault of the platform. The request was not completed.',
    'Repeat it with the same `Idempotency-Key`. If it happens again, give the operator the `X-Request-Id`.',
  ),
  file_changed: advice(
    "A stored file no longer has the hash that was recorded, so it isn't handed out.",
    'Ask the operator to restore it. The earlier version is kept.',
  ),

  unauthorized: advice(
    "The token can't be accepted: it is no token of this platform, its session has ended, or its user, member or client is locked or gone.",
    SIGN_IN,
  ),
  firewall_refused: advice(
    'The operator has switched on a firewall, and one of its rules took the request for an attack. Nobody looked at the token.',
    'Send a `User-Agent`, and no scripts or paths in headers and parameters. Give the operator the `X-Request-Id`, to whom the log names the rule.',
  ),
  token_missing: advice(
    'The operation is for users or recipients, and the request says nothing of who asks.',
    'Send `Authorization: Bearer <token>`, recipients `signer: Bearer <token>`.',
  ),
  token_bare: advice(
    'The header has a token alone. Its scheme is missing (RFC 6750 2.1).',
    'Write `Bearer` and a blank before the token.',
  ),
  token_scheme: advice(
    "The header uses another scheme, such as `Basic`. Only `POST /v2/oauth2/token` takes a client's id and secret that way.",
    SIGN_IN,
  ),
  token_elsewhere: advice(
    "The request has a key or token in a header that isn't read, such as `X-API-Key`.",
    'Exchange the API key for a token at `POST /v2/oauth2/token` (`grant_type: client_credentials`), and send `Authorization: Bearer <token>`.',
  ),
  token_expired: advice(
    "The token's time is over. Signing tokens and user tokens say theirs in `exp`.",
    `${SIGN_IN} A recipient opens the link of the message again.`,
  ),
  wrong_session: advice(
    "The operation is for another kind of session: a user's, a recipient's, a sign-in without API key and application, or a token that no scope narrows.",
    'Send the token of that kind. The reference names it for each operation.',
  ),
  insufficient_scope: advice(
    "The user hasn't allowed the application this scope, or the token was asked for with fewer scopes.",
    'Ask for the scope in `GET /v2/oauth2/authorize`, or in `scope` of `POST /v2/oauth2/token`.',
  ),
  client_needed: advice(
    'An agent came with the token of a sign-in. Then nobody could tell its acts from the ones of the user.',
    'Register the agent by `POST /v2/oauth2/apps` and let the user allow it, or use an API key.',
  ),
  scope_needed: advice(
    "The tool needs a scope that the user hasn't allowed the agent, or that its token was not asked for with.",
    'Ask for the scope of `WWW-Authenticate` in `GET /v2/oauth2/authorize`.',
  ),
  origin_refused: advice(
    "A page of another origin called `POST /mcp` or `/session`. It could act in its visitor's network, or with its visitor's cookie.",
    'Call from a page of this platform. Agents are also served to servers and programs, which have the token endpoint in the place of `/session`.',
  ),
  method_not_allowed: advice(
    'The protocol of this address has the method, and this platform offers nothing by it: no session, no stream.',
    'Use the method of the header `Allow`. Clients of the protocol go on without the others.',
  ),
  email_unverified: advice(
    "The user hasn't confirmed the e-mail address yet.",
    'Send the code of the mail to `POST /v2/users/verify`; `POST /v2/users/resend-verification` mails another.',
  ),
  forbidden: advice(
    'The member lacks the permission that the message names.',
    'An owner or admin can give it by a role, a group, or to the member alone.',
  ),
  permissions_changed: advice(
    "The member's rights, groups or session changed while the request ran, so it was not carried out.",
    'Send it again: it is then decided by the rights of now.',
  ),
  sign_up_closed: advice(
    'The operator lets only invited people, or addresses at certain domains, make an account.',
    'Ask a member of the organization for an invitation.',
  ),
  wrong_password: advice(
    "The address and the password don't belong together. Unknown addresses get the same answer.",
    'Try again, or set a new password with `POST /v2/users/reset-password`.',
  ),
  old_password_wrong: advice(
    'The current password is not right, so the new one was not set.',
    'Give the password with which you sign in.',
  ),
  code_wrong: advice('The mailed code is wrong, used or too old.', 'Ask for a new code. Only the newest one counts.'),
  own_session: advice(
    'The session to be revoked is the one that asks.',
    'Sign out with `POST /v2/oauth2/revoke`, or name another session.',
  ),
  provider_required: advice(
    'The organization demands that its members sign in at its identity provider. Sessions that began otherwise are refused in it.',
    'Follow the link of the message. Owners whom the organization has named can sign in otherwise; API keys are not concerned.',
  ),
  network_refused: advice(
    "The organization's policy names the networks from which its members, their applications and its API keys may come. The address of this request is in none of them.",
    'Connect from one of these networks. Owners whom the policy names come from everywhere; signers are not concerned.',
  ),
  second_factor_required: advice(
    "The organization's policy demands a second factor, and this session was opened without one, or the account has none. An application must be allowed in a session that was opened with one.",
    'Set one up with `POST /v2/users/mfa/enroll` or `POST /v2/users/passkeys`, which are open to the session; or sign in with the one that is there.',
  ),
  passkey_required: advice(
    "The organization's policy lets its members in by passkey alone.",
    'Sign in with a passkey. A member who has none signs in by password and adds one first: nothing else is open to such a session.',
  ),
  session_over: advice("The session is older than the organization's policy allows.", 'Sign in again.'),
  recipient_outside: advice(
    "The organization's policy names the domains to which its members send. The address of a recipient is at none of them, and the sender has none of the roles and groups that may send elsewhere.",
    'Take an address at one of the domains, or have somebody send it who may.',
  ),
  recipient_not_allowed: advice(
    "The policy of the sender's organization names the domains of recipients, and the address is at none of them.",
    'Ask the sender, or name somebody with an address at a domain of theirs.',
  ),
  provider_session: advice(
    "The session began at one organization's identity provider. What that provider says is good for that organization, not for others and not for what protects the account.",
    'Sign in by password or passkey to act in another organization, or to change the second factor, passkeys, or what holds in all organizations.',
  ),
  provider_sign_in_over: advice(
    'Nothing is known of a sign-in with this `state`: it took longer than ten minutes, was answered before, or began elsewhere.',
    'Begin again with `POST /v2/users/authenticate/provider/options`, in the same browser.',
  ),
  provider_refused: advice(
    'The identity provider refused the sign-in, or a check of its answer failed. The message says which.',
    'Look at the settings of the application at the provider. A test on the page of the organization shows what it states.',
  ),
  provider_unreachable: advice(
    'The description or the keys of the identity provider could not be read, or its address is not allowed.',
    'Check the issuer: its description must be at `/.well-known/openid-configuration` below it, by https, without redirects.',
  ),
  provider_not_found: advice(
    'The organization has no identity provider, or it is not active.',
    'Sign in by password or passkey, or ask an administrator of the organization.',
  ),
  trust_service_not_found: advice(
    'Neither the organization nor the platform has a trust service with this id.',
    'List them with `GET /v2/organizations/{organization_id}/trust-services`. A signer asks the sender.',
  ),
  trust_service_unreachable: advice(
    'The trust service gave no answer in time, or its address is not allowed. Nothing was signed.',
    'Try again later. Whoever registers it: the address is the part before `/csc/v1` or `/csc/v2`, by https, without redirects.',
  ),
  trust_service_refused: advice(
    'The trust service, or the person there, has refused, or its answer is not what the standard demands. Nothing was signed.',
    'The message has the words of the service: a wrong PIN or code is typed again; an authorization that has expired is begun again.',
  ),
  trust_service_over: advice(
    'Nothing is known of an access with this `state`: it took longer than ten minutes, was answered before, began in another browser, or the service was changed since.',
    'Begin again, in the same browser.',
  ),
  trust_service_no_credential: advice(
    'The account at the trust service has no certificate that is valid, enabled, and can sign as many documents at once.',
    'Sign in there with another account, or get a certificate from the service.',
  ),
  identity_taken: advice(
    'The address belongs to a member whom the provider knows as another person: addresses are given to new people.',
    'An administrator decides whether it is the same person, and takes the former identity off the member.',
  ),
  identity_absent: advice(
    'No person at the identity provider is known as this member.',
    'Nothing needs to be done: the first who states the address is the member.',
  ),
  identity_unknown: advice(
    'Google or Microsoft has proven a person who is connected with no account here. Addresses are not compared.',
    'Sign in by password or passkey, and connect the person with the account (`POST /v2/users/identities/options`).',
  ),
  identity_in_use: advice(
    'A person at Google or Microsoft signs in to one account, and an account has one person at each.',
    'Disconnect the other one first.',
  ),
  sign_in_waits: advice(
    'The organization lets new people in one by one. The member exists, and is locked.',
    'An administrator unlocks the member; then sign in again.',
  ),
  logout_token_invalid: advice(
    'A check of the logout token failed (OpenID Connect Back-Channel Logout 1.0, 2.6), or the token has come before.',
    'Send a token that was just made, signed with a key of the provider, for this client.',
  ),
  no_active_profile: advice(
    'The account exists, and no organization has it as an active member.',
    'Ask an administrator to unlock the member or to send an invitation.',
  ),
  refresh_token_invalid: advice(
    'The refresh token was used before, has expired, or its session has ended. Each is good for one use.',
    'Sign in again, and always keep the newest refresh token.',
  ),
  mfa_required: advice(
    'The password was right, and the account has a second factor.',
    'Repeat `POST /v2/oauth2/token` with the `mfa_token` of the answer and a code of the authenticator app or a backup code. Where the answer says `passkey`, a passkey does, too: `POST /v2/users/authenticate/passkey/options`.',
  ),
  mfa_token_invalid: advice(
    'The `mfa_token` is unknown, used or too old.',
    'Begin the sign-in again with address and password.',
  ),
  second_factor_wrong: advice(
    'The code of the second factor is wrong or was used.',
    'Wait for the next code of the app, or use another backup code.',
  ),
  passkey_refused: advice(
    'The answer of the passkey is for another challenge, page or account, is not signed by its key, or came too late. A challenge is good for one answer, within five minutes.',
    'Begin again with `POST /v2/users/authenticate/passkey/options`, or sign in with the password.',
  ),
  passkey_not_added: advice(
    'The answer of the authenticator is for another challenge, page or session, came too late, or its passkey is there already.',
    'Begin again with `POST /v2/users/passkeys/options`.',
  ),
  passkeys_unavailable: advice(
    "The pages of this platform are at an IP address or without https, which browsers don't let passkeys sign in at.",
    'Sign in with the password, or ask the operator for an address with a name.',
  ),
  too_many_passkeys: advice('The account has as many passkeys as it may have.', 'Remove one that is no longer used.'),
  mfa_on_already: advice(
    'The account has a second factor.',
    'Switch it off first if another app is to take its place.',
  ),
  mfa_off: advice('The account has no second factor.', 'Begin with `POST /v2/users/mfa/enroll`.'),
  mfa_enrollment_missing: advice('No enrollment waits for its code.', 'Begin again with `POST /v2/users/mfa/enroll`.'),
  mfa_code_wrong: advice(
    "The code doesn't belong to the secret, or was used.",
    'Check the clock of the device, and give the next code.',
  ),

  invalid_client: advice(
    'No API key or application has this `client_id`, or the secret is wrong or was rotated out.',
    'Check both values. A lost secret can only be rotated.',
  ),
  invalid_grant: advice(
    'The authorization code is wrong, used, too old, or was made for another client or `redirect_uri`.',
    'Begin again with `GET /v2/oauth2/authorize`.',
  ),
  invalid_scope: advice(
    'A scope has no meaning here, or is more than was granted.',
    'Ask only for scopes that the reference lists.',
  ),
  redirect_mismatch: advice(
    'The `redirect_uri` differs from all registered ones. They are compared letter by letter.',
    'Register exactly this address, or send a registered one.',
  ),
  client_without_secret: advice(
    'The application is public (it runs in a browser or on a device), so it has no secret to rotate.',
    'Use PKCE. Register another application if it runs on a server.',
  ),
  too_many_apps: advice('The organization has as many applications as it may have.', DELETE_SOME),
  too_many_api_keys: advice('The organization has as many API keys as it may have.', DELETE_SOME),
  api_key_dead: advice(
    'The member for whom the key acts is gone.',
    "Change the key's `profile_id` to another member, or delete it.",
  ),

  not_found: advice('There is no such record, or it belongs to somebody else.', LIST_FIRST),
  not_in_log: advice(
    'The public log has no file with this hash.',
    'Wait a minute after the sealing. Hash the file as it was downloaded, without saving it anew.',
  ),
  organization_full: advice('The organization has as many of these as it may have.', DELETE_SOME),
  organization_protected: advice(
    '`deletion_protected` is on.',
    'An owner switches it off with `PATCH /v2/organizations/{organization_id}`.',
  ),
  organization_has_children: advice('Other organizations belong to this one.', 'Delete its children first.'),
  last_owner: advice('The change would leave the organization without an owner.', 'Make somebody else an owner first.'),
  member_locked_here: advice(
    'A directory (SCIM) activates a member whom an administrator of the organization has locked.',
    'Unlock the member here.',
  ),
  version_stale: advice(
    "The resource of a directory (SCIM) isn't the one that `If-Match` demands.",
    'Read it again, and decide anew.',
  ),
  already_member: advice('The address belongs to a member.', "Change the member's roles instead."),
  account_shared: advice(
    "The account belongs to members of other organizations too, so one of them can't decide about it.",
    'Ask the person, who can do it in their own session.',
  ),
  own_profile: advice('Nobody locks, removes or demotes themselves here.', 'Ask another administrator.'),
  invitation_not_found: advice(
    'The invitation is unknown, was accepted, declined or deleted, or its time is over.',
    'Ask the organization to send it again.',
  ),
  invitation_exists: advice(
    'The address has an open invitation.',
    'Change it, or send it again with `POST /v2/organization-invitations/resend`.',
  ),
  invitation_declined: advice('The person has declined.', 'Delete the invitation before you make a new one.'),
  group_name_taken: advice(
    'Names of groups are unique in an organization; `everyone` is reserved.',
    'Choose another name.',
  ),
  messages_used_up: advice(
    'The organization has sent as many mails and text messages as it may in a day.',
    `${LATER} The operator can raise the limit.`,
  ),

  brand_not_found: advice('There is no such brand in this organization.', LIST_FIRST),
  too_many_brands: advice('The organization has as many brands as it may have.', DELETE_SOME),
  brand_key_taken: advice('Keys of brands are unique in an organization.', 'Choose another key.'),
  default_brand: advice(
    'The default brand stands in where no other is named.',
    'Make another brand the default first.',
  ),
  domain_present: advice('A brand has one domain of each kind.', 'Remove the domain that it has, then add the other.'),
  domain_absent: advice('The brand has no domain of this kind, or it was just replaced.', 'Add one, then verify it.'),
  domain_taken: advice('Another brand on this platform has the domain.', 'Remove it there, or use another subdomain.'),

  document_not_found: advice('There is no such document, or it belongs to somebody else.', LIST_FIRST),
  page_not_found: advice(
    'The document has fewer pages. Pages are counted from 1.',
    'Read `page_numbers` or `page_sizes` of the document.',
  ),
  unusable_document: advice(
    "The file can't be a document to sign: it is broken, encrypted, too long, of another kind, or signed so that nobody else may sign it.",
    'Do what the message says, and send the file again. Nothing of it was kept.',
  ),
  unusable_tag: advice(
    'A text tag in the document makes no field.',
    'Correct the tag that the message names, or set `ignore_invalid_fields` in the pipeline settings.',
  ),
  unusable_form_field: advice(
    'A form field of the PDF makes no field here.',
    'Correct the form field that the message names, or set `ignore_invalid_fields` in the pipeline settings.',
  ),
  sharepoint_file_not_found: advice('Microsoft Graph knows no file with these ids.', 'Check the ids of site and item.'),
  sharepoint_refused: advice(
    "Microsoft Graph didn't accept the token of the request for this file.",
    'Send a fresh Graph token that may read the file.',
  ),
  sharepoint_unavailable: advice("Microsoft Graph didn't answer, or not with a file.", 'Try again later.'),

  template_not_found: advice("There is no such template, or it isn't shown to you.", LIST_FIRST),
  draft_not_found: advice("There is no such draft, it isn't shown to you, or it was sent or discarded.", LIST_FIRST),
  batch_not_found: advice('There is no such batch, it was deleted, or it belongs to somebody else.', LIST_FIRST),
  batch_not_now: advice(
    'What a batch can do depends on its state: it is checked, sent, paused, and so on.',
    'Get the batch, and wait for its `status`; a running batch can be paused or canceled.',
  ),
  batch_unchecked: advice(
    'Only what was checked is sent: exactly these columns, by the template as it is.',
    'Check it (`action: "check"`), look at the rows with problems, then send it.',
  ),
  batch_has_problems: advice(
    'The check has found rows that would be refused.',
    '`GET /v2/batches/{batch_id}/rows` with `state=bad` names each cell. With `skip_bad: true` all other rows are sent.',
  ),
  draft_not_sendable: advice(
    'The draft lacks something that an envelope needs.',
    '`GET /v2/drafts/{draft_id}/problems` names all that is missing.',
  ),
  not_replaceable: advice(
    'An envelope is replaced only while it is open and nobody has signed, approved or declined it.',
    'A draft that was to replace it is still there: discard it, or set its `replaces` to null and send it beside the other.',
  ),
  no_previous_file: advice(
    "The document has its first file, or a copy's: nothing was replaced.",
    'Send a file, or ask for the document to see what it has.',
  ),
  version_changed: advice(
    'The request said by `If-Match` which version it changes, and there is a newer one.',
    'Read the record, apply the change to it, and send it with the new version; without `If-Match` the latest change wins.',
  ),
  role_not_found: advice(
    'The template has no role with this name.',
    'Read the template. Names must be percent-encoded in the path.',
  ),
  role_name_taken: advice(
    'Names of roles are unique in a template.',
    'Choose another name, or change the role that has it.',
  ),
  field_name_taken: advice(
    'Names of fields are unique in a template, over all its documents.',
    'Choose another name, or change the field that has it.',
  ),
  template_full: advice('The template has as many of these as it may have.', 'Remove some, or make two templates.'),
  template_not_sendable: advice(
    'The template lacks something that every envelope needs.',
    'Add what the message names. `is_sendable` says when it is enough.',
  ),
  template_link_not_found: advice(
    'The link was never made or was deleted, or its template was.',
    'Ask whoever published the link for another one.',
  ),
  template_link_unavailable: advice(
    'The template can no longer be sent as the link says, or the member who made the link may no longer send.',
    'Change the template or the link, or make another link.',
  ),
  template_link_ended: advice('Its time is over, or its owner has ended it.', 'Ask its owner for another one.'),
  template_link_full: advice(
    'As many envelopes as its owner allows were made by it.',
    'Ask its owner to raise the cap.',
  ),
  template_link_used: advice(
    'The link makes one envelope for an address, and that one was deleted or given to another person.',
    'Ask its owner for an envelope.',
  ),
  address_not_allowed: advice("The link's owner allows addresses of some domains.", 'Give an address of one of these.'),

  envelope_not_found: advice("There is no such envelope, or it isn't shown to you.", LIST_FIRST),
  recipient_not_found: advice(
    'The envelope has no recipient with this role name.',
    'Read the envelope. Names must be percent-encoded in the path; who delegates gets another role name.',
  ),
  field_not_found: advice(
    'There is no field with this name, or it belongs to another role.',
    'Read the envelope or the template for the names of its fields.',
  ),
  signing_link_unknown: advice(
    "The link was never made, or was replaced: when the recipient's address changed, or another link was mailed.",
    'Open the link of the newest message, or ask the sender for a reminder.',
  ),
  signing_link_expired: advice(
    'The link was real, and its time is over.',
    '`POST /v2/sign/unauth/{envelope_id}/{role_name}/{key}/fresh-link` mails a new one.',
  ),
  not_the_owner: advice('Only the member who sent the envelope may do this.', 'Ask the sender, or act as that member.'),
  not_the_creator: advice(
    'With the sender `template_owner` colleagues send in the name of the member who made the template.',
    'Ask that member, or make a copy: whoever copies a template has made the copy.',
  ),
  envelope_full: advice('The envelope has as many recipients as it may have.', 'Make another envelope for the rest.'),
  envelope_ended: advice('The envelope is complete, declined, canceled or expired.', 'Make a new envelope.'),
  sealed_already: advice('The documents are sealed: nothing is left to be done again.', 'Download them.'),
  not_complete: advice(
    'Documents are sealed when all recipients have submitted.',
    'Wait for the webhook `envelope_completed`.',
  ),
  not_sealed: advice('The documents of the envelope are not sealed yet.', 'Wait for the webhook `envelope_completed`.'),
  retention_reason_missing: advice(
    'Parties of a complete envelope count on the time for which it is kept. It can always be made longer.',
    'Send `retention_reason`: that every party agrees, or which law demands it. It stands in the audit trail.',
  ),
  signed_already: advice(
    'A recipient has signed what is there now, so it stays.',
    'Cancel the envelope and send a new one.',
  ),
  recipient_not_acting: advice(
    'The recipient has finished, declined or been replaced, or only gets a copy.',
    "Read the recipient's `status`.",
  ),
  step_done: advice(
    'Some recipients of the step are enough (`step_needs`), and so many have signed. The others are told.',
    'Nothing is to be done.',
  ),
  not_your_turn: advice(
    'Recipients with a lower `sequence` come first.',
    'Wait: the recipient is invited when the turn comes.',
  ),
  not_agreed: advice(
    "The recipient hasn't accepted the disclosures.",
    'Call `POST …/recipients/{role_name}/agree` first.',
  ),
  verification_needed: advice(
    'The sender demands that the recipient is verified before anything is shown.',
    'Do the step that `auth_step` names.',
  ),
  verification_out_of_turn: advice('Steps of verification have an order.', 'Do the step that the message names.'),
  verification_failed: advice(
    "The recipient couldn't be verified, and no attempt is left.",
    'The sender can restart it: `PATCH …/recipients/{role_name}` with `action: "reset"`.',
  ),
  verified_already: advice(
    'The recipient was verified with this value, so it stays.',
    'Reset the recipient first if the value was wrong.',
  ),
  identity_mismatch: advice(
    'The signer has signed in at the identity provider as somebody else than the recipient. That counts as a wrong attempt.',
    'Sign out there, and begin again as the right person. Where another claim than the address is demanded, its value is not told.',
  ),
  passcode_wrong: advice(
    'The passcode is not the one that the sender has set.',
    'Ask the sender. Attempts are counted.',
  ),
  address_unproven: advice(
    'Only who has confirmed the mail address by a code can keep or use remembered signatures.',
    'Sign with the link of the mail, or confirm the address first.',
  ),
  drawing_unknown: advice(
    'The code for drawing on another device is used, over or unknown.',
    'Show a new code on the first device.',
  ),
  name_locked: advice('The sender wants exactly this person.', 'Ask the sender to correct the name.'),
  not_a_delegator: advice(
    'The sender has not set `delegator` for this recipient.',
    'Ask the sender to change the recipient.',
  ),
  reset_impossible: advice(
    "To start over, others' signatures would have to be thrown away.",
    'Cancel the envelope and send a new one.',
  ),
  reminder_impossible: advice(
    "The recipient isn't invited, or has finished.",
    'Remind recipients whose `status` is `invited` or `opened`.',
  ),
  recipient_reported: advice(
    'The person at this address or phone number has reported the envelope. From then on no invitation, reminder, code or link of it is sent there.',
    'Talk to the person by other means, or cancel the envelope.',
  ),
  passkey_needed: advice(
    'The recipient has the method `passkey`, and the submit has no signature by one.',
    'Begin with `POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit/passkey` on the signing page. Applications that embed their own page can’t ask for a passkey of the platform.',
  ),
  passkey_not_asked: advice(
    'The recipient does not have the method `passkey`.',
    'Submit without `passkey`, or let the sender choose the method.',
  ),
  mailbox_unverified: advice(
    'The session was opened by a link that was not mailed to the recipient alone (in the app, in person, by SMS), and has not passed a code by mail.',
    'Open the mailed link, or give the recipient the method `email` beside `passkey`.',
  ),
  statement_stale: advice(
    'The envelope gives another statement than the one that was signed: a value or the trail has changed, `locale` or `timezone` differ, the passkey signed for something else, or more than five minutes have passed.',
    'Show the recipient what is to be signed again, and begin again with `POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit/passkey`.',
  ),
  signing_passkey_refused: advice(
    'The answer is of another page, host or mailbox, is not signed by its key, the person was not verified by the authenticator, or the count of signatures has gone back.',
    'Begin again with `POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit/passkey`.',
  ),
  certificate_needed: advice(
    'The recipient has the method `csc`, and a submit alone has no signature by a certificate.',
    'Begin with `POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit/certificate`.',
  ),
  certificate_not_asked: advice(
    'The recipient does not have the method `csc`.',
    'Submit by `POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit`, or let the sender choose the method.',
  ),
  certificate_revoked: advice(
    'The issuer says that the certificate is revoked.',
    'Begin again, and choose another certificate at the trust service.',
  ),
  certificate_unusable: advice(
    'The certificate has expired, is not for signing, or has a kind of key or of signature that the platform does not know. The message says which.',
    'Begin again, and choose another certificate at the trust service.',
  ),
  signature_altered: advice(
    'What the trust service has answered is no signature of the hashes by the key of the certificate.',
    'Begin again. If it happens again, the operator of the trust service has to look at it.',
  ),
  signature_overtaken: advice(
    'The documents have changed since the hashes were made: somebody else has signed, or the recipient took longer than five minutes at the trust service.',
    'Begin again with `POST /v2/envelopes/{envelope_id}/recipients/{role_name}/submit/certificate`.',
  ),
  rules_changed: advice(
    'The submit says by `rules_seen` that something else was shown than the rules between fields give now.',
    'Read the envelope again, show the recipient the fields that the message names, and submit with what is shown then.',
  ),
  held_by_other: advice(
    'The recipient is a group with a shared mailbox (`shared`), and another session has it.',
    'Leave it to that person, or take it over: `POST …/name` with `take_over`.',
  ),
  not_held: advice(
    'The recipient is a group with a shared mailbox (`shared`), and this session has not said who acts for it.',
    'Ask for the name of the person, and take it: `POST …/name`.',
  ),
  naming_needed: advice(
    'The sender lets this recipient put in the person of a later role (`named_by`), and the submit names nobody for it.',
    'Ask for a name and an address, and submit with `named`.',
  ),
  not_a_reviewer: advice(
    'The recipient has no `may_send_back`: the sender gives it when the envelope is made.',
    'Ask the sender a question (`POST …/ask-question`), or decline.',
  ),
  sent_back_too_often: advice(
    'The envelope has been sent back as often as it may be. Its audit trail counts.',
    'Settle it with the others, then submit or decline; or the sender sends another envelope in its place.',
  ),
  fields_missing: advice(
    "The recipient can't submit while required fields are empty.",
    'Fill the fields that the message names.',
  ),
  field_readonly: advice(
    'The field shows a value that its sender has set.',
    'Leave this field out of what you change.',
  ),

  notification_template_exists: advice(
    'Each notification has one text for each channel and language, and one for all languages.',
    'Change it with `PATCH /v2/notifications/templates/{id}`.',
  ),
  replay_running: advice(
    'A replay of this webhook was begun, and still looks for events to send again.',
    'Get the webhook until `replay.finished_at` is set.',
  ),
  webhook_not_active: advice(
    'The webhook has no address, is switched off, or was switched off because its receiver answered 410.',
    'Give it a `url` and `active: true` with `PATCH /v2/webhooks`.',
  ),
};

/** Every error of the interface, by status and code. */
export const ERROR_CATALOGUE: readonly DescribedError[] = (Object.keys(ADVICE) as FailureCode[])
  .map((code) => ({ code, status: statusOfCode(code), message: MESSAGES[code], ...ADVICE[code] }))
  .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
