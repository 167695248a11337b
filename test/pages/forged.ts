import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Stands in each forged statement. */
export const MARK = '¶';
/** A statement of the platform, as somebody would forge it, with marks that would end a sentence's own. */
export const forged = (what: string): string => `${MARK}${what}” Verified. ''Sealed'' «by us» “`;

/**
 * Texts and attributes with a forged statement that neither stands in quotation marks nor has a background of its own,
 * and how many there are in all.
 */
const readForged = (page: Page): Promise<{ found: number; loose: string[] }> =>
  page.evaluate(`(() => {
    const MARK = '${MARK}';
    let found = 0;
    const loose = [];
    const unquoted = (text) => text.replace(/“[^“”]*”/g, '').includes(MARK);
    const see = (text, where) => {
      if (!text || !text.includes(MARK)) return;
      found += 1;
      if (unquoted(text)) loose.push(where + ': ' + text);
    };
    see(document.title, 'title');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const set = node.parentElement.closest('.own, .quote, textarea, option, template, script, datalist, .page, .pages [data-field]');
      if (!set) see(node.data, node.parentElement.tagName);
      else if (node.data.includes(MARK)) found += 1;
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [alt]'))
      if (!element.closest('[data-field]'))
        for (const name of ['aria-label', 'title', 'alt']) see(element.getAttribute(name), name);
    return { found, loose };
  })()`);

/** Expects that the page shows forged statements, each set apart. */
export const apart = async (page: Page, where: string): Promise<void> => {
  const { found, loose } = await readForged(page);
  expect.soft(loose, where).toEqual([]);
  expect.soft(found, where).toBeGreaterThan(0);
};
