/**
 * Plays a whole signing with the bundled functions in the folder that is the first argument; results go to the second.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operations } from '../../functions/index.ts';
import { makeLease } from '../../infra/local/demo/lease.ts';
import { startReceiver } from '../../infra/local/demo/receiver.ts';
import { play } from '../../infra/local/demo/story.ts';
import { startPlatform } from '../../infra/local/platform.ts';
import type { GatewayOperation } from '../../infra/local/shared/gateway-operation.ts';
import type { Worker, Workers } from '../../infra/local/shared/workers.ts';
import { connect } from '../../infra/local/story/http.ts';
import { kebabCase } from '../../infra/names.ts';
import { WORKERS } from '../../infra/workers.ts';

const [bundles = '', results = ''] = process.argv.slice(2);

/** A function that is imported from its bundle at its first call, as in Lambda. */
const bundled = <T extends (...given: never[]) => unknown>(name: string): T =>
  (async (...given: Parameters<T>) => {
    const { handler } = await import(pathToFileURL(join(bundles, name, 'index.mjs')).href);
    return handler(...given);
  }) as unknown as T;

const receiver = await startReceiver();
const platform = await startPlatform({
  port: 0,
  operations: operations.map(({ contract }) =>
    Object.assign(
      bundled<(...given: Parameters<GatewayOperation>) => ReturnType<GatewayOperation>>(kebabCase(contract.id)),
      {
        contract,
      },
    ),
  ),
  workers: Object.fromEntries(WORKERS.map((name) => [name, bundled<Worker>(name)])) as unknown as Workers,
});
try {
  // Its name is printed on the certificate: the text shaper must be in the bundle.
  const lease = { name: 'Lease عقد 租約 🏠.pdf', bytes: new Uint8Array(await makeLease()), isLease: true };
  await play(await connect(platform.url), receiver, lease, results, '');
} finally {
  receiver.stop();
  await platform.stop();
}
