import { readFileSync } from 'node:fs';
import { holdKey } from '../../../lib/aws/keys/signing-key.ts';
import { HsmError } from './hsm-error.ts';
import { type HsmKey, openHsmKey } from './hsm-key.ts';
import { readKeyUri } from './key-uri.ts';
import { loadModule } from './load-module.ts';

/** Has a key in an HSM sign in this process under its name `pkcs11:<URI>`. Nothing is asked of the HSM yet. */
export const holdHsmKey = (name: string, pin: string | undefined): HsmKey => {
  const uri = readKeyUri(name);
  if (uri.pinSource !== undefined && pin !== undefined) {
    throw new HsmError('The PIN is given twice: by SEAL_PIN, and by pin-source in SEAL_KEY');
  }
  const key = openHsmKey(uri, () => (uri.pinSource === undefined ? pin : readPin(uri.pinSource)), loadModule);
  holdKey(name, key);
  return key;
};

const readPin = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new HsmError("The file of pin-source in SEAL_KEY can't be read");
  }
};
