import { computed, signal } from '@preact/signals';
import type { Report } from '../../../verifier/findings.ts';
import { bothTrusts, NO_TRUST, type Trust, trustInPlatform, trustInText } from '../../../verifier/trust.ts';
import { type GivenFile, verifyFiles } from '../../../verifier/verify.ts';
import { say, w } from './words/index.ts';

/** Largest file, so that the browser has room for it. */
const LARGEST = 100 * 1024 * 1024;

export const files = signal<readonly GivenFile[]>([]);
export const report = signal<Report | null>(null);
export const isChecking = signal(false);

/** Files that were left out, each with the sentence that says why. */
export const leftOut = signal<readonly string[]>([]);

/** The fingerprints and keys that a person typed. */
export const typed = signal('');

/** Address at which the platform says whom to trust; undefined in the page that works without it. */
export const platformUrl = document.body.dataset.platform;
export const offlineUrl = document.body.dataset.offline;

/** True while the platform's own word is taken. `failed` if it couldn't be had. */
export const trustsPlatform = signal(platformUrl !== undefined);
export const hasFailed = signal(false);

const typedTrust = signal<Trust | null>(NO_TRUST);
const platformTrust = signal<Trust>(NO_TRUST);

/** True if something was typed that is neither a fingerprint nor a key. */
export const isMistyped = computed(() => {
  const trust = typedTrust.value;
  return typed.value.trim() !== '' && (trust === null || trust.seals.size + trust.logKeys.length === 0);
});

/** Number of the newest check: what an older one finds is not shown. */
let newest = 0;

const check = async (): Promise<void> => {
  newest += 1;
  const turn = newest;
  isChecking.value = true;
  const trust = bothTrusts(typedTrust.value ?? NO_TRUST, trustsPlatform.value ? platformTrust.value : NO_TRUST);
  const found = files.value.length > 0 ? await verifyFiles(files.value, trust) : null;
  if (turn !== newest) return;
  report.value = found;
  isChecking.value = false;
};

/** Reads files and checks all that are there. */
export const addFiles = async (given: Iterable<File>): Promise<void> => {
  isChecking.value = true;
  leftOut.value = [];
  for (const file of given) {
    const name = file.name;
    if (file.size > LARGEST) {
      leftOut.value = [...leftOut.value, say(w.tooLarge, { file: name })];
      continue;
    }
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      files.value = [...files.value, { name, bytes }];
    } catch {
      // A folder, or a file that has gone since.
      leftOut.value = [...leftOut.value, say(w.notRead, { file: name })];
    }
  }
  await check();
};

export const removeFile = (at: number): Promise<void> => {
  files.value = files.value.filter((_, index) => index !== at);
  return check();
};

export const clearFiles = (): Promise<void> => {
  files.value = [];
  leftOut.value = [];
  return check();
};

export const trustTyped = async (text: string): Promise<void> => {
  typed.value = text;
  const trust = await trustInText(text).catch(() => null);
  if (typed.value !== text) return;
  typedTrust.value = trust;
  await check();
};

/** Takes the platform's word, or no longer. */
export const trustPlatform = async (trusts: boolean): Promise<void> => {
  trustsPlatform.value = trusts;
  if (trusts && platformUrl && platformTrust.value === NO_TRUST) {
    try {
      const answer = await fetch(platformUrl);
      platformTrust.value = await trustInPlatform(answer.ok ? await answer.json() : {});
      hasFailed.value = platformTrust.value.seals.size === 0;
    } catch {
      hasFailed.value = true;
    }
  }
  await check();
};
