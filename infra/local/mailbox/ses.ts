import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { Incoming } from './mailbox.ts';
import { decodeWords, readMime } from './mime.ts';

/** Headers with the sender's own id of a message, and the message's code or token. */
export const ID_HEADER = 'X-Countersign-Message-Id';
export const CODE_HEADER = 'X-Countersign-Code';

/** The body of SES v2's SendEmail, whose raw data is base64 on the wire. */
type Wire = Omit<SendEmailCommandInput, 'Content'> & {
  Content?: Omit<NonNullable<SendEmailCommandInput['Content']>, 'Raw'> & { Raw?: { Data?: string } };
};

/** Reads the message of a SendEmail request, with `Simple` or `Raw` content. */
export const readSendEmail = ({ FromEmailAddress, Destination = {}, Content = {} }: Wire): Incoming => {
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
  const addresses = [...ToAddresses, ...CcAddresses, ...BccAddresses];
  if (Content.Simple) {
    const { Subject, Body, Headers = [] } = Content.Simple;
    const header = (name: string) => Headers.find((one) => one.Name?.toLowerCase() === name.toLowerCase())?.Value;
    return {
      channel: 'email',
      id: header(ID_HEADER) ?? null,
      to: recipients(addresses),
      from: FromEmailAddress ? decodeWords(FromEmailAddress) : null,
      subject: Subject?.Data ?? null,
      text: Body?.Text?.Data ?? null,
      html: Body?.Html?.Data ?? null,
      code: header(CODE_HEADER) ?? null,
    };
  }
  if (!Content.Raw?.Data) throw new Error('Content.Simple or Content.Raw is needed');
  const { headers, text, html } = readMime(Buffer.from(Content.Raw.Data, 'base64'));
  const named = ['to', 'cc', 'bcc'].flatMap((name) => (headers.get(name) ?? '').split(',').filter((one) => one.trim()));
  return {
    channel: 'email',
    id: headers.get(ID_HEADER.toLowerCase()) ?? null,
    to: recipients(addresses.length > 0 ? addresses : named),
    from: decodeWords(FromEmailAddress ?? headers.get('from') ?? '') || null,
    subject: headers.get('subject') ?? null,
    text,
    html,
    code: headers.get(CODE_HEADER.toLowerCase()) ?? null,
  };
};

const recipients = (addresses: string[]): string[] => {
  if (addresses.length === 0) throw new Error('The mail has no recipient');
  return addresses;
};
