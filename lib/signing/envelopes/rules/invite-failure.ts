import { sameEmail } from '../../../base/email-address.ts';
import type { EnvelopeState } from '../../../storage/records/envelope.ts';
import { SYSTEM } from './chain.ts';
import { type Change, isActing, isOpen } from './lifecycle.ts';

/** A mail that came back for good, or that its reader reported as unwanted. */
export interface FailedMail {
  email: string;
  error: 'bounced' | 'complained';
  /** The mail server's words; empty if there are none. */
  diagnostic: string;
}

const SENTENCES = {
  bounced: (email: string) => `Mails to ${email} come back.`,
  complained: (email: string) => `${email} reported a mail as unwanted.`,
};

/**
 * The change for mails of an envelope that failed: marks the recipients who have these addresses now and are to act.
 * Null if none has one, or if all are marked already.
 */
export const invitesFailed = (
  { envelope, recipients }: EnvelopeState,
  failed: readonly FailedMail[],
): Change | null => {
  if (!isOpen(envelope)) return null;
  const marked = recipients.flatMap((recipient) => {
    const mail = failed.find(({ email }) => recipient.email && sameEmail(email, recipient.email));
    return mail && isActing(recipient) && recipient.delivery_error !== mail.error ? [{ recipient, mail }] : [];
  });
  if (marked.length === 0) return null;
  return {
    recipients: Object.fromEntries(
      marked.map(({ recipient, mail }) => [recipient.role_name, { delivery_error: mail.error }]),
    ),
    events: marked.map(({ recipient, mail: { error, diagnostic } }) => ({
      event: 'recipient:invite_failed' as const,
      role_name: recipient.role_name,
      event_detail: SENTENCES[error](recipient.email),
      actor: SYSTEM,
      ...(diagnostic ? { data: { diagnostic } } : {}),
    })),
  };
};
