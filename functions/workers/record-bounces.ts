import type { SNSEvent } from 'aws-lambda';
import { logged, withLogKeys } from '../../lib/base/log.ts';
import type { Access } from '../../lib/http/contract.ts';
import { failedMails } from '../../lib/notify/messages/failed-mails.ts';
import { recordFailedMails } from '../../lib/signing/envelopes/acts/record-failed-mails.ts';

export const access: Access = { change: ['envelope'] };

/** Records bounces and complaints, which SES publishes, at the recipients of their envelopes. */
export const handler = logged(async ({ Records }: SNSEvent): Promise<void> => {
  for (const { Sns } of Records) {
    const { envelope_id, failed } = failedMails(Sns.Message);
    if (!envelope_id || failed.length === 0) continue;
    await withLogKeys({ envelope_id }, () => recordFailedMails(envelope_id, failed));
  }
});
