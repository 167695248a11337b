import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteTool } from '../outside-tools.ts';

/** The finding about one signature. */
interface Judged {
  field: string;
  /** True if it is intact and what came after it is permitted. */
  sound: boolean;
  /** The kind of changes after it; `OTHER` where they are more than any signature permits. */
  later: 'NONE' | 'LTA_UPDATES' | 'FORM_FILLING' | 'ANNOTATIONS' | 'OTHER';
}

const isThere = (): boolean => {
  try {
    execFileSync('python3', ['-c', 'import pyhanko.sign.validation'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The findings of pyHanko in strict mode, where it is installed. */
export const pyhanko = (bytes: Uint8Array): Judged[] | undefined => {
  const isUsed = isThere();
  noteTool('pyhanko', isUsed ? 'used' : 'missed');
  if (!isUsed) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pyhanko-'));
  try {
    writeFileSync(join(folder, 'signed.pdf'), bytes);
    const script = new URL('judge-signatures.py', import.meta.url).pathname;
    return JSON.parse(execFileSync('python3', [script, join(folder, 'signed.pdf')], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
};
