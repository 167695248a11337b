/**
 * Lets `scim2-tester` and `scim-sanity` (PyPI) check SCIM on a platform of its own: `npm run scim`. Needs `python3` and
 * PyPI. Ends with 1 if one of them finds a fault.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import { newCompany, proveDomain } from '../identity-providers/company.ts';
import { newToken } from './scim-client.ts';

/** Domain of the addresses that `scim-sanity` makes up. */
const DOMAIN = 'example.com';

const folder = await mkdtemp(join(tmpdir(), 'countersign-scim-'));
const { api, dns, stop } = await startApiWithDns();
try {
  const company = await newCompany(api);
  await proveDomain(api, dns, company, DOMAIN);
  const { token } = await newToken(api, company);
  const url = `${api.url}/scim/v2`;
  /** Runs a program beside the platform, and returns its exit code. */
  const run = async (command: string, ...args: string[]): Promise<number | null> => {
    const env = { ...process.env, URL: url, TOKEN: token, DOMAIN };
    const [code] = await once(spawn(command, args, { stdio: 'inherit', env }), 'exit');
    return code;
  };
  const bin = join(folder, 'bin');
  const probe = ['probe', url, '--token', token, '--i-accept-side-effects'];
  const codes = [
    await run('python3', '-m', 'venv', folder),
    await run(join(bin, 'pip'), 'install', '--quiet', 'scim2-tester==0.5.2', 'scim-sanity==0.7.4', 'httpx2'),
    await run(join(bin, 'python'), 'test/directory/scim2-tester.py'),
    await run(join(bin, 'scim-sanity'), ...probe),
    await run(join(bin, 'scim-sanity'), ...probe, '--profile', 'entra'),
  ];
  process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
} finally {
  await stop();
  await rm(folder, { recursive: true });
}
