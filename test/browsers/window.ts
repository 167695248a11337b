import type { Driver } from './driver.ts';

/** Acts of a person in a window of the browser: what is pressed and filled is found by its words, as people find it. */

/** Run by the browser: what is shown on top, and elements in it by their words. */
const FINDERS = `
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
  const plain = (text) => (text ?? '').replace(/[\\u2066-\\u2069]/g, '').replace(/\\s+/g, ' ').trim();
  const named = (one, words) => {
    const own = plain(one.getAttribute('aria-label') ?? one.innerText);
    return own === words || own.startsWith(words + ' ') || own.startsWith(words + ':');
  };
  const control = (words) => {
    const label = [...top.querySelectorAll('label')].filter(shown).find((one) => named(one, words));
    return label && (label.control ?? label);
  };
  const middle = (one) => {
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
`;

export interface Window {
  driver: Driver;
  /** Opens an address, and from then on notes faults of scripts and of the page's policy. */
  open(url: string): Promise<void>;
  /** Waits until these words are shown. */
  see(words: string): Promise<void>;
  /** Waits for a heading with these words. */
  seeHeading(words: string): Promise<void>;
  /** Presses the button, link or box with this name. */
  press(name: string): Promise<void>;
  /** Types into the input with this label. */
  fill(label: string, text: string): Promise<void>;
  /** Gives an input without a keyboard of its own (a date, a list) its value. */
  set(label: string, value: string): Promise<void>;
  /** Chooses a file of the disk. */
  choose(label: string, path: string): Promise<void>;
  /** Presses this CSS selector's element at points of it, from 0 to 1, and draws from one to the next. */
  draw(selector: string, points: readonly (readonly [x: number, y: number])[]): Promise<void>;
  /** Waits until this expression is true in the page. */
  until(condition: string): Promise<void>;
  /** Faults so far. */
  faults(): Promise<string[]>;
}

const PATIENCE = 60_000;

export const newWindow = (driver: Driver): Window => {
  const run = <Answer>(body: string, ...values: unknown[]): Promise<Answer> =>
    driver.run(`${FINDERS}${body}`, ...values);

  /** Asks until there is an answer. */
  const found = async <Answer>(
    what: string,
    ask: () => Promise<Answer | null | undefined | false>,
  ): Promise<Answer> => {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const answer = await ask().catch(() => null);
      if (answer) return answer;
      if (Date.now() > end) {
        const seen = await run<string>('return top.innerText').catch(String);
        throw new Error(`${what} never came. The page shows:\n${seen}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  /** Presses where an element is once it stands still and nothing covers it. `body` returns the element. */
  const pressAt = async (what: string, body: string, ...values: unknown[]): Promise<void> => {
    let before = '';
    const point = await found(what, async () => {
      const now = await run<[number, number] | null>(
        `const one = (() => { ${body} })(); if (!one) return null; const [x, y] = middle(one);
        const hit = document.elementFromPoint(x, y);
        return hit && (one.contains(hit) || hit.contains(one)) ? [x, y] : null`,
        ...values,
      );
      const stands = now && String(now) === before;
      before = String(now);
      return stands && now;
    });
    await driver.draw([point]);
  };

  return {
    driver,
    open: async (url) => {
      await driver.goTo(url);
      await driver.run(`window.faults = [];
        addEventListener('error', ({ message }) => faults.push(message));
        addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => faults.push(violatedDirective + ' ' + blockedURI));`);
    },
    see: async (words) => {
      await found(words, () => run<boolean>('return plain(top.innerText).includes(arguments[0])', words));
    },
    seeHeading: async (words) => {
      const body =
        "return [...document.querySelectorAll('h1, dialog h2')].filter(shown).some((one) => plain(one.innerText) === arguments[0])";
      await found(words, () => run<boolean>(body, words));
    },
    press: (name) =>
      pressAt(
        name,
        `const all = [...top.querySelectorAll('button, a, summary, label.check')].filter((one) => shown(one) && !one.disabled && !one.closest('[inert]'));
        const one = all.find((each) => plain(each.getAttribute('aria-label') ?? each.innerText) === arguments[0]) ?? all.find((each) => named(each, arguments[0]));
        return one && (one.querySelector('input') ?? one)`,
        name,
      ),
    fill: async (label, text) => {
      await pressAt(label, 'return control(arguments[0])', label);
      await driver.run('document.activeElement.select?.()');
      await driver.type(text);
      await found(`${text} in ${label}`, () => run(`return control(arguments[0]).value === arguments[1]`, label, text));
    },
    set: async (label, value) => {
      await found(label, () => run('return Boolean(control(arguments[0]))', label));
      await run(
        `const one = control(arguments[0]); one.value = arguments[1];
        for (const type of ['input', 'change']) one.dispatchEvent(new Event(type, { bubbles: true }));`,
        label,
        value,
      );
    },
    choose: async (label, path) => {
      const id = await found(label, () => run<string>('return control(arguments[0])?.id', label));
      await driver.choose(`[id="${id}"]`, path);
    },
    draw: async (selector, points) => {
      const [left, top, width, height] = await found(selector, () =>
        run<[number, number, number, number]>(
          `const one = document.querySelector(arguments[0]); if (!one) return null; one.scrollIntoView({ block: 'center' });
          const { left, top: above, width, height } = one.getBoundingClientRect(); return [left, above, width, height]`,
          selector,
        ),
      );
      await driver.draw(points.map(([x, y]) => [left + x * width, top + y * height] as const));
    },
    until: async (condition) => {
      await found(condition, () => run<boolean>(`return Boolean(${condition})`));
    },
    faults: () => driver.run<string[]>('return window.faults'),
  };
};
