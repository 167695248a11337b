import { type Attachment, SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { clientSettings } from '../../aws/client.ts';
import { shortenOnLoopback } from '../../aws/loopback.ts';
import { SECOND } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import type { MailFile } from '../../storage/outbox/outgoing.ts';
import { formatAddress, type MailAddress, parseAddress } from './address.ts';

export interface Email {
  /** Id of the message in the platform's records; sent as the header `X-Countersign-Message-Id`. */
  id: string;
  to: MailAddress;
  /** Display name of the sender instead of the platform's. */
  from?: string | null;
  /** Sender address instead of the platform's, verified by SES. */
  fromAddress?: string | null;
  replyTo?: MailAddress | null;
  subject: string;
  text: string;
  html: string;
  /** The one-time code in it: for the local mailbox only, never sent. */
  code?: string | null;
  /** The envelope in which a bounce or a complaint is recorded. */
  envelopeId?: string | undefined;
  files?: readonly MailFile[] | undefined;
}

export interface Sms {
  id: string;
  /** E.164: `+` and digits. */
  to: string;
  text: string;
  code?: string | null;
}

/** Name of the tag with the envelope's id. */
export const ENVELOPE_TAG = 'envelope_id';

let ses: SESv2Client | undefined;
let sns: SNSClient | undefined;

/** Time limit of an attempt with files: ten megabytes take longer to send than a text. */
const PATIENCE_WITH_FILES = 25 * SECOND;

/** The last mail with files: each takes several times its files' size in memory, so they go one after the other. */
let lastWithFiles: Promise<unknown> = Promise.resolve();

/** Sends a mail through SES and returns its id there. Throws SES's errors: the caller's queue decides about a retry. */
export const sendEmail = (mail: Email): Promise<string> => {
  if (!mail.files?.length) return sendNow(mail);
  const sent = lastWithFiles.then(() => sendNow(mail));
  lastWithFiles = sent.catch(() => {});
  return sent;
};

/** True if SES has refused the mail as it is, so that it was surely not sent. */
export const isRefused = (error: unknown): boolean =>
  error instanceof SESv2ServiceException && [400, 413].includes(error.$metadata.httpStatusCode ?? 0);

const sendNow = async (mail: Email): Promise<string> => {
  ses ??= shortenOnLoopback(new SESv2Client(clientSettings()), 'AWS_ENDPOINT_URL_SESV2');
  const own = parseAddress(config.mailFrom());
  const content = (data: string) => ({ Data: data, Charset: 'UTF-8' });
  const answer = await ses.send(
    new SendEmailCommand({
      FromEmailAddress: formatAddress({ name: mail.from || own.name, address: mail.fromAddress || own.address }),
      Destination: { ToAddresses: [formatAddress(mail.to)] },
      // SES returns the tag with a bounce or a complaint (`functions/workers/record-bounces.ts`).
      EmailTags: mail.envelopeId ? [{ Name: ENVELOPE_TAG, Value: mail.envelopeId }] : undefined,
      ConfigurationSetName: config.mailEvents(),
      ReplyToAddresses: mail.replyTo ? [formatAddress(mail.replyTo)] : undefined,
      Content: {
        Simple: {
          Subject: content(mail.subject),
          Body: { Text: content(mail.text), Html: content(mail.html) },
          Headers: [
            { Name: 'X-Countersign-Message-Id', Value: mail.id },
            { Name: 'Auto-Submitted', Value: 'auto-generated' },
            ...localCode(mail.code).map((code) => ({ Name: 'X-Countersign-Code', Value: code })),
          ],
          ...(mail.files?.length ? { Attachments: mail.files.map(attachment) } : {}),
        },
      },
    }),
    mail.files?.length ? { requestTimeout: PATIENCE_WITH_FILES } : {},
  );
  return answer.MessageId ?? '';
};

const attachment = ({ name, mime, bytes }: MailFile): Attachment => ({
  FileName: name,
  ContentType: mime,
  ContentDisposition: 'ATTACHMENT',
  ContentTransferEncoding: 'BASE64',
  RawContent: bytes,
});

/** Sends a text message through SNS and returns its id there. Throws SNS's errors. */
export const sendSms = async (sms: Sms): Promise<string> => {
  sns ??= new SNSClient(clientSettings());
  const attribute = (value: string) => ({ DataType: 'String', StringValue: value });
  const answer = await sns.send(
    new PublishCommand({
      PhoneNumber: sms.to,
      Message: sms.text,
      MessageAttributes: {
        'AWS.SNS.SMS.SMSType': attribute('Transactional'),
        'X-Countersign-Message-Id': attribute(sms.id),
        ...Object.fromEntries(localCode(sms.code).map((code) => ['X-Countersign-Code', attribute(code)])),
      },
    }),
  );
  return answer.MessageId ?? '';
};

/** Headers get into logs and archives that bodies never reach, so a code is in a header only locally. */
const localCode = (code: string | null | undefined): string[] => (code && config.allowLoopback() ? [code] : []);
