/**
 * Events that a chain can hold, each with the members that its data may have. Each has a sentence in the timeline of
 * the envelope's page, in every language, and a row in `docs/evidence.md`, which says what the members are.
 */
export const EVENT_DATA = {
  'envelope:created': ['documents', 'values', 'rules', 'steps', 'conditions', 'replaces', 'link'],
  'envelope:updated': ['changed', 'reason', 'from', 'to'],
  'envelope:completed': [],
  'envelope:sealed': ['documents'],
  'envelope:seal_failed': [],
  'envelope:seal_renewed': ['documents'],
  'envelope:seal_requested': [],
  'envelope:canceled': ['replaced_by'],
  'envelope:expired': [],
  'envelope:deletion_announced': ['delete_at'],
  'envelope:cc': [],
  'invitation:resent': [],
  'owner:get_in_person_link': [],
  'owner:updated_recipient_info': ['changed'],
  'recipient:invited': [],
  'recipient:invite_failed': ['diagnostic'],
  'recipient:reminder': [],
  'recipient:claimed': ['link', 'verified'],
  'recipient:opened': [],
  'recipient:agreed': ['disclosures', 'shown_by'],
  'recipient:prepared': ['values'],
  'recipient:code_requested': [],
  'recipient:pin_verified': ['verified'],
  'recipient:pin_failed': ['attempt'],
  'recipient:kba_verified': ['verified'],
  'recipient:kba_failed': [],
  'recipient:failed': [],
  'recipient:signed': ['documents', 'values', 'shown', 'rules', 'rules_seen', 'written', 'declaration', 'passkey'],
  'recipient:submitted': [],
  'recipient:skipped': [],
  'recipient:released': ['step_needs', 'signed'],
  'recipient:declined': ['reason', 'goes_on'],
  'recipient:delegated': ['email', 'changed'],
  'recipient:question': [],
  'recipient:name_requested': ['name'],
  'recipient:updated_info': ['name', 'changed'],
  'recipient:reported': [],
} as const;

/** The name of an event of an envelope. */
export type EventName = keyof typeof EVENT_DATA;

/** The names of all events of an envelope. */
export const EVENT_NAMES = Object.keys(EVENT_DATA) as [EventName, ...EventName[]];
