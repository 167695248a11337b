import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Driver, keyActions, pointerActions } from './driver.ts';

const BINARY = ['firefox', 'firefox-esr'].map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));

/** Reason why Firefox isn't played; undefined if it can be. */
export const missingFirefox = (): string | undefined =>
  BINARY ? undefined : 'firefox is not installed (Debian: firefox-esr)';

/** Without the panel of downloads, which takes the focus from the page. */
const PREFERENCES = 'user_pref("browser.download.alwaysOpenPanel", false);\n';

/** The address at which Firefox listens, which it prints. */
const addressOf = async (firefox: ChildProcess): Promise<string> => {
  if (firefox.stderr) {
    for await (const line of createInterface(firefox.stderr)) {
      const [, address] = /WebDriver BiDi listening on (\S+)/.exec(line) ?? [];
      if (address) return address;
    }
  }
  throw new Error('Firefox ended');
};

/** Commands over Firefox's WebSocket; each has an answer with its number. */
const connect = async (address: string) => {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`Firefox doesn't answer at ${address}`));
  });
  const waiting = new Map<number, (answer: { error?: string; message?: string; result: unknown }) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
  };
  let last = 0;
  return async <Answer>(method: string, params: object): Promise<Answer> => {
    last += 1;
    const id = last;
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await new Promise<{ error?: string; message?: string; result: unknown }>((resolve) =>
      waiting.set(id, resolve),
    );
    waiting.delete(id);
    if (answer.error) throw new Error(`${answer.error}: ${answer.message}`);
    return answer.result as Answer;
  };
};

interface Tree {
  contexts: { context: string; children: Tree['contexts'] }[];
}

/** Starts Firefox without a window, controlled by WebDriver BiDi. */
export const startFirefox = async (): Promise<Driver> => {
  const profile = await mkdtemp(join(tmpdir(), 'countersign-firefox-'));
  await writeFile(join(profile, 'user.js'), PREFERENCES);
  const firefox = spawn(BINARY ?? '', ['--headless', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const send = await connect(await addressOf(firefox));
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  // A tab of its own: the first one may be a page of Firefox's.
  const { context: page } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  let context = page;

  // Values go in and out as JSON, so that BiDi's own form of them is needed for strings alone.
  const run = async <Answer>(body: string, ...values: unknown[]): Promise<Answer> => {
    const { result, exceptionDetails } = await send<{
      result?: { value?: string };
      exceptionDetails?: { text: string };
    }>('script.callFunction', {
      functionDeclaration: `async (given) => JSON.stringify({ answer: await (async function () { ${body} }).apply(null, JSON.parse(given)) ?? null })`,
      arguments: [{ type: 'string', value: JSON.stringify(values) }],
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result?.value ?? '{}').answer;
  };

  return {
    name: `Firefox ${capabilities.browserVersion}`,
    goTo: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run,
    draw: async (points) => {
      await send('input.performActions', { context, actions: pointerActions(points) });
    },
    type: async (keys) => {
      await send('input.performActions', { context, actions: keyActions(keys) });
    },
    choose: async (selector, path) => {
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      });
      await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files: [path] });
    },
    enterFrame: async (isInside) => {
      const tree = await send<Tree>('browsingContext.getTree', { root: page });
      context = isInside ? (tree.contexts[0]?.children[0]?.context ?? page) : page;
    },
    back: async () => {
      await send('browsingContext.traverseHistory', { context: page, delta: -1 });
    },
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context: page, viewport: { width, height } });
    },
    picture: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context: page });
      return Buffer.from(data, 'base64');
    },
    stop: async () => {
      const ended = new Promise((resolve) => firefox.once('exit', resolve));
      await send('browser.close', {}).catch(() => firefox.kill());
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
};
