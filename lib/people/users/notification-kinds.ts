/**
 * Kinds of in-app notifications that a person may switch off, by the events' names: news, and notes beside a message
 * that is sent anyway. What needs an act of the person (a question, a failure, an invitation to an organization) stays.
 */
export const APP_KINDS = [
  'recipient:invited',
  'recipient:reminder',
  'delegate:requested',
  'delegate:send_confirmed',
  'recipient:opened',
  'recipient:submitted',
  'recipient:delegated',
  'envelope:completed',
  'envelope:cc',
  'envelope:declined',
  'envelope:canceled',
  'envelope:expired',
] as const;

/**
 * Kinds of mails that a sender may switch off, and an administrator of several. All others stay: what recipients get,
 * because it is theirs by law or by contract, what needs an act, what announces a deletion, and what concerns the
 * account's security.
 */
export const EMAIL_KINDS = ['envelope:completed', 'envelope:declined', 'envelope:expired', 'member:waiting'] as const;
