import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutCode } from './markdown.ts';

/** A guide: a Markdown file of `docs/guides`. */
export interface Guide {
  name: string;
  title: string;
  /** Its first paragraph. */
  lead: string;
  text: string;
}

/** Guides in the order in which they are read; others come after them by name. */
const ORDER = [
  'first-envelope',
  'templates',
  'fields',
  'verification',
  'embedding',
  'webhooks',
  'oauth',
  'agents',
  'test-mode',
  'moving',
];

/** Reads all guides of a folder. */
export const readGuides = (folder: string): Guide[] => {
  const place = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readGuide(file.replace(/\.md$/, ''), readFileSync(join(folder, file), 'utf8')))
    .sort((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1));
};

const readGuide = (name: string, text: string): Guide => {
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  const [, lead = ''] = text.split(/\n{2,}/);
  return { name, title, lead: withoutCode(lead), text };
};
