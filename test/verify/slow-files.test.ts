import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../api.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { file } from '../templates/material.ts';

const plain = withTable(pagesOf(LETTER));

/** Streams without an end, which is looked for up to the end of the file, for each of them. */
const slow = (count: number): Uint8Array => {
  const objects = Array.from({ length: count }, (_, at) => `${at + 1} 0 obj\n<< >>\nstream\n`);
  return Uint8Array.from(Buffer.from(`%PDF-1.4\n${objects.join('')}startxref\n0\n%%EOF\n`, 'latin1'));
};

/** The document with so many further cross-reference streams, each of which unpacks to 50 MB and says nothing. */
const unpacking = (count: number): Uint8Array => {
  const empty = deflateSync(Buffer.alloc(50_000_000)).toString('latin1');
  let text = Buffer.from(plain).toString('latin1');
  let previous = /startxref\s+(\d+)/.exec(text)?.[1];
  for (let nth = 0; nth < count; nth++) {
    const at = text.length;
    const entries = `/Type /XRef /Size 100 /W [1 4 2] /Index [0 0] /Root 1 0 R /Prev ${previous}`;
    text += `90 0 obj\n<< ${entries} /Filter /FlateDecode /Length ${empty.length} >>\nstream\n${empty}\nendstream\nendobj\n`;
    text += `startxref\n${at}\n%%EOF\n`;
    previous = `${at}`;
  }
  return Uint8Array.from(Buffer.from(text, 'latin1'));
};

test('a file that takes more than 5 seconds of processor time is refused with the reason, and others are answered meanwhile', async () => {
  const api = await startApi();
  onTestFinished(api.stop);
  const verify = (bytes: Uint8Array) => {
    const form = new FormData();
    form.append('file', file(bytes, 'lease.pdf'));
    return api.anyone.verifyDocument({ form });
  };
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(counting));
  let ended = false;
  const attack = verify(slow(50_000)).finally(() => {
    ended = true;
  });
  const { status: fine, body: answer } = await verify(plain);
  expect([fine, answer.verdict, ended]).toEqual([200, 'unsealed', false]);
  expect(answer.sha256).toBe(createHash('sha256').update(plain).digest('hex'));
  const { status, body } = await attack;
  expect([status, body.status]).toEqual([406, 'ERROR']);
  expect(body.error).toContain('it takes more than 5 seconds of processor time to be read');
  expect(turns).toBeGreaterThan(100);
});

test('a file that unpacks to more than is read is refused with the reason', async () => {
  const api = await startApi();
  onTestFinished(api.stop);
  const form = new FormData();
  form.append('file', file(unpacking(3), 'lease.pdf'));
  const { status, body } = await api.anyone.verifyDocument({ form });
  expect([status, body.status]).toEqual([406, 'ERROR']);
  expect(body.error).toContain('it has more than 3 million values');
});
