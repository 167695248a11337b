import { type Zippable, zipSync } from 'fflate';
import { now } from '../../base/clock.ts';
import { safeFileName, splitName } from './names.ts';

export interface ZipEntry {
  name: string;
  /** Folders within the archive, the outermost first. */
  folders?: readonly string[];
  bytes: Uint8Array;
}

/**
 * Puts the files into one ZIP archive. Names are made safe, and unique without regard to case (`a.pdf`, `a (2).pdf`).
 * Entries are stored uncompressed, because PDFs and images are compressed already.
 */
export const zipFiles = (files: readonly ZipEntry[]): Uint8Array => {
  // A property of this name sets the object's prototype and would be lost.
  const taken = new Set(['__proto__']);
  const entries: Zippable = {};
  for (const { name, folders = [], bytes } of files) {
    const path = folders.map((folder) => `${safeFileName(folder)}/`).join('');
    entries[unique(path, safeFileName(name), taken)] = bytes;
  }
  return zipSync(entries, { level: 0, mtime: now() });
};

const unique = (path: string, name: string, taken: Set<string>): string => {
  const { stem, extension } = splitName(name);
  let candidate = path + name;
  for (let count = 2; taken.has(candidate.toLowerCase()); count++) candidate = `${path}${stem} (${count})${extension}`;
  taken.add(candidate.toLowerCase());
  return candidate;
};
