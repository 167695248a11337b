import type { Incoming } from './mailbox.ts';
import { CODE_HEADER, ID_HEADER } from './ses.ts';

/** Reads the message of a Publish request in SNS's query protocol. */
export const readPublish = (form: URLSearchParams): Incoming => {
  const to = form.get('PhoneNumber');
  const text = form.get('Message');
  if (!to || !text) throw new Error('PhoneNumber and Message are needed');
  const attribute = (name: string) => {
    const [key] =
      [...form].find(([field, value]) => /^MessageAttributes\..+\.Name$/.test(field) && value === name) ?? [];
    return key ? form.get(key.replace(/Name$/, 'Value.StringValue')) : null;
  };
  return {
    channel: 'sms',
    id: attribute(ID_HEADER),
    to: [to],
    from: attribute('AWS.SNS.SMS.SenderID'),
    subject: null,
    text,
    html: null,
    code: attribute(CODE_HEADER),
  };
};
