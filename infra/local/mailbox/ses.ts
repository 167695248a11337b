import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { Incoming } from './mailbox.ts';

/** Headers with the sender's own id of a message, and the message's code or token. */
export const ID_HEADER = 'X-Countersign-Message-Id';
export const CODE_HEADER = 'X-Countersign-Code';

/** Reads the message of a SendEmail request (SES v2). The platform sends no `Raw` content. */
export const readSendEmail = ({
  FromEmailAddress,
  Destination = {},
  Content = {},
  EmailTags = [],
}: SendEmailCommandInput): Incoming => {
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
  if (!Content.Simple) throw new Error('Content.Simple is needed');
  const { Subject, Body, Headers = [], Attachments = [] } = Content.Simple;
  const header = (name: string) => Headers.find((one) => one.Name?.toLowerCase() === name.toLowerCase())?.Value;
  return {
    channel: 'email',
    id: header(ID_HEADER) ?? null,
    to: recipients([...ToAddresses, ...CcAddresses, ...BccAddresses]),
    from: FromEmailAddress ? decodeWords(FromEmailAddress) : null,
    subject: Subject?.Data ?? null,
    text: Body?.Text?.Data ?? null,
    html: Body?.Html?.Data ?? null,
    code: header(CODE_HEADER) ?? null,
    files: Attachments.map(({ FileName = '', ContentType = 'application/octet-stream', RawContent }) => ({
      name: FileName,
      mime: ContentType,
      // As it comes in the request's JSON.
      bytes: Buffer.from(String(RawContent), 'base64'),
    })),
    ...(EmailTags.length > 0
      ? { tags: Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name ?? '', Value ?? ''])) }
      : {}),
  };
};

/** Decodes the encoded words (RFC 2047) of a name, which the platform writes in base64 of UTF-8. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString());

const recipients = (addresses: string[]): string[] => {
  if (addresses.length === 0) throw new Error('The mail has no recipient');
  return addresses;
};
