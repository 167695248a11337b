import { openJournal } from '../shared/journal.ts';
import { actionOf, type QueueAnswer, type QueueApp, type QueueRequest, queueName } from './queue-protocol.ts';

interface Message {
  id: string;
  queue: string;
  body: string;
  attributes?: Record<string, unknown>;
}

type Entry = { sent: Message } | { deleted: string };

/** Queue of messages that failed too often. */
export const deadLetterQueue = (name: string): string => `${name}-dead-letters`;

const COMPACT_AFTER = 1000;

/**
 * Makes the engine durable, as SQS is: an accepted message exists until it is deleted, whatever happens to the process.
 * Sends and deletions are written to a journal before they are answered; a new queue gets the journal's remaining
 * messages. Dead letters return to their original queue: a restart redrives them. Returns a function that counts the
 * messages of a queue.
 */
export const keepMessages = (app: QueueApp, path: string): ((queue: string) => number) => {
  const alive = new Map<string, Message>();
  const receipts = new Map<string, string>();
  let dead = 0;
  const journal = openJournal<Entry>(path, (entry) => {
    if ('sent' in entry) alive.set(entry.sent.id, entry.sent);
    else alive.delete(entry.deleted);
  });
  journal.rewrite([...alive.values()].map((sent) => ({ sent })));
  const left = new Set(alive.values());

  const keep = (message: Message) => {
    alive.set(message.id, message);
    journal.append({ sent: message });
  };
  const drop = (id: string) => {
    if (!alive.delete(id)) return;
    journal.append({ deleted: id });
    dead++;
    if (dead < COMPACT_AFTER || dead < alive.size) return;
    journal.rewrite([...alive.values()].map((sent) => ({ sent })));
    dead = 0;
  };

  const seen: Record<string, (request: QueueRequest, answer: QueueAnswer) => void> = {
    SendMessage: ({ QueueUrl, MessageBody = '', MessageAttributes }, { MessageId = '' }) =>
      keep(message(MessageId, QueueUrl, MessageBody, MessageAttributes)),
    SendMessageBatch: ({ QueueUrl, Entries = [] }, { Successful = [] }) => {
      for (const { Id, MessageId = '' } of Successful) {
        const entry = Entries.find((candidate) => candidate.Id === Id);
        keep(message(MessageId, QueueUrl, entry?.MessageBody ?? '', entry?.MessageAttributes));
      }
    },
    ReceiveMessage: (_, { Messages = [] }) => {
      for (const { ReceiptHandle, MessageId } of Messages) receipts.set(ReceiptHandle, MessageId);
    },
    DeleteMessage: ({ ReceiptHandle = '' }) => forget(ReceiptHandle),
    DeleteMessageBatch: ({ Entries = [] }) => {
      for (const { ReceiptHandle = '' } of Entries) forget(ReceiptHandle);
    },
  };
  const forget = (receipt: string) => {
    drop(receipts.get(receipt) ?? '');
    receipts.delete(receipt);
  };

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200) return payload;
    const action = actionOf(request.headers);
    const answer = JSON.parse(String(payload || '{}')) as QueueAnswer;
    seen[action]?.(request.body as QueueRequest, answer);
    if (action === 'CreateQueue') {
      const name = queueName(answer.QueueUrl);
      for (const old of [...left].filter(({ queue }) => queue === name || queue === deadLetterQueue(name))) {
        left.delete(old);
        await send(app, answer.QueueUrl ?? '', old);
        drop(old.id);
      }
    }
    return payload;
  });

  return (name) => {
    let count = 0;
    for (const { queue } of alive.values()) if (queue === name) count++;
    return count;
  };
};

const message = (id: string, url: string | undefined, body: string, attributes?: Record<string, unknown>): Message => ({
  id,
  queue: queueName(url),
  body,
  ...(attributes ? { attributes } : {}),
});

const send = (app: QueueApp, QueueUrl: string, { body, attributes }: Message) =>
  app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessage' },
    payload: JSON.stringify({ QueueUrl, MessageBody: body, MessageAttributes: attributes }),
  });
