import type { Message } from './mailbox.ts';

/** The event that SES publishes when this mail comes back, or is reported as unwanted. */
export const bounceOf = ({ id, to, tags = {} }: Message, complaint: boolean): object => ({
  eventType: complaint ? 'Complaint' : 'Bounce',
  mail: {
    messageId: id,
    destination: [to],
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  },
  ...(complaint
    ? { complaint: { complainedRecipients: [{ emailAddress: to }] } }
    : {
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [{ emailAddress: to, diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
        },
      }),
});
