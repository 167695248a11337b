import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Frame, type Page } from 'playwright-core';

/** Sizes at which pages are played. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** A page of the platform in the browser. */
export interface Tab {
  page: Page;
  /** Errors that scripts left, and what the Content-Security-Policy refused. Answers of the API are none. */
  faults: string[];
  /** Violations of WCAG 2.2 AA that axe finds in what is shown now, by rule and element. */
  barriers(): Promise<string[]>;
}

export interface Browser {
  /** Opens `url` in a window of its own, which shares nothing with others. */
  open(url: string, size?: { width: number; height: number }): Promise<Tab>;
  /** False once it has stopped or crashed. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const CHROMIUM = createRequire(import.meta.url).resolve('@sparticuz/chromium');

/** The folder of the unpacked Chromium of this version, one for each user of the machine. */
const browserFolder = (): string => {
  const { version } = JSON.parse(readFileSync(join(dirname(CHROMIUM), '../../package.json'), 'utf8'));
  return join(process.env.LASTING_TMPDIR ?? tmpdir(), `countersign-chromium-${version}-${process.getuid?.() ?? 0}`);
};

/**
 * Unpacks Chromium with the libraries that a machine without any browser lacks (NSS, NSPR, expat): the package brings
 * them, but unpacks them only where it takes itself to be in Lambda. Test files that run at the same time don't disturb
 * each other.
 */
const unpackBrowser = async (): Promise<string> => {
  const folder = browserFolder();
  if (existsSync(folder)) return folder;
  const unpacked = await mkdtemp(`${folder}-`);
  const script = `await (await import(${JSON.stringify(CHROMIUM)})).default.executablePath()`;
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    await rename(unpacked, folder);
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true });
    // Another test file may have been faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

/** Fonts of the packages alone, whatever the machine has: pictures of pages look the same everywhere. */
const fontSettings = (folder: string, home: string): string => {
  const folders = [
    join(folder, 'fonts'),
    fromRoot('node_modules/@expo-google-fonts'),
    fromRoot('node_modules/dejavu-fonts-ttf'),
  ];
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    ${folders.map((one) => `<dir>${one}</dir>`).join('')}<cachedir>${join(home, 'fonts')}</cachedir></fontconfig>`;
};

/** Starts the Chromium that comes with `npm ci`. It needs no program and no library of the machine's but libc. */
export const startBrowser = async (): Promise<Browser> => {
  const folder = await unpackBrowser();
  const home = await mkdtemp(join(tmpdir(), 'countersign-browser-'));
  await mkdir(join(home, 'fonts'));
  const fonts = join(home, 'fonts.conf');
  await writeFile(fonts, fontSettings(folder, home));
  const browser = await chromium.launch({
    executablePath: join(folder, 'chromium'),
    // Pages draw in two dimensions: an emulated graphics card would take a fifth of the processor time for nothing.
    args: ['--no-sandbox', '--disable-gpu'],
    // Names of files have letters beyond ASCII.
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: fonts, HOME: home, LC_ALL: 'C.UTF-8' },
  });

  return {
    open: async (url, viewport = DESKTOP) => {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        // Chromium reports every answer of 400 and above, which the page itself shows.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          faults.push(message.text());
        }
      });
      await page.goto(url);
      return { page, faults, barriers: () => barriersOf(page) };
    },
    isRunning: () => browser.isConnected(),
    stop: async () => {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};

let shared: Promise<Browser> | undefined;

/**
 * The browser of all test files that share this process; it ends with the process. Windows share nothing, so files need
 * no browsers of their own, each of which takes a second to start.
 */
export const sharedBrowser = async (): Promise<Browser> => {
  const running = await shared;
  if (running?.isRunning()) return running;
  shared = startBrowser();
  return shared;
};

const AXE_OF_PLAYWRIGHT = createRequire(import.meta.url).resolve('@axe-core/playwright');
let axe: string | undefined;

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Run by the browser: what axe finds, as lines. To send all else that it tells would take longer than to find it. */
const FIND_BARRIERS = `axe
  .run(document, { runOnly: ${JSON.stringify(LEVELS)}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`;

const barriersOf = async (page: Page): Promise<string[]> => {
  axe ??= readFileSync(createRequire(AXE_OF_PLAYWRIGHT).resolve('axe-core/axe.min.js'), 'utf8');
  const source = axe;
  // A document keeps axe for the next check, because its half a megabyte takes as long to be read as a check.
  const load = async (frame: Frame) => {
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(source);
  };
  await load(page.mainFrame());
  // A frame that leaves meanwhile is no part of the page.
  await Promise.all(page.frames().map((frame) => load(frame).catch(() => undefined)));
  return page.evaluate<string[]>(FIND_BARRIERS);
};
