import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { isPublicAddress, type Resolve } from '../../lib/aws/net/addresses.ts';
import { type GuardedFetchOptions, guardedFetch } from '../../lib/aws/net/guarded-fetch.ts';
import { UnreachableError } from '../../lib/aws/net/unreachable.ts';

const servers: Server[] = [];

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const LIMITS = { timeoutMs: 5000, maxBytes: 1000 };
const local = (url: string, options: Partial<GuardedFetchOptions> = {}) =>
  guardedFetch(url, { ...LIMITS, allowLoopback: true, ...options });
const strict = (url: string, options: Partial<GuardedFetchOptions> = {}) =>
  guardedFetch(url, { ...LIMITS, allowLoopback: false, ...options });

const reasonOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.then(
    () => null,
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(UnreachableError);
  return (error as UnreachableError).reason;
};

const answering =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('addresses that are not public', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '5f00::1',
    'localhost',
    '',
  ])('%s is refused', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    '%s is a public one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('addresses that are refused before any name is looked up', () => {
  test.each([
    ['https://127.0.0.1/', 'private or reserved'],
    ['https://2130706433/', 'private or reserved'],
    ['https://0x7f000001/', 'private or reserved'],
    ['https://0x7f.1/', 'private or reserved'],
    ['https://0177.0.0.1/', 'private or reserved'],
    ['https://127.1/', 'private or reserved'],
    ['https://0/', 'private or reserved'],
    ['https://１２７.0.0.1/', 'private or reserved'],
    ['https://169.254.169.254/latest/meta-data/', 'private or reserved'],
    ['https://[::1]/', 'private or reserved'],
    ['https://[::ffff:127.0.0.1]/', 'private or reserved'],
    ['https://[::ffff:7f00:1]/', 'private or reserved'],
    ['https://[::7f00:1]/', 'private or reserved'],
    ['https://[fd00:ec2::254]/', 'private or reserved'],
    ['http://example.com/', 'only https'],
    ['http://127.0.0.1/', 'only https'],
    ['ftp://example.com/', 'only https'],
    ['file:///etc/passwd', 'only https'],
    ['data:text/plain,hello', 'only https'],
    ['https://user:pass@example.com/', 'user name or password'],
    ['https://user@example.com/', 'user name or password'],
    ['https://example.com:22/', 'port 443'],
    ['https://example.com:25/', 'port 443'],
    ['//example.com/', 'not a valid address'],
    ['', 'not a valid address'],
  ])('%s', async (url, reason) => {
    let lookups = 0;
    const resolve: Resolve = async () => {
      lookups += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    expect(await reasonOf(strict(url, { resolve }))).toContain(reason);
    expect(lookups).toBe(0);
  });
});

describe('names', () => {
  test('a name with a private address is refused at connect time', async () => {
    expect(await reasonOf(strict('https://intranet.example/', { resolve: answering('10.0.0.5') }))).toContain(
      'intranet.example has a private or reserved address',
    );
  });

  test('a private address beside a public one is refused too', async () => {
    const resolve = answering('93.184.215.14', '127.0.0.1');
    expect(await reasonOf(strict('https://mixed.example/', { resolve }))).toContain('private or reserved address');
  });

  test('an IPv6 form of a private address is refused', async () => {
    const resolve = answering('::ffff:10.0.0.5');
    expect(await reasonOf(strict('https://six.example/', { resolve }))).toContain('private or reserved address');
  });

  test('the connection uses the address that was checked: a name is looked up once for each connection', async () => {
    const base = await serve((_, response) => response.end('ok'));
    const port = new URL(base).port;
    const answers = ['127.0.0.1', '10.0.0.5'];
    const resolve: Resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
    const first = await local(`http://rebind.localhost:${port}/`, { resolve });
    expect(Buffer.from(first.bytes).toString()).toBe('ok');
    expect(answers).toEqual(['10.0.0.5']);
    expect(await reasonOf(local(`http://rebind.localhost:${port}/`, { resolve }))).toContain('private or reserved');
  });

  test('an unknown name is reported as unknown', async () => {
    const resolve: Resolve = async () => Promise.reject(new Error('ENOTFOUND'));
    expect(await reasonOf(strict('https://nowhere.example/', { resolve }))).toBe(
      'the host nowhere.example was not found',
    );
    expect(await reasonOf(strict('https://empty.example/', { resolve: answering() }))).toContain('has no address');
  });

  test('plain http is allowed to loopback hosts only, even on the local platform', async () => {
    expect(await reasonOf(local('http://example.com/', { resolve: answering('127.0.0.1') }))).toContain('only https');
    expect(await reasonOf(local('https://192.168.0.1/'))).toContain('private or reserved');
  });
});

