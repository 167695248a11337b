import { parseArgs } from 'node:util';

export interface StartOptions {
  port: number;
  /** Absent for `--ephemeral`: a temporary folder, removed at the end. */
  dataDir?: string;
  help: boolean;
}

export const USAGE = `Starts Countersign on this machine.

  npm start -- [options]

  --port <number>   port of the API (or the variable PORT; default 4000)
  --data <folder>   where everything is kept (or the variable DATA_DIR; default .countersign)
  --ephemeral       keep nothing: a temporary folder, removed at the end
  --help            this text
`;

/** What `npm start` was asked for. Throws an Error with a message for the terminal where that makes no sense. */
export const readOptions = (args: readonly string[], env: NodeJS.ProcessEnv): StartOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      ephemeral: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.ephemeral && values.data) throw new Error('--ephemeral and --data exclude each other.');

  const port = values.port || env.PORT || '4000';
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65535) {
    throw new Error(`The port must be a number from 1 to 65535, not "${port}".`);
  }
  return {
    port: Number(port),
    ...(values.ephemeral ? {} : { dataDir: values.data || env.DATA_DIR || '.countersign' }),
    help: values.help,
  };
};
