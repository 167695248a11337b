import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundlePages } from '../bundle-pages.ts';
import { bundleDocs } from '../docs/bundle-docs.ts';
import { BUCKET, dropTable, makeBucket, makeQueues, makeTable, TABLE, tableOfFolder } from './engines/resources.ts';
import { startEngines } from './engines.ts';
import { ENVIRONMENT_FILE, setEnvironment } from './environment.ts';
import { startFunctionThreads } from './function-threads.ts';
import { startGateway } from './gateway/gateway.ts';
import { holdHsmKey } from './hsm/held-seal-key.ts';
import { lockFolder } from './lock.ts';
import { startPump } from './pump/pump.ts';
import { isLeased, makeDueNow } from './shared/due-now.ts';
import { writeWhole } from './shared/durable-file.ts';
import type { GatewayOperation } from './shared/gateway-operation.ts';
import { nameLoopback } from './shared/loopback.ts';
import { startClock } from './shared/platform-clock.ts';
import { muteReports } from './shared/report.ts';
import { loadOperations, loadWorkers, type Workers } from './shared/workers.ts';
import { prepareSigningKeys } from './signing-keys.ts';

export interface Platform {
  /** Base address of the API, without a trailing slash. */
  url: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Waits until no work is left for now (see `POST /local/settle`); throws after two minutes. */
  settle(): Promise<void>;
  /** Resolves with the reason if an engine stops unexpectedly. */
  failed: Promise<string>;
  /** Stops everything that was started, and restores the process's environment and clock. Can be repeated. */
  stop(): Promise<void>;
}

export interface PlatformOptions {
  /** 0 for any free port. */
  port: number;
  /** A temporary folder by default. */
  dataDir?: string;
  /**
   * `stop` removes the folder, and the table that was made for it elsewhere. True by default if there is no `dataDir`.
   */
  ephemeral?: boolean;
  /** Policy of sign-up, as `SIGN_UP`; `open` by default. */
  signUp?: string;
  /** The name by which browsers reach it, in the place of the loopback address; not where `BASE_URL` is set. */
  name?: 'localhost';
  /** Runs the functions in threads of their own, so that they can use all processors. */
  threads?: boolean;
  /** Prints nothing: neither log lines nor background errors. */
  quiet?: boolean;
  /** The API's functions; by default those of `functions/index.ts`. */
  operations?: readonly GatewayOperation[];
  /** Functions without a route; by default those of `functions/workers`. */
  workers?: Workers;
}

const SETTLE_TIMEOUT = 120_000;

let inUse = false;

