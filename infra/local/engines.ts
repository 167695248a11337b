import { join } from 'node:path';
import { startDynamoDb } from './engines/dynamodb.ts';
import { type Engine, external, type QueueEngine, type TableEngine } from './engines/engine.ts';
import { BUCKET } from './engines/resources.ts';
import { type Credentials, startS3 } from './engines/s3.ts';
import { startSqs } from './engines/sqs.ts';
import { openIdentities } from './mailbox/identities.ts';
import { startMailServer } from './mailbox/mail-server.ts';
import { type Mailbox, openMailbox } from './mailbox/mailbox.ts';

/** Variables by which the AWS SDK, and a user of the platform, choose another endpoint of a service. */
const VARIABLES = {
  dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB',
  s3: 'AWS_ENDPOINT_URL_S3',
  sqs: 'AWS_ENDPOINT_URL_SQS',
  mail: 'AWS_ENDPOINT_URL_SESV2',
  sms: 'AWS_ENDPOINT_URL_SNS',
} as const;

type Service = keyof typeof VARIABLES;

export interface Engines extends Record<Service, Engine> {
  dynamodb: TableEngine;
  sqs: QueueEngine;
  mailbox: Mailbox;
  /** Resolves with the reason if one of them stops unexpectedly. */
  failed: Promise<string>;
  /** Variables that point the functions' AWS clients to the engines. */
  variables: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts an engine for every service without an endpoint in the environment. */
export const startEngines = async (dataDir: string, credentials: Credentials): Promise<Engines> => {
  const started: Engine[] = [];
  const stop = async () => {
    await Promise.all(started.map((engine) => engine.stop()));
  };
  const engine = async (service: Service, start: () => Promise<Engine>): Promise<Engine> => {
    const elsewhere = process.env[VARIABLES[service]];
    const made = elsewhere ? external(elsewhere) : await start();
    started.push(made);
    return made;
  };

  const mailbox = openMailbox(join(dataDir, 'mailbox'));
  const identities = openIdentities(join(dataDir, 'mailbox'));
  try {
    const starting = await Promise.allSettled([
      engine('dynamodb', () => startDynamoDb(dataDir)),
      engine('s3', () => startS3(join(dataDir, 'files'), BUCKET, credentials)),
      engine('sqs', () => startSqs(join(dataDir, 'queues.jsonl'))),
      engine('mail', () => startMailServer('mail', mailbox, identities)),
      engine('sms', () => startMailServer('sms', mailbox)),
    ]);
    const [dynamodb, s3, sqs, mail, sms] = starting.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    }) as [TableEngine, Engine, QueueEngine, Engine, Engine];
    const all = { dynamodb, s3, sqs, mail, sms };
    const variables = Object.entries(all).map(([service, { endpoint }]) => [VARIABLES[service as Service], endpoint]);
    return {
      ...all,
      mailbox,
      failed: Promise.race(started.map((one) => one.failed)),
      variables: Object.fromEntries(variables),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
