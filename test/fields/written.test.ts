import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../lib/base/languages.ts';
import { DATE_FORMATS, writtenDate, writtenDay, writtenTime, writtenTimeIn } from '../../lib/base/written-time.ts';
import { writtenValue } from '../../lib/fields/written.ts';

const REGIONS = ['', '-AT', '-BR', '-CA', '-CH', '-EG', '-GB', '-IN', '-MX', '-PT', '-SA', '-US', '-ZA'];
const LOCALES = LANGUAGES.flatMap((language) => REGIONS.map((region) => language + region));

describe('a date on a document', () => {
  test.each(LOCALES)('has its month as a word in %s, and digits that everybody reads', (locale) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), (month, day) => {
        const stored = `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/2026`;
        for (const format of ['medium', 'long'] as const) {
          const written = writtenDate(stored, locale, format);
          expect(written).toMatch(/\p{L}/u);
          expect(written).toContain('2026');
          expect(written.match(/\p{Nd}+/gu)?.map(Number)).toContain(day);
        }
      }),
      { numRuns: 20 },
    );
    const time = '2026-01-12T23:30:00.000Z';
    for (const written of [writtenTime(time, locale), writtenDay(time, locale, 'Asia/Tokyo')]) {
      expect(written.replace(/UTC|[ap]\.?m\.?/giu, '')).toMatch(/\p{L}/u);
    }
  });

  test('is written as people of the locale write it', () => {
    const dates = ['en-GB', 'en-US', 'de', 'ja', 'ar', 'pt-PT'].map((locale) => writtenDate('12/01/2026', locale));
    expect(dates).toEqual([
      '1 Dec 2026',
      'Dec 1, 2026',
      '1. Dez. 2026',
      '2026年12月1日',
      '1 ديسمبر 2026',
      '1 de dezembro de 2026',
    ]);
  });

  test("has the sender's format, where the sender chose one", () => {
    expect(DATE_FORMATS.map((format) => writtenDate('12/01/2026', 'en-GB', format))).toEqual([
      '1 Dec 2026',
      '1 December 2026',
      '2026-12-01',
      '01.12.2026',
      '01/12/2026',
      '01-12-2026',
      '12/01/2026',
    ]);
  });

  test('that was stored as another text is written as it was stored', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!/^\d\d\/\d\d\/\d{4}$/.test(text)) expect(writtenDate(text, 'en')).toBe(text);
      }),
    );
  });
});

describe('a time on a document', () => {
  test('stands with its distance from UTC, and in UTC where nobody knows the zone', () => {
    const time = '2026-12-01T22:30:05.000Z';
    expect(writtenTimeIn(time, 'en-GB', 'Asia/Tokyo')).toBe('2 Dec 2026, 7:30:05 UTC+09:00');
    expect(writtenTimeIn(time, 'en-GB', 'Nowhere/Here')).toBeNull();
    const field = { type: 'timestamp', value: time, multiline: false, options: [], settings: {} } as const;
    expect(writtenValue(field, { locale: 'en-GB', timezone: 'Nowhere/Here' })).toBe('1 Dec 2026, 22:30:05 UTC');
    expect(writtenValue(field, { locale: 'en-GB', timezone: null })).toBe('1 Dec 2026, 22:30:05 UTC');
  });
});
