import type { ComponentType } from 'preact';
import type { Template } from '../shared/answers.ts';

/** The template whose links are shown. */
export type LinkedTemplate = Pick<Template, 'id' | 'name'>;

/**
 * Loads the sheets of public links. Their folder uses this one, so the page's script (`account.ts`) says how, before
 * anything is shown.
 */
export const publicLinks = {} as { load: () => Promise<{ Links: ComponentType<{ template: LinkedTemplate }> }> };
