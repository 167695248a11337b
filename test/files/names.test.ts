import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition, safeFileName } from '../../lib/aws/files/names.ts';

test.each([
  ['lease.pdf', 'lease.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a.pdf', 'a.pdf'],
  ['a:b?.pdf', 'a_b_.pdf'],
  ['  .hidden. ', 'hidden'],
  ['', 'document'],
  ['...', 'document'],
  ['con.pdf', '_con.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['line\r\nbreak.pdf', 'linebreak.pdf'],
  ['Verträge €.pdf', 'Verträge €.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
])('%j becomes %j', (name, expected) => {
  expect(safeFileName(name)).toBe(expected);
});

test('any name becomes one that file systems accept, and a second pass doesn’t change it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const safe = safeFileName(name);
      expect(safe).not.toMatch(/[\\/:*?"<>|]/);
      expect(safe).not.toMatch(/^[. ]|[. ]$/);
      expect([...safe].length).toBeGreaterThan(0);
      expect([...safe].length).toBeLessThanOrEqual(160);
      expect(safeFileName(safe)).toBe(safe);
    }),
  );
});

test('a header names the file in ASCII, and in UTF-8 where that differs', () => {
  expect(contentDisposition('attachment', 'lease.pdf')).toBe('attachment; filename="lease.pdf"');
  expect(contentDisposition('inline', "Verträge (1)'s.pdf")).toBe(
    "inline; filename=\"Vertr_ge (1)'s.pdf\"; filename*=UTF-8''Vertr%C3%A4ge%20%281%29%27s.pdf",
  );
});

test('no name breaks out of its header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(contentDisposition('attachment', name)).toMatch(
        /^attachment; filename="[^"\\\p{Cc}]*"(; filename\*=UTF-8''[\w.!#$&+^`|~%-]+)?$/u,
      );
    }),
  );
});