describe('redirects', () => {
  test('are returned unless they are to be followed', async () => {
    const base = await serve((_, response) => response.writeHead(302, { location: '/next' }).end());
    const answer = await local(base);
    expect(answer).toMatchObject({ status: 302, headers: { location: '/next' } });
  });

  test('are followed, and the last address is returned', async () => {
    const base = await serve((request, response) =>
      request.url === '/a'
        ? response.writeHead(302, { location: 'b?x=1' }).end('moved')
        : response.end(`at ${request.url}`),
    );
    const answer = await local(`${base}/a`, { follow: true });
    expect(Buffer.from(answer.bytes).toString()).toBe('at /b?x=1');
    expect(answer.url).toBe(`${base}/b?x=1`);
  });

  test.each([
    'https://169.254.169.254/latest/',
    'https://10.0.0.1/',
    'http://example.com/',
    'file:///etc/passwd',
    'https://[::ffff:10.0.0.1]/',
  ])('to %s is refused', async (location) => {
    const base = await serve((_, response) => response.writeHead(301, { location }).end());
    expect(await reasonOf(local(base, { follow: true }))).toMatch(/private or reserved|only https/);
  });

  test('to a name with a private address is refused', async () => {
    const base = await serve((_, response) => response.writeHead(307, { location: 'https://in.example/' }).end());
    expect(await reasonOf(local(base, { follow: true, resolve: answering('192.168.0.9') }))).toContain(
      'in.example has a private or reserved address',
    );
  });

  test('end after three', async () => {
    let requests = 0;
    const base = await serve((_, response) => {
      requests += 1;
      response.writeHead(302, { location: `/${requests}` }).end();
    });
    expect(await reasonOf(local(base, { follow: true }))).toContain('more than 3 times');
    expect(requests).toBe(4);
  });

  test('to another server lose the headers meant for the first', async () => {
    const seen: (string | undefined)[] = [];
    const second = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const first = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: second }).end();
    });
    await local(first, { follow: true, headers: { authorization: 'Bearer x' } });
    expect(seen).toEqual(['Bearer x', undefined]);
  });
});

describe('bounds', () => {
  test('an answer that announces too many bytes is refused', async () => {
    const base = await serve((_, response) => response.end('x'.repeat(1001)));
    expect(await reasonOf(local(base))).toBe('the answer is larger than 1000 bytes');
  });

  test('an answer that streams without end is refused', async () => {
    const base = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(500)));
      };
      response.on('drain', more);
      more();
    });
    expect(await reasonOf(local(base))).toBe('the answer is larger than 1000 bytes');
  });

  test('exactly as many bytes as allowed are taken', async () => {
    const base = await serve((_, response) => response.end('x'.repeat(1000)));
    expect((await local(base)).bytes).toHaveLength(1000);
  });

  test('truncation returns the beginning', async () => {
    const base = await serve((_, response) => response.end('x'.repeat(5000)));
    expect((await local(base, { overflow: 'truncate' })).bytes).toHaveLength(1000);
  });

  test('a server that never answers or never finishes is given up', async () => {
    const silent = await serve(() => {});
    expect(await reasonOf(local(silent, { timeoutMs: 100 }))).toContain('no complete answer within');
    const endless = await serve((_, response) => {
      response.write('a');
    });
    expect(await reasonOf(local(endless, { timeoutMs: 100 }))).toContain('no complete answer within');
  });

  test('a connection that breaks off is an error', async () => {
    const cut = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setImmediate(() => response.destroy());
    });
    expect(await reasonOf(local(cut))).toContain('closed');
    const upgrade = await serve((request) =>
      request.socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    );
    expect(await reasonOf(local(upgrade))).toMatch(/closed|failed/);
    const port = new URL(upgrade).port;
    servers.at(-1)?.close();
    servers.at(-1)?.closeAllConnections();
    expect(await reasonOf(local(`http://127.0.0.1:${port}/`))).toContain('refused');
  });
});

test('method, headers and body arrive, and the answer comes back with its status and headers', async () => {
  const base = await serve(async (request, response) => {
    const chunks = await request.toArray();
    response.writeHead(418, { 'x-echo': `${request.method} ${request.headers['x-test']}` }).end(Buffer.concat(chunks));
  });
  const answer = await local(base, { method: 'POST', headers: { 'x-test': 'yes' }, body: 'café' });
  expect(answer.status).toBe(418);
  expect(answer.headers['x-echo']).toBe('POST yes');
  expect(Buffer.from(answer.bytes).toString()).toBe('café');
});
