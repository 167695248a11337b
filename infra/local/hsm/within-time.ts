import type { Cryptoki } from './cryptoki.ts';
import { HsmError } from './hsm-error.ts';

/** Time in milliseconds in which a module must answer a call. */
const PATIENCE = 30_000;

/**
 * The module with a limit of time: a call that takes longer fails with an HsmError. Nothing can end such a call: the
 * module has a thread of the process. So it is asked for nothing more while the call lasts, and again afterwards.
 * `leave` gets the session that was opened so late that nobody waits for it.
 */
export const withinTime = (cryptoki: Cryptoki, leave: (session: bigint) => void): Cryptoki => {
  let stuck = false;
  const give = (what: string): never => {
    throw new HsmError(`The HSM ${what}: look at it and its network. If it stays so, start the platform again`);
  };
  const limited = async (name: string, call: () => Promise<unknown>): Promise<unknown> => {
    if (stuck) give('still has not answered an earlier call');
    const answer = call();
    const isLate = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), PATIENCE);
      const isThere = () => {
        clearTimeout(timer);
        resolve(false);
      };
      answer.then(isThere, isThere);
    });
    if (!isLate) return answer;
    stuck = true;
    process.on('exit', leaveNow);
    const isBack = () => {
      stuck = false;
      process.off('exit', leaveNow);
    };
    answer.then((opened) => {
      if (name === 'openSession') leave(opened as bigint);
      isBack();
    }, isBack);
    return give(`has not answered "${name}" for ${PATIENCE / 1000} seconds`);
  };
  return Object.fromEntries(
    Object.entries(cryptoki).map(([name, call]) => [
      name,
      (...given: unknown[]) => limited(name, () => (call as (...all: unknown[]) => Promise<unknown>)(...given)),
    ]),
  ) as unknown as Cryptoki;
};

/** At its exit Node would wait for the thread that the module has. Everything else has ended by then. */
const leaveNow = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
