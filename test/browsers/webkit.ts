import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { type Driver, keyActions, pointerActions } from './driver.ts';

/** WebKitGTK's small browser, where Debian and others put it. */
const [MINI_BROWSER] = globSync('/usr/{lib,libexec}/{*,}/webkit2gtk-4.[01]/MiniBrowser').concat(
  globSync('/usr/{lib,libexec}/webkit2gtk-4.[01]/MiniBrowser'),
);
const WEBDRIVER = '/usr/bin/WebKitWebDriver';
const PORT = 7799;
/** Name of elements in WebDriver's answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Reason why WebKit isn't played; undefined if it can be. */
export const missingWebKit = (): string | undefined => {
  if (!existsSync(WEBDRIVER) || !MINI_BROWSER) return 'WebKitWebDriver is not installed (Debian: webkit2gtk-driver)';
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? undefined : 'there is no display (xvfb-run gives it one)';
};

/** Starts WebKitGTK, controlled by WebDriver. */
export const startWebKit = async (): Promise<Driver> => {
  const driver = spawn(WEBDRIVER, [`--port=${PORT}`], { stdio: 'ignore' });
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { method, body: body ? JSON.stringify(body) : null });
    const { value } = (await answer.json()) as { value: Answer & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const begin = async (): Promise<{ sessionId: string; capabilities: { browserVersion: string } }> => {
    for (let times = 0; ; times++) {
      try {
        return await ask('POST', '/session', {
          capabilities: {
            alwaysMatch: { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } },
          },
        });
      } catch (error) {
        // Not listening yet.
        if (!(error instanceof TypeError) || times === 50) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const { sessionId, capabilities } = await begin();
  const session = `/session/${sessionId}`;
  const post = <Answer>(path: string, body: object): Promise<Answer> => ask<Answer>('POST', `${session}${path}`, body);

  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    goTo: (url) => post('/url', { url }),
    run: (body, ...args) => post('/execute/sync', { script: body, args }),
    draw: async (points) => {
      await post('/actions', { actions: pointerActions(points) });
    },
    type: async (keys) => {
      await post('/actions', { actions: keyActions(keys) });
    },
    choose: async (selector, path) => {
      const found = await post<Record<string, string>>('/element', { using: 'css selector', value: selector });
      await post(`/element/${found[ELEMENT]}/value`, { text: path });
    },
    enterFrame: async (isInside) => {
      if (!isInside) return post('/frame', { id: null });
      const frame = await post('/execute/sync', { script: FRAME, args: [] });
      await post('/frame', { id: frame });
    },
    back: () => post('/back', {}),
    resize: async (width, height) => {
      await post('/window/rect', { width, height });
    },
    picture: async () => Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'),
    stop: async () => {
      await ask('DELETE', session);
      driver.kill();
    },
  };
};

/** The frame of `<countersign-sign>`, which lies in a shadow tree. */
const FRAME = "return document.querySelector('countersign-sign').shadowRoot.querySelector('iframe')";
