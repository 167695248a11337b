/** Kinds of in-app notifications, each one sentence. */
export type NoticeKind =
  | 'user:invited'
  | 'recipient:invited'
  /** The same for a recipient who approves and doesn't sign. */
  | 'approver:invited'
  | 'recipient:reminder'
  | 'recipient:opened'
  | 'recipient:submitted'
  | 'recipient:released'
  /** One who declined while the envelope goes on. */
  | 'recipient:declined'
  | 'recipient:sent_back'
  | 'recipient:question'
  | 'recipient:delegated'
  | 'recipient:named'
  | 'recipient:failed'
  | 'recipient:certificate_failed'
  | 'recipient:invite_failed'
  | 'delegate:requested'
  | 'approver:requested'
  | 'delegate:send_confirmed'
  | 'envelope:completed'
  | 'envelope:cc'
  | 'envelope:declined'
  | 'envelope:seal_failed'
  | 'envelope:canceled'
  /** The same where another envelope was sent in its place. */
  | 'envelope:replaced'
  | 'envelope:expired';
