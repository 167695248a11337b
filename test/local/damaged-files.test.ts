import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPosition } from '../../infra/local/pump/stream-position.ts';
import { openJournal } from '../../infra/local/shared/journal.ts';
import { startClock } from '../../infra/local/shared/platform-clock.ts';
import { muteReports } from '../../infra/local/shared/report.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-damaged-'));
  muteReports(true);
});
afterAll(() => {
  muteReports(false);
  rmSync(folder, { recursive: true });
});

test.each(['', '{"off', '{"offset_ms":3600000}{'])('a clock file of %j is taken as missing', (text) => {
  writeFileSync(join(folder, 'clock.json'), text);
  const clock = startClock(folder);
  expect(clock.read().offset_ms).toBe(0);
  clock.stop();
});

test.each(['', '{"stream":"arn","after":{"a"'])(
  'a position of %j means that the stream is read from its beginning',
  (text) => {
    const file = join(folder, 'stream.json');
    writeFileSync(file, text);
    const position = openPosition(file, 'arn');
    expect(position.after('shard')).toBeUndefined();
    position.move('shard', '7');
    expect(openPosition(file, 'arn').after('shard')).toBe('7');
  },
);

test('a journal with a half-written line anywhere keeps all its whole entries, and can be continued', () => {
  const file = join(folder, 'queues.jsonl');
  writeFileSync(file, '{"sent":1}\n{"sent":{"id":"ha\n\n{"sent":2}\n{"sent":3');
  const read = () => {
    const entries: unknown[] = [];
    const journal = openJournal<{ sent: number }>(file, (entry) => entries.push(entry.sent));
    return { entries, journal };
  };
  const { entries, journal } = read();
  expect(entries).toEqual([1, 2]);
  journal.append({ sent: 4 });
  expect(read().entries).toEqual([1, 2, 4]);
  // The last entry is whole, and only its line break is missing.
  appendFileSync(file, '{"sent":5}');
  read().journal.append({ sent: 6 });
  expect(read().entries).toEqual([1, 2, 4, 5, 6]);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(6);
});
