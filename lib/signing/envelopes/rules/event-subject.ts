import type { EnvelopeItem, EventItem, EventSubject, Party } from '../../../storage/records/envelope.ts';

/** Subject of an event: the envelope and its recipients as they are now. */
export const eventSubject = (
  { role_name }: Pick<EventItem, 'role_name'>,
  envelope: EnvelopeItem,
  recipients: readonly Party[],
): EventSubject => {
  const recipient = recipients.find((one) => one.role_name === role_name);
  return {
    envelope: {
      id: envelope.id,
      name: envelope.name,
      status: envelope.status,
      signed: envelope.signed,
      template_id: envelope.template_id,
      profile_id: envelope.profile_id,
      organization_id: envelope.organization_id,
      created_at: envelope.created_at,
      updated_at: envelope.updated_at,
      data: envelope.data,
    },
    ...(recipient
      ? {
          recipient: {
            id: recipient.id,
            role_name: recipient.role_name,
            type: recipient.type,
            status: recipient.status,
            first_name: recipient.first_name,
            last_name: recipient.last_name,
            email: recipient.email,
          },
        }
      : {}),
  };
};
