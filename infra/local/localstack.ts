/**
 * The end of `localstack.sh`: completes the deployed stack, and is its mailbox until it is stopped, because
 * LocalStack's free edition has neither custom resources nor SES v2.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerAddress, forward } from './containers.ts';
import { completeStack } from './emulated-stack.ts';
import { writeJson } from './gateway/answer.ts';
import { openIdentities } from './mailbox/identities.ts';
import { startMailServer } from './mailbox/mail-server.ts';
import { openMailbox } from './mailbox/mailbox.ts';
import { listenOn, loopbackUrl } from './shared/loopback.ts';
import { synthesized } from './synthesized.ts';

const { AWS_ENDPOINT_URL = '', AWS_REGION = '', AWS_ACCESS_KEY_ID = '', PORT = '4001' } = process.env;

const folder = mkdtempSync(join(tmpdir(), 'countersign-mail-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));

const mailbox = openMailbox(folder);
const messages = createServer(({ url = '/' }, response) => {
  const { pathname, searchParams } = new URL(url, loopbackUrl(0));
  if (pathname === '/local/messages') writeJson(response, 200, mailbox.list(searchParams.get('to') ?? undefined));
  else writeJson(response, 404, { status: 'ERROR', error: 'Only /local/messages is here' });
});
const messagesUrl = loopbackUrl(await listenOn(messages, Number(PORT)));

const mail = await startMailServer('mail', mailbox, openIdentities(folder));
const port = Number(new URL(mail.endpoint).port);
const address = dockerAddress();
await forward(port, address);

const { name } = synthesized();
const emulator = { endpoint: AWS_ENDPOINT_URL, region: AWS_REGION, accessKeyId: AWS_ACCESS_KEY_ID };
const everywhere = { AWS_ENDPOINT_URL_SESV2: `http://${address}:${port}`, ALLOW_LOOPBACK: 'true' };
console.log(`${await completeStack(emulator, name, everywhere)} functions of ${name} are complete`);
console.log(`Mails: ${messagesUrl}/local/messages, until this is stopped`);
