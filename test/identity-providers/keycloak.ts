import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Version of Keycloak, from Maven. */
const VERSION = '26.7.3';
const ADMIN = 'admin';

/** Folder of the unpacked distribution, which later runs use again. Fetches it by Maven. */
const keycloakFolder = async (): Promise<string> => {
  const cache = join(tmpdir(), 'countersign-keycloak');
  const folder = join(cache, `keycloak-${VERSION}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const artifact = `org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`;
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  await run('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`]);
  const unpacked = join(cache, `unpacked-${process.pid}`);
  await mkdir(unpacked);
  await run('tar', ['xzf', join(cache, `keycloak-quarkus-dist-${VERSION}.tar.gz`), '-C', unpacked]);
  await rename(join(unpacked, `keycloak-${VERSION}`), folder);
  return folder;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

/** A user of a realm, whose password is the name. */
export interface RealmUser {
  username: string;
  email: string;
  emailVerified: boolean;
}

/** A running Keycloak with nothing in it but its administrator. Call `stop` when done. */
export const startKeycloak = async () => {
  const folder = await keycloakFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN, KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN };
  const settings = ['--db', 'dev-mem', '--http-host', '127.0.0.1', '--http-port', String(port)];
  const child = spawn(join(folder, 'bin/kc.sh'), ['start-dev', ...settings], { env, detached: true });
  const log = createWriteStream(join(folder, 'run.log'));
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  await answering(`${url}/realms/master`, child);

  const request = async (path: string, init: RequestInit, token?: string): Promise<Response> => {
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await fetch(`${url}${path}`, { ...init, headers: { ...init.headers, ...authorization } });
    if (!answer.ok) throw new Error(`Keycloak: ${path} answers ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const adminToken = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: ADMIN,
      password: ADMIN,
    });
    const answer = await request('/realms/master/protocol/openid-connect/token', { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  /** A call of the administrator's. */
  const asAdmin = async (method: string, path: string, body?: object): Promise<Response> => {
    const headers = { 'content-type': 'application/json' };
    return request(`/admin${path}`, { method, headers, body: body ? JSON.stringify(body) : null }, await adminToken());
  };

  return {
    /** Makes a realm with these clients and users, and returns its issuer. */
    makeRealm: async (realm: string, clients: readonly object[], users: readonly RealmUser[]): Promise<string> => {
      const withPasswords = users.map((user) => ({
        ...user,
        enabled: true,
        firstName: 'Grace',
        lastName: 'Hopper',
        credentials: [{ type: 'password', value: user.username, temporary: false }],
      }));
      await asAdmin('POST', '/realms', { realm, enabled: true, sslRequired: 'none', clients, users: withPasswords });
      return `${url}/realms/${realm}`;
    },
    /** Issuer that a realm of this name has. */
    issuerOf: (realm: string): string => `${url}/realms/${realm}`,
    /** Adds a client to a realm. */
    addClient: async (realm: string, client: object): Promise<void> => {
      await asAdmin('POST', `/realms/${realm}/clients`, client);
    },
    /** Certificate with which a realm signs assertions, as its SAML metadata states it. */
    samlCertificate: async (realm: string): Promise<string> => {
      const metadata = await (await request(`/realms/${realm}/protocol/saml/descriptor`, {})).text();
      const [, base64 = ''] = /<ds:X509Certificate>([^<]+)</.exec(metadata) ?? [];
      return `-----BEGIN CERTIFICATE-----\n${base64.trim()}\n-----END CERTIFICATE-----\n`;
    },
    /** Ends all sessions of a user, and has the clients told. */
    logOut: async (realm: string, username: string): Promise<void> => {
      const found = await asAdmin('GET', `/realms/${realm}/users?username=${username}`);
      const [user] = (await found.json()) as { id: string }[];
      await asAdmin('POST', `/realms/${realm}/users/${user?.id}/logout`);
    },
    stop: async (): Promise<void> => {
      // The shell that starts Java is the leader of its own group.
      if (child.pid && child.exitCode === null) process.kill(-child.pid);
      await Promise.race([once(child, 'exit'), setTimeout(10_000)]);
      log.end();
    },
  };
};

/** Waits until Keycloak answers. Its first start builds it, which takes minutes on a busy machine. */
const answering = async (url: string, child: ChildProcess): Promise<void> => {
  for (let second = 0; second < 300; second++) {
    if (child.exitCode !== null)
      throw new Error(`Keycloak ended with ${child.exitCode}: run.log in its folder says why`);
    const { ok } = await fetch(url).catch(() => ({ ok: false }));
    if (ok) return;
    await setTimeout(1000);
  }
  throw new Error('Keycloak did not start within five minutes');
};

type Username = Pick<RealmUser, 'username'>;

/** Signs in on Keycloak's own page, and returns the address to which it leads back. */
export const signInOnPage = async (url: string, user: Username): Promise<URL> => {
  const answer = await signInOn(url, user);
  const location = answer.headers.get('location');
  if (!location)
    throw new Error(`Keycloak does not lead back: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  return new URL(location);
};

/** Signs in on Keycloak's own page, and returns the form that its next page posts by itself, as SAML has it. */
export const signInForForm = async (
  url: string,
  user: Username,
): Promise<{ action: string; body: URLSearchParams }> => {
  const page = await (await signInOn(url, user)).text();
  const inputs = [...page.matchAll(/<input[^>]*name="(\w+)"[^>]*value="([^"]*)"/gi)];
  const body = new URLSearchParams();
  for (const [, name = '', value = ''] of inputs) body.append(name, value);
  return { action: actionOf(page, url), body };
};

const actionOf = (page: string, url: string): string => {
  const [, action] = /<form[^>]+action="([^"]+)"/i.exec(page) ?? [];
  if (!action) throw new Error(`Keycloak shows no form at ${url}: ${page.slice(0, 500)}`);
  return action.replaceAll('&amp;', '&');
};

/** Fills in the form of the page that `url` leads to, as a browser of its own does, with its cookies. */
const signInOn = async (url: string, { username }: Username): Promise<Response> => {
  const cookies = new Map<string, string>();
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const page = await (await visit(url)).text();
  const body = new URLSearchParams({ username, password: username });
  return visit(actionOf(page, url), { method: 'POST', body });
};
