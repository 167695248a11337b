import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../api.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { file } from '../templates/material.ts';

const plain = withTable(pagesOf(LETTER));

/** The document with so many further cross-reference streams, each of which unpacks to 50 MB and says nothing. */
const slow = (count: number): Uint8Array => {
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
  const attack = verify(slow(60)).finally(() => {
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