/**
 * Starts the whole platform in this process, one at a time, because functions take their settings from the process's
 * environment. Several may follow one another.
 */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  if (inUse) throw new Error('This process runs a platform already');
  inUse = true;
  // Services stop in the opposite order.
  const undo: (() => unknown)[] = [
    () => {
      inUse = false;
    },
  ];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      for (const step of undo.reverse()) await step();
    })();
    return stopping;
  };

  try {
    return { ...(await start(options, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const start = async (options: PlatformOptions, undo: (() => unknown)[]): Promise<Omit<Platform, 'stop'>> => {
  const dataDir = resolve(options.dataDir ?? (await mkdtemp(join(tmpdir(), 'countersign-'))));
  const ephemeral = options.ephemeral ?? options.dataDir === undefined;
  if (ephemeral) undo.push(() => rm(dataDir, { recursive: true, force: true }));
  muteReports(options.quiet ?? false);
  undo.push(() => muteReports(false));
  const lock = await lockFolder(dataDir);
  undo.push(lock.release);

  const gateway = await startGateway(options.port);
  undo.push(gateway.stop);
  const url = options.name ? nameLoopback(gateway.url, options.name) : gateway.url;
  const baseUrl = process.env.BASE_URL || url;
  lock.describe(url);
  const clock = startClock(dataDir);
  undo.push(clock.stop);

  const credentials = {
    accessKeyId: process.env.AWS_ACCESS_KEY_ID || 'countersign',
    secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY || 'countersign',
  };
  const account = {
    AWS_REGION: process.env.AWS_REGION || 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  // Given credentials belong to their owner, and are never written to files.
  const writable = process.env.AWS_ACCESS_KEY_ID ? { AWS_REGION: account.AWS_REGION } : account;
  const hsm = holdSealKey(process.env);
  undo.push(() => hsm?.key.close());
  undo.push(
    setEnvironment({
      ...account,
      // The SDK warns of two sources of credentials.
      AWS_PROFILE: undefined,
      // No child process and no thread is to know the HSM's PIN.
      SEAL_PIN: undefined,
      POWERTOOLS_SERVICE_NAME: 'countersign',
      POWERTOOLS_METRICS_NAMESPACE: 'Countersign',
      // On a terminal they would be noise.
      POWERTOOLS_METRICS_DISABLED: process.env.POWERTOOLS_METRICS_DISABLED || 'true',
      POWERTOOLS_LOG_LEVEL: process.env.POWERTOOLS_LOG_LEVEL || (options.quiet ? 'SILENT' : 'WARN'),
    }),
  );

  const engines = await startEngines(dataDir, credentials);
  undo.push(engines.stop);
  const { endpoint, external } = engines.dynamodb;
  const given = external ? process.env.TABLE_NAME : undefined;
  const table = given || (external ? tableOfFolder(dataDir) : TABLE);
  const [streamArn, queues, keys] = await Promise.all([
    makeTable(endpoint, table),
    makeQueues(engines.sqs.endpoint),
    prepareSigningKeys(dataDir, process.env),
    engines.s3.external && makeBucket(engines.s3.endpoint),
  ]);
  if (external && !given && ephemeral) undo.push(() => dropTable(endpoint, table));
  const variables = {
    ...engines.variables,
    ...keys,
    ...Object.fromEntries(queues.map(({ name, url }) => [`QUEUE_${name.toUpperCase()}_URL`, url])),
    TABLE_NAME: table,
    EMBEDDED_TABLE_URL: external ? undefined : endpoint,
    BUCKET_NAME: BUCKET,
    BASE_URL: baseUrl,
    APP_URL: process.env.APP_URL || baseUrl,
    MAIL_FROM: process.env.MAIL_FROM || 'Countersign <no-reply@countersign.localhost>',
    SIGN_UP: options.signUp || process.env.SIGN_UP || 'open',
    ADMINISTRATOR_EMAIL: process.env.ADMINISTRATOR_EMAIL,
    MESSAGES_PER_DAY: process.env.MESSAGES_PER_DAY || '1000000',
    ALLOW_LOOPBACK: 'true',
    PAGE_ASSETS: process.env.PAGE_ASSETS || (await makePages(dataDir)),
  };
  undo.push(setEnvironment(variables));
  writeWhole(join(dataDir, ENVIRONMENT_FILE), JSON.stringify({ ...writable, ...variables }, null, 1));

  // Another platform's table may have running workers.
  if (!given) await makeDueNow(isLeased);

  const threads = options.threads ? await startFunctionThreads({ sealKey: hsm }) : undefined;
  undo.push(() => threads?.stop());
  const operations = options.operations ?? threads?.operations ?? (await loadOperations());
  const workers = options.workers ?? threads?.workers ?? (await loadWorkers());
  const pump = startPump({
    dataDir: ephemeral ? undefined : dataDir,
    workers,
    streamArn,
    queues,
    dynamodb: engines.dynamodb,
    sqs: engines.sqs,
  });
  undo.push(pump.stop);
  gateway.serve(operations, { mailbox: engines.mailbox, clock, pump }, options.name && variables.APP_URL);
  // Before the services that running requests still need.
  undo.push(gateway.stop);

  return {
    url,
    dataDir,
    failed: engines.failed,
    settle: async () => {
      if (!(await pump.settle(SETTLE_TIMEOUT))) throw new Error('The platform did not become idle');
    },
  };
};

/** The seal key, if it is in an HSM: this process holds it for all functions. Nothing is asked of the HSM yet. */
const holdSealKey = ({ SEAL_KEY: name = '', SEAL_PIN: pin }: NodeJS.ProcessEnv) =>
  name.startsWith('pkcs11:') ? { name, key: holdHsmKey(name, pin || undefined) } : undefined;

/** Bundles the pages' scripts at every start, so that they match the source. */
const makePages = async (dataDir: string): Promise<string> => {
  const folder = join(dataDir, 'pages');
  await bundlePages(folder);
  bundleDocs(folder);
  return folder;
};
