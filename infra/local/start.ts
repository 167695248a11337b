import { readOptions, type StartOptions, USAGE } from './options.ts';
import { onOrphaned } from './parent.ts';
import { type Platform, startPlatform } from './platform.ts';

const run = async (options: StartOptions): Promise<void> => {
  let platform: Platform | undefined;
  let leaving: Promise<void> | undefined;
  const leave = (code: number) => {
    leaving ??= (async () => {
      // A signal during the start waits for its end, so that nothing half-started stays behind.
      await starting.catch(() => {});
      await platform?.stop().catch((error) => console.error(error));
      process.exit(code);
    })();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave(0));
  // Whoever killed npm wants an immediate end; the next start continues the work.
  onOrphaned(() => (options.dataDir === undefined ? leave(0) : process.kill(process.pid, 'SIGKILL')));
  // In Lambda, one function's unhandled error ends one instance; here it must not end all others.
  process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', error));
  process.on('uncaughtException', (error) => console.error('Uncaught error:', error));

  // Browsers take passkeys at a name alone, not at an IP address.
  const starting = startPlatform({ ...options, threads: true, name: 'localhost' });
  platform = await starting;
  platform.failed.then((reason) => {
    if (leaving) return;
    console.error(`An engine stopped: ${reason}`);
    leave(1);
  });
  if (!leaving) console.log(summary(platform, options));
};

const summary = ({ url, dataDir }: Platform, options: StartOptions): string => `
  API        ${url}
  Reference  ${url}/docs
  OpenAPI    ${url}/openapi.json
  Mailbox    ${url}/local/mailbox
  Data       ${dataDir}${options.dataDir === undefined ? ' (removed at the end)' : ''}

Countersign is ready at ${url}`;

const fail = (error: Error): never => {
  console.error(`Countersign did not start. ${messageOf(error)}`);
  process.exit(1);
};

const messageOf = (error: Error): string => {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or choose another with --port.`;
  if (code === 'EACCES' && port)
    return `Port ${port} needs more rights than this process has: choose another with --port.`;
  return error.message;
};

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) console.log(USAGE);
  else await run(options);
} catch (error) {
  fail(error as Error);
}
