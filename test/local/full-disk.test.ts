import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startSqs } from '../../infra/local/engines/sqs.ts';
import { openMailbox } from '../../infra/local/mailbox/mailbox.ts';
import { startClock } from '../../infra/local/shared/platform-clock.ts';
import { now } from '../../lib/base/clock.ts';

// Every write to this device fails as on a full disk (ENOSPC).
const FULL = '/dev/full';

let folder: string;
const said: string[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-full-'));
  vi.spyOn(console, 'error').mockImplementation((text) => {
    said.push(String(text));
  });
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Runs `act` while there is no room for the file. */
const withoutRoom = async (file: string, act: () => Promise<void> | void): Promise<void> => {
  const aside = existsSync(file);
  if (aside) renameSync(file, `${file}.aside`);
  symlinkSync(FULL, file);
  try {
    await act();
  } finally {
    unlinkSync(file);
    if (aside) renameSync(`${file}.aside`, file);
  }
};

test('a message that the disk has no room for is refused and said, and none that was accepted is lost', async () => {
  const file = join(folder, 'queues.jsonl');
  const run = async (
    act: (send: (body: string) => Promise<unknown>, receive: () => Promise<string[]>) => Promise<void>,
  ) => {
    const engine = await startSqs(file);
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const client = new SQSClient({ endpoint: engine.endpoint, region: 'us-east-1', maxAttempts: 1, credentials });
    const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: 'countersign-message' }));
    await act(
      (MessageBody) => client.send(new SendMessageCommand({ QueueUrl, MessageBody })),
      async () => {
        const answer = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
        return (answer.Messages ?? []).map(({ Body }) => Body ?? '').sort();
      },
    );
    client.destroy();
    await engine.stop();
  };
  await run(async (send) => {
    await send('accepted before');
    await withoutRoom(file, async () => {
      await expect(send('refused')).rejects.toThrow();
    });
    expect(said.join('\n')).toMatch(/queues\.jsonl can not be written.*ENOSPC/s);
    await send('accepted after');
  });
  await run(async (_, receive) => {
    expect(await receive()).toEqual(['accepted after', 'accepted before']);
  });
});

test('a mail that the disk has no room for is not acknowledged, and arrives once when it is sent again', async () => {
  const directory = join(folder, 'mailbox');
  mkdirSync(directory);
  const mail = {
    channel: 'email' as const,
    id: 'one',
    to: ['theo@example.com'],
    from: null,
    subject: 'A mail',
    text: '',
    html: null,
    code: null,
  };
  const mailbox = openMailbox(directory);
  await withoutRoom(join(directory, 'messages.jsonl'), () => {
    expect(() => mailbox.deliver(mail)).toThrow('ENOSPC');
  });
  expect(mailbox.list()).toEqual([]);
  mailbox.deliver(mail);
  mailbox.deliver(mail);
  expect(openMailbox(directory).list('theo@example.com')).toHaveLength(1);
});

test('a clock that can’t be kept stays where it is', async () => {
  const clock = startClock(folder);
  clock.freeze(true);
  const before = now().getTime();
  await withoutRoom(join(folder, `clock.json.${process.pid}.partial`), () => {
    expect(() => clock.advance('P1D')).toThrow('ENOSPC');
  });
  expect(now().getTime()).toBe(before);
  expect(Date.parse(clock.advance('P1D').now) - before).toBe(86_400_000);
  clock.stop();
});
