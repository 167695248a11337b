import { describe, expect, test } from 'vitest';
import { contrast, inkOn, needsEdge } from '../../lib/base/colour.ts';
import { barsOf, lastMonths, total, usageQuery } from '../../lib/pages/browser/organization/company/counted.ts';
import { aheadOf, typedDays } from '../../lib/pages/browser/organization/company/retention.ts';
import { deleteAt, retentionStep } from '../../lib/signing/envelopes/rules/retention.ts';

describe('what a page says of an envelope’s end', () => {
  test.each([1, 13, 14, 15, 365])('is what the platform does when envelopes are kept for %i days', (days) => {
    const ended_at = '2026-11-26T10:00:00.000Z';
    const envelope = { status: 'complete', signed: true, retention_days: days, ended_at } as const;
    const { announced, deleted } = aheadOf(days, ended_at);
    expect([announced, deleted]).toEqual([retentionStep(envelope)?.at, deleteAt(envelope)]);
  });

  test('is said for whole numbers within the bounds alone', () => {
    expect(['', ' 30 ', '1', '36500'].map((typed) => typedDays(typed, 1, 36_500))).toEqual([null, 30, 1, 36_500]);
    for (const typed of ['0', '36501', '1.5', '-3', 'many']) expect(typedDays(typed, 1, 36_500), typed).toBe(undefined);
  });
});

describe('the bars of what was used', () => {
  const days = {
    '2025-12-31': { envelope: 5 },
    '2026-11-01': { envelope: 2, template: 1 },
    '2026-11-26': { envelope: 3 },
  };

  test('are those of 30 days and of 12 months, the oldest first', () => {
    const byDay = barsOf(days, 'envelope', 'day', '2026-11-26');
    expect([byDay.length, byDay[0]?.at, byDay.at(-1)]).toEqual([30, '2026-10-28', { at: '2026-11-26', count: 3 }]);
    expect(total(byDay)).toBe(5);
    const byMonth = barsOf(days, 'envelope', 'month', '2026-11-26');
    expect([byMonth[0], byMonth.at(-1)]).toEqual([
      { at: '2025-12', count: 5 },
      { at: '2026-11', count: 5 },
    ]);
  });

  test.each(['2026-01-31', '2024-02-29', '2026-12-31', '2026-03-31'])('of %s ask for at most 366 days', (today) => {
    const first = new URLSearchParams(usageQuery(today)).get('start_date') ?? '';
    expect((Date.parse(today) - Date.parse(first)) / 86_400_000).toBeLessThanOrEqual(366);
    expect(new Set(lastMonths(today)).size).toBe(12);
  });
});

describe('the ink on a colour', () => {
  test('is read on every colour, and buttons that a mail’s ground hides get an edge', () => {
    for (let grey = 0; grey < 256; grey += 5) {
      const color = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
      expect(contrast(color, inkOn(color)), color).toBeGreaterThanOrEqual(4.5);
    }
    expect(['#ffffff', '#1f242c', '#1f5fd0'].map(needsEdge)).toEqual([true, true, false]);
  });
});
