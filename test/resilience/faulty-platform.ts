import { parseArgs } from 'node:util';
import { operations } from '../../functions/index.ts';
import { startPlatform } from '../../infra/local/platform.ts';
import { loadWorkers } from '../../infra/local/shared/workers.ts';
import { recorded, recordedWorkers } from '../aws-calls.ts';
import { signInKms } from '../kms.ts';
import { chosenFaults } from './fault-plan.ts';
import { startProxies } from './proxies.ts';

// `node test/resilience/faulty-platform.ts --fault '…' [--port 4000] [--list]`: README.md beside this file says how.
const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: [] },
    port: { type: 'string', default: '4000' },
    list: { type: 'boolean', default: false },
  },
});
const plan = chosenFaults(values.fault.join(' '));
const platform = await startPlatform({
  port: Number(values.port),
  operations: recorded(operations),
  workers: recordedWorkers(await loadWorkers()),
});
await signInKms();
const proxies = await startProxies();

proxies.add((service, passing) => {
  const before = plan.injected.length;
  const fault = plan.rule(service, passing);
  if (plan.injected.length > before) console.log(`fault: ${plan.injected.at(-1)}`);
  else if (values.list && passing.place) console.log(passing.place);
  return fault;
});
console.log(`Countersign is ready at ${platform.url}`);

const stop = async () => {
  await platform.stop();
  await proxies.stop();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
