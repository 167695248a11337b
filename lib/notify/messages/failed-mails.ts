import * as z from 'zod';
import type { FailedMail } from '../../signing/envelopes/rules/invite-failure.ts';
import { ENVELOPE_TAG } from './send.ts';

/** The part of SES's event records that is used here (Amazon SES, "event data published to SNS"). */
const SesEvent = z.object({
  eventType: z.string(),
  mail: z.object({ tags: z.record(z.string(), z.array(z.string())).default({}) }),
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() })),
    })
    .optional(),
  complaint: z.object({ complainedRecipients: z.array(z.object({ emailAddress: z.string() })) }).optional(),
});

const DIAGNOSTIC_LENGTH = 500;

/**
 * Mails that failed for good, of an event that SES published, with the envelope they belong to. A mailbox that is only
 * full or away for now (a transient bounce) is none of them: SES tries again.
 */
export const failedMails = (message: string): { envelope_id: string | undefined; failed: FailedMail[] } => {
  const { mail, bounce, complaint } = SesEvent.parse(JSON.parse(message));
  const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
  return {
    envelope_id: mail.tags[ENVELOPE_TAG]?.[0],
    failed: [
      ...bounced.map(({ emailAddress, diagnosticCode = '' }) => ({
        email: addressIn(emailAddress),
        error: 'bounced' as const,
        diagnostic: diagnosticCode.slice(0, DIAGNOSTIC_LENGTH),
      })),
      ...(complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
        email: addressIn(emailAddress),
        error: 'complained' as const,
        diagnostic: '',
      })),
    ],
  };
};

/** `mail@example.com` from `Name <mail@example.com>`. */
const addressIn = (address: string): string => (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim();
