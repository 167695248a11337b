import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { noteTool } from '../outside-tools.ts';

/** Keys of the service: an authority's, and those of two people. */
const KEYS = {
  root: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ada: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  grace: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};

const VALID = 'validity: { valid-from: "2020-01-01T00:00:00+0000", valid-to: "2100-01-01T00:00:00+0000" }';

const configuration = (folder: string): string => `
external-url-prefix: http://certomancer.example
keysets:
  keys:
    path-prefix: ${folder}
    keys: { ${Object.keys(KEYS).map((name) => `${name}: { path: ${name}.pem }`)} }
pki-architectures:
  people:
    keyset: keys
    entity-defaults: { country-name: AT, organization-name: Test }
    entities:
      root: { common-name: Root }
      ada: { common-name: Ada Lovelace }
      grace: { common-name: Grace Hopper }
    certs:
      root:
        subject: root
        issuer: root
        ${VALID}
        profiles: [{ id: simple-ca, params: { max-path-len: 0 } }]
      ada:
        issuer: root
        ${VALID}
        profiles: [digsig-commitment]
      grace:
        issuer: root
        ${VALID}
        profiles: [digsig-commitment]
`;

const hasCertomancer = (): Promise<boolean> =>
  promisify(execFile)('python3', ['-c', 'import csc_dummy']).then(
    () => true,
    () => false,
  );

/**
 * Starts the trust service of `certomancer-csc-dummy` (PyPI), somebody else's reading of the standard (1.0.4), whose
 * `info` names this authorization server. It asks for no token. Undefined where Python doesn't have it.
 */
export const startCertomancer = async (
  authorization: string,
): Promise<{ url: string; stop: () => Promise<void> } | undefined> => {
  const isThere = await hasCertomancer();
  noteTool('certomancer-csc-dummy', isThere ? 'used' : 'missed');
  if (!isThere) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'countersign-certomancer-'));
  for (const [name, make] of Object.entries(KEYS))
    await writeFile(join(folder, `${name}.pem`), make().privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const file = join(folder, 'certomancer.yml');
  await writeFile(file, configuration(folder));
  const child = spawn('python3', ['test/trust-services/serve-certomancer.py', file, authorization], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const began = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  if (!began) throw new Error('The trust service of certomancer has not started');
  return {
    url: `http://127.0.0.1:${String(began[0]).trim()}`,
    stop: async () => {
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
