import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipFiles } from '../../lib/aws/files/zip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('an archive opens again with every file under a safe and unique name', () => {
  const archive = zipFiles([
    { name: 'Lease.pdf', bytes: bytes('one') },
    { name: 'lease.pdf', bytes: bytes('two') },
    { name: 'lease (2).pdf', bytes: bytes('three') },
    { name: '../../evil.pdf', bytes: bytes('four') },
    { name: 'Verträge €.pdf', folders: ['Mietvertrag/2026', '../sealed'], bytes: bytes('five') },
    { name: '__proto__', bytes: bytes('six') },
    { name: '', bytes: bytes('') },
  ]);
  const opened = Object.entries(unzipSync(archive)).map(([name, content]) => [name, Buffer.from(content).toString()]);
  expect(opened).toEqual([
    ['Lease.pdf', 'one'],
    ['lease (2).pdf', 'two'],
    ['lease (2) (2).pdf', 'three'],
    ['evil.pdf', 'four'],
    ['2026/sealed/Verträge €.pdf', 'five'],
    ['__proto__ (2)', 'six'],
    ['document', ''],
  ]);
});

test('an empty archive is valid', () => {
  expect(unzipSync(zipFiles([]))).toEqual({});
});
