import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before the suite: a folder in which every test file leaves what the functions used of AWS (`test/aws-calls.ts`). */
export const setup = (): void => {
  process.env.AWS_USES_DIR = mkdtempSync(join(tmpdir(), 'countersign-aws-uses-'));
};

/**
 * After the suite: nothing was used that a function doesn't declare, and, when the whole suite ran, nothing is declared
 * that was never used. What is declared becomes the function's IAM role: least privilege is proven, not claimed.
 */
export const teardown = async (): Promise<void> => {
  const folder = process.env.AWS_USES_DIR ?? '';
  const used = new Map<string, Set<string>>();
  for (const file of readdirSync(folder)) {
    const uses = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string[]>;
    for (const [name, list] of Object.entries(uses)) {
      used.set(name, new Set([...(used.get(name) ?? []), ...list]));
    }
  }
  rmSync(folder, { recursive: true });
  const { declared, faultsOf } = await import('./declared-uses.ts');
  const whole = !process.argv.slice(2).some((word) => /test|\.ts|^-t|^--/.test(word));
  const faults = [...declared].flatMap(([name, access]) =>
    faultsOf(access, used.get(name) ?? new Set(), whole).map((fault) => `${name} ${fault}`),
  );
  if (faults.length === 0) return;
  console.error(`\nLeast privilege does not hold:\n${faults.map((fault) => `  ${fault}`).join('\n')}\n`);
  throw new Error(`Least privilege does not hold for ${faults.length} functions`);
};
