/**
 * `npm run sam`: `sam local start-api` on the synthesized template, its functions in Docker with the engines of a
 * running local platform (`npm start`). `--data` names that platform's data folder; all other arguments are SAM's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { join, resolve } from 'node:path';
import { dockerAddress, forward } from './containers.ts';
import { ENVIRONMENT_FILE } from './environment.ts';
import { kmsServer } from './kms.ts';
import { templateForSam } from './sam-template.ts';
import { readIfThere } from './shared/durable-file.ts';
import { LOOPBACK, listenOn } from './shared/loopback.ts';
import { synthesized } from './synthesized.ts';

const TEMPLATE = 'cdk.out/sam.template.json';

const splitArguments = (args: readonly string[]) => {
  const at = args.indexOf('--data');
  if (at < 0) return { dataDir: process.env.DATA_DIR || '.countersign', forSam: args };
  return { dataDir: args[at + 1] ?? '', forSam: args.filter((_, index) => index !== at && index !== at + 1) };
};

const runningPlatform = async (dataDir: string): Promise<Record<string, string>> => {
  const text = readIfThere(join(dataDir, ENVIRONMENT_FILE));
  const environment = text === undefined ? undefined : (JSON.parse(text) as Record<string, string>);
  const endpoint = environment?.AWS_ENDPOINT_URL_DYNAMODB;
  if (!endpoint || !(await fetch(endpoint).catch(() => undefined))) {
    throw new Error(
      `No platform runs on the data folder ${resolve(dataDir)}: npm start first, or name another by --data`,
    );
  }
  return environment;
};

/** Variables for the functions' environments, and the servers that they name. */
const prepare = async (platform: Record<string, string>, address: string) => {
  const endpoints = Object.entries(platform).filter(([name]) => name.startsWith('AWS_ENDPOINT_URL_'));
  const ports = endpoints.map(([, url]) => new URL(url)).filter(({ hostname }) => hostname === LOOPBACK);
  const { SEAL_CERTIFICATE: certificate = '' } = platform;
  const keys: Record<string, string | undefined> = {
    'user-token': platform.USER_TOKEN_KEY,
    'signer-token': platform.SIGNER_TOKEN_KEY,
    seal: platform.SEAL_KEY,
    data: platform.DATA_KEY,
  };
  const kms = kmsServer((keyId) => keys[keyId]);
  const servers: Server[] = await Promise.all(ports.map(({ port }) => forward(Number(port), address)));
  const kmsPort = await listenOn(kms, 0);
  servers.push(await forward(kmsPort, address), kms);

  const reachable = (value: string) =>
    ports.reduce((text, { port }) => text.replace(`http://${LOOPBACK}:${port}`, `http://${address}:${port}`), value);
  const values = {
    ...Object.fromEntries(Object.entries(platform).map(([name, value]) => [name, reachable(value)])),
    USER_TOKEN_KEY: 'kms:user-token',
    SIGNER_TOKEN_KEY: 'kms:signer-token',
    SEAL_KEY: 'kms:seal',
    DATA_KEY: 'kms:data',
    SEAL_CERTIFICATE: readFileSync(certificate.replace('file:', ''), 'utf8'),
  };
  const everywhere = {
    ...Object.fromEntries(endpoints.map(([name, url]) => [name, reachable(url)])),
    AWS_ENDPOINT_URL_KMS: `http://${address}:${kmsPort}`,
    ALLOW_LOOPBACK: 'true',
  };
  return { values, everywhere, servers };
};

const run = async (): Promise<number> => {
  const { dataDir, forSam } = splitArguments(process.argv.slice(2));
  const platform = await runningPlatform(dataDir);
  const { values, everywhere, servers } = await prepare(platform, dockerAddress());
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
  const changed = templateForSam(synthesized().template(), architecture, values, everywhere);
  writeFileSync(TEMPLATE, JSON.stringify(changed), { mode: 0o600 });

  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = { ...process.env, ...platform };
  const sam = spawn('sam', ['local', 'start-api', '--template', TEMPLATE, ...forSam], {
    stdio: 'inherit',
    env: { ...process.env, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_PROFILE: undefined },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => sam.kill(signal));
  const [code] = await once(sam, 'exit');
  for (const server of servers) server.close();
  return code ?? 0;
};

try {
  process.exit(await run());
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
