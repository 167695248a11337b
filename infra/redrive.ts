/**
 * Hands dead letters of the table's stream and of the schedule to their functions again (docs/operating.md says when):
 * `npm run redrive -- --dispatcher <function> --queue <url> [--queue <url>]`.
 */
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';
import { StreamClient } from './local/shared/stream-client.ts';
import { redrive } from './redrive/letters.ts';

const { values } = parseArgs({
  options: { dispatcher: { type: 'string' }, queue: { type: 'string', multiple: true } },
});
const { dispatcher, queue: queues } = values;
if (!dispatcher || !queues) {
  console.error('usage: npm run redrive -- --dispatcher <function DispatchEvents> --queue <url> [--queue <url>]');
  process.exit(1);
}
const lambda = new LambdaClient({});
const invoke = async (FunctionName: string, event: object): Promise<void> => {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) }),
  );
  if (FunctionError) throw new Error(`${FunctionName} failed: ${Buffer.from(Payload ?? []).toString()}`);
};
const clients = { sqs: new SQSClient({}), streams: new StreamClient() };
for (const url of queues) {
  const { handed, obsolete, left } = await redrive(url, { ...clients, dispatcher, invoke });
  console.log(`${url}: ${handed} handed over again, ${obsolete} obsolete, ${left.length} left.`);
  for (const reason of left) console.log(`left  ${reason}`);
  if (left.length > 0) process.exitCode = 1;
}
