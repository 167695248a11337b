import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { startPlatform } from '../../infra/local/platform.ts';
import { config } from '../../lib/base/config.ts';
import { fakeOperation, fakeWorkers, json } from './operations.ts';

/** A platform in a process of its own, for tests that kill it: each item written ends as one mail. */
const [dataDir = ''] = process.argv.slice(2);

const platform = await startPlatform({
  port: 0,
  dataDir,
  operations: [
    fakeOperation('POST /v2/items/{item_id}', async ({ pathParameters }) => {
      const Item = { pk: { S: pathParameters?.p3 ?? '' }, sk: { S: 'x' } };
      await table().send(new PutItemCommand({ TableName: config.table(), Item }));
      return json({});
    }),
  ],
  workers: fakeWorkers({
    'dispatch-events': async ({ Records }: DynamoDBStreamEvent) => {
      for (const { dynamodb } of Records) {
        const MessageBody = dynamodb?.NewImage?.pk?.S ?? '';
        await queues().send(new SendMessageCommand({ QueueUrl: config.queue('message'), MessageBody }));
      }
    },
    'send-message': async ({ Records }: SQSEvent) => {
      for (const { body } of Records) {
        await sleep(Math.random() * 20);
        await mailer().send(mail(body));
      }
    },
  }),
});

const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
const table = once(() => new DynamoDBClient({}));
const queues = once(() => new SQSClient({}));
const mailer = once(() => new SESv2Client({}));

const mail = (id: string) =>
  new SendEmailCommand({
    FromEmailAddress: config.mailFrom(),
    Destination: { ToAddresses: ['someone@example.com'] },
    Content: {
      Simple: {
        Subject: { Data: id },
        Body: { Text: { Data: id } },
        Headers: [{ Name: 'X-Countersign-Message-Id', Value: id }],
      },
    },
  });

process.on('SIGTERM', async () => {
  await platform.stop();
  process.exit(0);
});
console.log(`ready at ${platform.url}`);
