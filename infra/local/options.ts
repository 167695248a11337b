import { parseArgs } from 'node:util';
import { SIGN_UP_POLICY } from '../../lib/people/users/sign-up-policy.ts';

export interface StartOptions {
  port: number;
  /** Absent for `--ephemeral`: a temporary folder, removed at the end. */
  dataDir?: string;
  /** Policy of sign-up. */
  signUp: string;
  help: boolean;
}

export const USAGE = `Starts Countersign on this machine.

  npm start -- [options]

  --port <number>   port of the API (or the variable PORT; default 4000)
  --data <folder>   where everything is kept (or the variable DATA_DIR; default .countersign)
  --ephemeral       keep nothing: a temporary folder, removed at the end
  --sign-up <who>   open, invitation, or mail domains like example.com,example.org (or the variable SIGN_UP;
                    default open); ADMINISTRATOR_EMAIL names who may whatever it says
  --help            this text
`;

/** Reads the options of `npm start`. Throws an Error with a message for the terminal if they are invalid. */
export const readOptions = (args: readonly string[], env: NodeJS.ProcessEnv): StartOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      ephemeral: { type: 'boolean', default: false },
      'sign-up': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.ephemeral && values.data) throw new Error('--ephemeral and --data exclude each other.');

  const port = values.port || env.PORT || '4000';
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65535) {
    throw new Error(`The port must be a number from 1 to 65535, not "${port}".`);
  }
  const signUp = values['sign-up'] || env.SIGN_UP || 'open';
  if (!SIGN_UP_POLICY.test(signUp)) {
    throw new Error(`Who may sign up is open, invitation, or mail domains with commas between them, not "${signUp}".`);
  }
  return {
    port: Number(port),
    signUp,
    ...(values.ephemeral ? {} : { dataDir: values.data || env.DATA_DIR || '.countersign' }),
    help: values.help,
  };
};
