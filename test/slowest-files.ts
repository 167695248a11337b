import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Files that the end of a run names: who adds a slow one sees it there. */
const NAMED = 20;

/** Seconds that a file took: its modules were loaded, its hooks and its tests ran. */
const secondsOf = (file: TestModule): number => {
  const { collectDuration, duration } = file.diagnostic();
  return (collectDuration + duration) / 1000;
};

/** Prints the slowest files of a run of many. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    if (files.length <= NAMED) return;
    const slowest = files
      .map((file) => ({ name: relative('.', file.moduleId), seconds: secondsOf(file) }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, NAMED);
    const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
    console.log(`\nThe ${NAMED} slowest of ${files.length} files:\n${lines.join('\n')}`);
  }
}
