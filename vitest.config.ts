import { globSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Minutes that every other run saves (`npm run test:exhaustive`): faults, limits and filters in all their combinations.
 */
const EXHAUSTIVE = [
  'test/resilience/every-call.test.ts',
  'test/envelopes/largest-envelope.test.ts',
  'test/envelopes/list-calls.test.ts',
  'test/batches/killed-thousands.test.ts',
];
const isWanted = (file: string): boolean => process.env.EXHAUSTIVE === '1' || !EXHAUSTIVE.includes(file);

const FILES = globSync('test/**/*.test.ts').filter(isWanted);

/**
 * Files that take longest, most of them 20 seconds and more, begin first: at the end no processor waits for one of them.
 * Vitest itself begins with the largest files, and the table of guards, which takes longest, is small.
 */
const LONGEST = new RegExp(
  [
    'largest-envelope|every-call|list-calls',
    'guards/guards|layout-shift|parties-texts-organization|get-signing-page|organization-company|message-bound',
    'nested-stacks|signing-reading|variants|outages|notifications/preferences|sign-in-with-provider',
    'pages/list-envelopes|get-draft-page|get-account-page|every-operation|session-proofs|kills|demo|pdf/record|identity|faults',
    'bundle|pdfium|intake|uploads|signing-languages|local/start|get-envelope-page|signed-stands',
  ].join('|'),
);
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * Most files share a process, one after the other: modules are loaded and warm after the first. A file that changes the
 * environment or the clock, starts platforms of its own or replaces parts of modules gets a process of its own.
 */
const OWN_PROCESS =
  /process\.env(?:\.\w+|\[[^\]]+\])? (?:\?\?|\|\|)?=[^=]|(?:delete |assign\()process\.env|\bvi\.(?!wait)|mockClient|[A-Z]\w+\.prototype|startPlatform|setFaultyStage|startProxies|advanceClock|capturePrinted/;

const needsOwnProcess = (file: string): boolean => OWN_PROCESS.test(readFileSync(file, 'utf8'));

// What child processes and workers compile is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), `countersign-compile-cache-${process.getuid?.() ?? 0}`);

// No test is about how long it takes: a slow machine, or an engine that serves all test files at once, may take its
// time.
const patience = 300_000;

export default defineConfig({
  test: {
    reporters: ['default', './test/slowest-files.ts'],
    // They end in the opposite order: the one that may fail the suite ends last.
    globalSetup: [
      'test/least-privilege.ts',
      'test/temporary-folder.ts',
      'test/shared-keys.ts',
      'test/outside-tools.ts',
    ],
    setupFiles: ['test/own-environment.ts', 'test/quick-passwords.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Room for short-lived objects from the start: less garbage collection takes 10 % off a file's processor time.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // One more than there are processors: tests wait for engines, clocks and connections, too.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { extends: true, test: { name: 'alone', include: FILES.filter(needsOwnProcess) } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: FILES.filter((file) => !needsOwnProcess(file)),
          isolate: false,
          setupFiles: ['test/unchanged-environment.ts', 'test/quick-passwords.ts'],
        },
      },
    ],
  },
});
