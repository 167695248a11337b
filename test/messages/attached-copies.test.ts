import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  SESv2Client,
  SESv2ServiceException,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { mailboxPage } from '../../infra/local/mailbox/page.ts';
import { deleteFile, getFile, putFile } from '../../lib/aws/files/file-store.ts';
import { newId, sha256 } from '../../lib/base/ids.ts';
import { envelopeMessages } from '../../lib/notify/messages/envelope-messages.ts';
import { ATTACHED_BELOW } from '../../lib/notify/messages/sealed-copies.ts';
import { sendOnce } from '../../lib/notify/messages/send-once.ts';
import { findEnvelopeProgress } from '../../lib/signing/envelopes/reading/read-envelope.ts';
import { changeRecord } from '../../lib/storage/engine/client.ts';
import { envelopeDocumentKey } from '../../lib/storage/engine/keys.ts';
import { findDocuments } from '../../lib/storage/envelopes/read.ts';
import type { DocumentItem, EnvelopeProgress } from '../../lib/storage/records/envelope.ts';
import { type Api, type Mail, type Person, startApi } from '../api.ts';
import { type Envelope, pdf, recipient, sendEnvelope, sign } from '../stories/envelope.ts';

interface WithFiles extends Mail {
  attachments?: { name: string; mime: string; size: number; sha256: string; url: string }[];
}

let api: Api;
let sender: Person;
let envelope: Envelope;
let state: EnvelopeProgress;
let certificate: DocumentItem;

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
  const people = [recipient('One', 1), recipient('Copy', 2, { type: 'cc' })];
  envelope = await sendEnvelope(api, sender, people, { documents: [{ name: 'Our "contract".pdf', data: pdf() }] });
  await sign(api, envelope, 'One');
  await api.settle();
  state = (await findEnvelopeProgress(envelope.id)) as EnvelopeProgress;
  certificate = (await findDocuments(envelope.id)).find(({ type }) => type === 'certificate') as DocumentItem;
});
afterAll(() => api?.stop());

const NOTE = 'Attached files: 2.';

/** The newest mail to the recipient. */
const mailTo = async (role_name: string): Promise<WithFiles> => {
  const { email } = envelope.recipients.find((one) => one.role_name === role_name) ?? { email: '' };
  return (await api.messages(email))[0] as WithFiles;
};

/** Mails the completion anew, as the worker does for an event. */
const mailCompletion = async (of: EnvelopeProgress = { ...state }): Promise<void> => {
  await sendOnce(newId(), envelopeMessages(of, { event: 'envelope:sealed', role_name: '' }));
};

/** Expects a new mail to the signer with its link, and without files or words about any. */
const expectPlainMail = async (before: WithFiles): Promise<void> => {
  const mail = await mailTo('One');
  expect(mail.id).not.toBe(before.id);
  expect(mail).toMatchObject({ subject: before.subject, text: expect.not.stringContaining('Attached') });
  expect(mail.attachments).toBeUndefined();
  expect(mail.links[0]).toContain(`/sign/${envelope.id}/One/`);
};

test('a mail of completion has the sealed document and the certificate attached, for signers and recipients of copies', async () => {
  const documents = await findDocuments(envelope.id);
  for (const role of ['One', 'Copy']) {
    const mail = await mailTo(role);
    expect(mail.text).toContain(NOTE);
    expect(mail.html).toContain(NOTE);
    expect(mail.attachments?.map((one) => one.sha256)).toEqual(documents.map(({ sealed_sha256 }) => sealed_sha256));
    const [first] = mail.attachments ?? [];
    expect(first).toMatchObject({ name: 'Our _contract_ – signed.pdf', mime: 'application/pdf' });
    const { bytes, headers } = await api.request('GET', first?.url ?? '');
    expect(sha256(bytes)).toBe(first?.sha256);
    expect(headers.get('content-disposition')).toContain('filename="Our _contract_ - signed.pdf"');
    expect(mailboxPage([{ ...mail, from: null, sent_at: '2026-01-01T00:00:00.000Z' }])).toContain(first?.url);
  }
  // The sender signs in to read.
  expect((await api.messages(sender.email))[0]).toMatchObject({ text: expect.not.stringContaining('Attached') });
});

test('files are read once for all mails of an event', async () => {
  const send = vi.spyOn(S3Client.prototype, 'send');
  await mailCompletion();
  expect(send.mock.calls.filter(([command]) => command instanceof GetObjectCommand)).toHaveLength(2);
  send.mockRestore();
});

test('a recipient who had to prove more than the mailbox gets the link alone; a code by mail proves no more', async () => {
  const withMethods = (auth_methods: readonly ('passcode' | 'email')[]): EnvelopeProgress => ({
    ...state,
    recipients: state.recipients.map((one) => (one.type === 'cc' ? one : { ...one, auth_methods: [...auth_methods] })),
  });
  const before = await mailTo('One');
  await mailCompletion(withMethods(['email', 'passcode']));
  await expectPlainMail(before);
  expect((await mailTo('Copy')).attachments).toHaveLength(2);
  await mailCompletion(withMethods(['email']));
  expect((await mailTo('One')).attachments).toHaveLength(2);
});

test('the owner of the platform can switch it off', async () => {
  const before = await mailTo('One');
  const restore = setEnvironment({ ATTACH_SEALED_FILES: 'off' });
  await mailCompletion();
  restore();
  await expectPlainMail(before);
});

test('the mail goes with its link alone where the files are too large, missing, or not the recorded ones', async () => {
  const record = envelopeDocumentKey(envelope.id, certificate.id);
  const before = await mailTo('One');
  await changeRecord(record, { set: { sealed_size: ATTACHED_BELOW } });
  await mailCompletion();
  await changeRecord(record, { set: { sealed_size: certificate.sealed_size } });
  await expectPlainMail(before);

  const file = certificate.sealed_file ?? '';
  const bytes = await getFile(file, { sha256: certificate.sealed_sha256 ?? '' });
  const second = await mailTo('One');
  await deleteFile(file);
  await mailCompletion();
  await expectPlainMail(second);

  const third = await mailTo('One');
  await putFile(file, new TextEncoder().encode('another file'), 'application/pdf');
  await mailCompletion();
  await putFile(file, bytes, 'application/pdf');
  await expectPlainMail(third);
});

test('a mail that SES refuses with files goes without them, and what SES doesn’t answer is not sent twice', async () => {
  const ses = mockClient(SESv2Client);
  const toSigner = ({ Destination }: SendEmailCommandInput) => Destination?.ToAddresses?.[0]?.includes('One') ?? false;
  const sent: SendEmailCommandInput[] = [];
  let status = 400;
  ses.on(SendEmailCommand).callsFake((input: SendEmailCommandInput) => {
    if (toSigner(input)) sent.push(input);
    if (!input.Content?.Simple?.Attachments) return { MessageId: 'sent' };
    throw new SESv2ServiceException({
      name: 'MessageRejected',
      $fault: 'client',
      message: 'too large',
      $metadata: { httpStatusCode: status },
    });
  });
  try {
    await mailCompletion();
    expect(sent.map(({ Content }) => Content?.Simple?.Attachments?.length)).toEqual([2, undefined]);
    expect(sent.map(({ Content }) => Content?.Simple?.Body?.Text?.Data?.includes(NOTE))).toEqual([true, false]);
    status = 500;
    sent.length = 0;
    await expect(mailCompletion()).rejects.toThrow('too large');
    expect(sent).toHaveLength(1);
  } finally {
    ses.restore();
  }
});
