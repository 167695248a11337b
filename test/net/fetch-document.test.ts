import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchDocument } from '../../lib/aws/net/fetch-document.ts';

let server: Server;
let listener: RequestListener;
let base: string;

beforeEach(async () => {
  process.env.ALLOW_LOOPBACK = 'true';
  server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  delete process.env.ALLOW_LOOPBACK;
  server.closeAllConnections();
  server.close();
});

test('returns the bytes after redirects, named after the end of the path', async () => {
  listener = (request, response) =>
    request.url === '/start'
      ? response.writeHead(302, { location: '/files/My%20lease.pdf?v=2' }).end()
      : response.end('%PDF-1.7');
  const document = await fetchDocument(`${base}/start`);
  expect(Buffer.from(document.bytes).toString()).toBe('%PDF-1.7');
  expect(document.name).toBe('My lease.pdf');
});

describe('the name', () => {
  test.each([
    ['attachment; filename="lease.pdf"', 'lease.pdf'],
    ['attachment; filename=lease.pdf', 'lease.pdf'],
    ['attachment; filename="x.pdf"; filename*=UTF-8\'\'Vertr%C3%A4ge%20%E2%82%AC.pdf', 'Verträge €.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment', 'path.pdf'],
    ['nonsense', 'path.pdf'],
  ])('of %s is %s', async (header, name) => {
    listener = (_, response) => response.writeHead(200, { 'content-disposition': header }).end('x');
    expect((await fetchDocument(`${base}/path.pdf`)).name).toBe(name);
  });

  test('is `document` if the address has none', async () => {
    listener = (_, response) => response.end('x');
    expect((await fetchDocument(base)).name).toBe('document');
  });
});

describe('is refused as invalid, naming the field and the reason', () => {
  test('when the server has no such document', async () => {
    listener = (_, response) => response.writeHead(404).end();
    await expect(fetchDocument(base)).rejects.toMatchObject({
      code: 'invalid',
      details: { detail: 'uri: The document could not be fetched: the server answered with status 404.' },
    });
  });

  test('when the address is private', async () => {
    await expect(fetchDocument('https://10.0.0.1/a.pdf', 'documents.0.uri')).rejects.toMatchObject({
      code: 'invalid',
      details: { detail: 'documents.0.uri: The document could not be fetched: it is a private or reserved address.' },
    });
  });

  test('when loopback is not allowed', async () => {
    delete process.env.ALLOW_LOOPBACK;
    await expect(fetchDocument(base)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('when it is larger than 50 MB', async () => {
    listener = (_, response) => {
      response.writeHead(200, { 'content-length': String(60 * 1024 * 1024) });
      response.write('x');
    };
    await expect(fetchDocument(base)).rejects.toMatchObject({
      code: 'invalid',
      details: { detail: expect.stringContaining('larger than 50 MB') },
    });
  });
});
