import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import {
  copyFile,
  deleteFile,
  FileChangedError,
  FileMissingError,
  FileTooLargeError,
  fileSize,
  getFile,
  linkToFile,
  linkToUpload,
  putFile,
} from '../../lib/aws/files/file-store.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { startBucket } from './bucket.ts';

let directory: string;
let bucket: Awaited<ReturnType<typeof startBucket>>;
const before = { ...process.env };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'));
  bucket = await startBucket(directory);
});

afterAll(async () => {
  process.env = before;
  await bucket.stop();
  await rm(directory, { recursive: true });
});

const pdf = new TextEncoder().encode('%PDF-1.7 made up');

test('a stored file is read byte for byte until it is deleted', async () => {
  const key = fileKeys.upload('org', 'a name/with ünusual %2F parts');
  expect(await fileSize(key)).toBeNull();
  await putFile(key, pdf, 'application/pdf');
  expect(await fileSize(key)).toBe(pdf.length);
  expect(await getFile(key)).toEqual(pdf);
  await putFile(key, new Uint8Array([0, 255, 10]), 'application/octet-stream');
  expect(await getFile(key)).toEqual(new Uint8Array([0, 255, 10]));
  await deleteFile(key);
  await deleteFile(key);
  expect(await fileSize(key)).toBeNull();
  await expect(getFile(key)).rejects.toBeInstanceOf(FileMissingError);
});

test('a known hash is sent and signed with the request', async () => {
  const stated: unknown[] = [];
  const look = (message: unknown) => {
    stated.push((message as { request: ClientRequest }).request.getHeader('x-amz-content-sha256'));
  };
  const key = fileKeys.upload('org', 'known');
  const claimed = sha256('what the bucket compares the file with');
  subscribe('http.client.request.start', look);
  await putFile(key, pdf, 'application/pdf');
  await putFile(key, pdf, 'application/pdf', claimed);
  unsubscribe('http.client.request.start', look);
  expect(stated).toEqual([sha256(pdf), claimed]);
  expect(await getFile(key)).toEqual(pdf);
});

test('a file larger than the reader’s limit is not read', async () => {
  const key = fileKeys.upload('org', 'large');
  await putFile(key, new Uint8Array(1000), 'application/pdf');
  await expect(getFile(key, { maxBytes: 999 })).rejects.toBeInstanceOf(FileTooLargeError);
  expect(await getFile(key, { maxBytes: 1000 })).toHaveLength(1000);
});

describe('a file with a recorded hash', () => {
  const key = fileKeys.sealedDocument('org', 'e3', 'd1', 'f00d');
  const copy = fileKeys.envelopeDocument('org', 'e4', 'd1');
  const link = { filename: 'a.pdf', mime: 'application/pdf', disposition: 'inline' } as const;

  test('is read, linked to and copied only as it was recorded', async () => {
    await putFile(key, pdf, 'application/pdf');
    expect(await getFile(key, { sha256: sha256(pdf) })).toEqual(pdf);
    await copyFile(key, copy, sha256(pdf));
    expect(await (await fetch(await linkToFile(copy, { ...link, sha256: sha256(pdf) }))).bytes()).toEqual(pdf);
    const other = sha256('another file');
    await expect(getFile(key, { sha256: other })).rejects.toBeInstanceOf(FileChangedError);
    await expect(linkToFile(key, { ...link, sha256: other })).rejects.toBeInstanceOf(FileChangedError);
    await expect(copyFile(key, copy, other)).rejects.toBeInstanceOf(FileChangedError);
  });

  test('can’t be used without its hash', async () => {
    const attachment = fileKeys.attachment('org', 'e1', 'a field', 'f1');
    const template = fileKeys.templateDocument('org', 't1', 'd1');
    for (const recorded of [key, copy, attachment, template]) {
      const uses = [getFile(recorded), linkToFile(recorded, link), copyFile(recorded, 'org/elsewhere')];
      for (const use of uses) await expect(use).rejects.toThrow('recorded hash');
    }
  });

  test('is compared by its bytes where the bucket kept no hash of it', async () => {
    const s3 = mockClient(S3Client);
    try {
      s3.on(HeadObjectCommand).resolves({ ContentLength: pdf.length });
      s3.on(CopyObjectCommand).resolves({ CopyObjectResult: {} });
      s3.on(GetObjectCommand).callsFake(async () => ({ Body: { transformToByteArray: async () => pdf } }));
      const other = sha256('another file');
      expect(await linkToFile(key, { ...link, sha256: sha256(pdf) })).toContain('sealed-f00d');
      await copyFile(key, copy, sha256(pdf));
      await expect(linkToFile(key, { ...link, sha256: other })).rejects.toBeInstanceOf(FileChangedError);
      await expect(copyFile(key, copy, other)).rejects.toBeInstanceOf(FileChangedError);
    } finally {
      s3.restore();
    }
  });
});

describe('a link to a file', () => {
  test('opens without credentials, under the name and type it states', async () => {
    const key = fileKeys.combined('org', 'e1', 'f00d');
    await putFile(key, pdf, 'application/octet-stream');
    const link = await linkToFile(key, {
      filename: 'Lease "2026".pdf',
      mime: 'application/pdf',
      disposition: 'attachment',
    });
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('300');
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Lease _2026_.pdf"');
    expect(await answer.bytes()).toEqual(pdf);
  });

  test('states names in any script, and lasts as long as asked for', async () => {
    const link = await linkToFile(fileKeys.combined('org', 'e1', 'v1'), {
      filename: 'Verträge.pdf',
      mime: 'application/pdf',
      disposition: 'inline',
      expiresIn: 60,
    });
    const query = new URL(link).searchParams;
    expect(query.get('X-Amz-Expires')).toBe('60');
    expect(query.get('response-content-disposition')).toBe(
      'inline; filename="Vertr_ge.pdf"; filename*=UTF-8\'\'Vertr%C3%A4ge.pdf',
    );
  });

  test('opens nothing else', async () => {
    const key = fileKeys.combined('org', 'e2', 'f00d');
    await putFile(key, pdf, 'application/pdf');
    const link = await linkToFile(key, { filename: 'a.pdf', mime: 'application/pdf', disposition: 'inline' });
    const forged = link.replace('/e2/', '/e1/');
    expect((await fetch(forged)).status).toBe(403);
    expect((await fetch(link, { method: 'PUT', body: 'x' })).ok).toBe(false);
  });
});

describe('a link for an upload', () => {
  const key = fileKeys.upload('org', 'u1');

  test('takes one file of the stated type and size', async () => {
    const link = await linkToUpload(key, { mime: 'application/pdf', size: pdf.length });
    const answer = await fetch(link, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: pdf });
    expect(answer.status).toBe(200);
    expect(await getFile(key)).toEqual(pdf);
  });

  test('refuses another size and another type', async () => {
    const link = await linkToUpload(key, { mime: 'application/pdf', size: pdf.length });
    const send = (mime: string, body: Uint8Array<ArrayBuffer>) =>
      fetch(link, { method: 'PUT', headers: { 'content-type': mime }, body });
    expect((await send('application/pdf', new Uint8Array(pdf.length + 1))).status).toBe(403);
    expect((await send('text/html', pdf)).status).toBe(403);
    expect(await getFile(key)).toEqual(pdf);
  });
});
