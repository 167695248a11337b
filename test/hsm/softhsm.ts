import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteTool } from '../outside-tools.ts';

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

export const SOFT_PIN = '1234567';

export interface SoftHsm {
  modulePath: string;
  configuration: string;
  /** Brings a private key into the token, and returns its name `pkcs11:<URI>`. */
  bring: (label: string, pem: string) => string;
}

/** False where the run hides the tools of the machine, whatever modules lie on it. */
const isInstalled = (): boolean => spawnSync('softhsm2-util', ['--version']).error === undefined;

/** A new token of SoftHSM in a folder of its own; undefined where SoftHSM isn't installed, which the run's end says. */
export const startSoftHsm = (): SoftHsm | undefined => {
  const modulePath = isInstalled() ? MODULES.find((path) => existsSync(path)) : undefined;
  noteTool('softhsm2-util', modulePath ? 'used' : 'missed');
  if (!modulePath) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-softhsm-'));
  mkdirSync(join(folder, 'tokens'));
  const configuration = join(folder, 'softhsm2.conf');
  writeFileSync(configuration, `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\n`);
  const util = (...given: string[]) =>
    execFileSync('softhsm2-util', given, { env: { ...process.env, SOFTHSM2_CONF: configuration }, stdio: 'pipe' });
  util('--init-token', '--free', '--label', 'Seal', '--pin', SOFT_PIN, '--so-pin', SOFT_PIN);
  let keys = 0;
  return {
    modulePath,
    configuration,
    bring: (label, pem) => {
      writeFileSync(join(folder, 'key.pem'), pem);
      const id = String(++keys).padStart(2, '0');
      util('--import', join(folder, 'key.pem'), '--token', 'Seal', '--label', label, '--id', id, '--pin', SOFT_PIN);
      return `pkcs11:token=Seal;object=${label}?module-path=${modulePath}`;
    },
  };
};
