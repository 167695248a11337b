/**
 * Plays the pages in the browsers that this machine has beside the Chromium of the tests: `npm run browsers`. It says
 * which are missing. `-- --only <browser or journey>` plays a part, `PICTURES=folder` takes pictures for people to look
 * at.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startApi } from '../api.ts';
import { DESKTOP, PHONE } from '../browser.ts';
import { missingFirefox, startFirefox } from './firefox.ts';
import { JOURNEYS } from './journeys.ts';
import { missingWebKit, startWebKit } from './webkit.ts';
import { newWindow } from './window.ts';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
const BROWSERS = {
  firefox: { missing: missingFirefox, start: startFirefox },
  webkit: { missing: missingWebKit, start: startWebKit },
};
const { only } = values;
/** Named by `--only`, or all where none of these is. */
const chosen = <Name extends string>(names: Name[]): Name[] => {
  const named = names.filter((name) => only.some((part) => name.includes(part)));
  return named.length > 0 ? named : names;
};

let [passed, failed] = [0, 0];
const folder = mkdtempSync(join(tmpdir(), 'countersign-browsers-'));
const pictures = process.env.PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });
const api = await startApi();
for (const browser of chosen(Object.keys(BROWSERS) as (keyof typeof BROWSERS)[])) {
  const { missing, start } = BROWSERS[browser];
  const reason = missing();
  if (reason) {
    console.log(`${browser}: not played, ${reason}`);
    continue;
  }
  let shown = '';
  for (const name of chosen(Object.keys(JOURNEYS) as (keyof typeof JOURNEYS)[])) {
    const [play, screen] = JOURNEYS[name];
    const { width, height } = screen === 'phone' ? PHONE : DESKTOP;
    // Each begins with a browser that nobody has used.
    const driver = await start();
    if (!shown) console.log(driver.name);
    shown = driver.name;
    const window = newWindow(driver);
    const picture = async (shot: string): Promise<void> => {
      if (pictures) writeFileSync(join(pictures, `${browser}-${shot}.png`), await driver.picture());
    };
    try {
      await driver.resize(width, height);
      await play({ api, window, folder, picture });
      const faults = await window.faults();
      if (faults.length > 0) throw new Error(`faults on the page: ${faults.join('; ')}`);
      passed += 1;
      console.log(`  ✓ ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`  × ${name}: ${error instanceof Error ? error.message : error}`);
      await picture(`failed-${name}`).catch(() => {});
    }
    await driver.stop();
  }
}
await api.stop();
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
