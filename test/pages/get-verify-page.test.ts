import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealCertificates } from '../../lib/aws/keys/seal-signer.ts';
import { en } from '../../lib/pages/browser/verify/words/en.ts';
import { FINDINGS } from '../../lib/verifier/findings.ts';
import { ok, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { picture, startVisits, tabTo } from './visit.ts';

const visit = startVisits();
const { openTab, shows, accessible } = visit;

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
let sealed: Upload;
let trail: Upload;
let fingerprint: string;
let folder: string;

beforeAll(async () => {
  const owner = await visit.api.signUp();
  const sent = await sendEnvelope(visit.api, owner, [recipient('Tenant', 1)]);
  await sign(visit.api, sent, 'Tenant');
  await visit.api.settle();
  const audit = ok(await visit.api.as(owner).getEnvelopeAudit({ path: { envelope_id: sent.id } }));
  const path = { document_id: String(sent.documents[0]?.id) };
  const { bytes } = await visit.api.as(owner).getEnvelopeDocument({ path, query: { type: 'file' } });
  sealed = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
  trail = { name: 'audit.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(audit)) };
  const [seal] = await sealCertificates();
  fingerprint = String(seal?.fingerprint256);
  folder = mkdtempSync(join(tmpdir(), 'countersign-verify-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const choose = (page: Page, ...files: Upload[]) => page.getByLabel(en.choose).setInputFiles(files);
const verdict = (page: Page, words: string) =>
  page.getByRole('heading', { level: 2, name: words, exact: true }).waitFor();

const changed = (): Upload => {
  const buffer = Buffer.from(sealed.buffer);
  buffer[100] = (buffer[100] ?? 0) ^ 1;
  return { ...sealed, buffer };
};

test('has a sentence and its meaning for everything that a check can find', () => {
  for (const check of Object.keys(FINDINGS)) {
    expect(en).toHaveProperty([`f_${check}`]);
    expect(en).toHaveProperty([`m_${check}`]);
  }
});

test('says what holds of chosen files, sends nothing of them, and trusts a pasted fingerprint', async () => {
  const { page } = await openTab();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(`${visit.api.url}/verify`);
  await shows(page, en.check);
  // The platform's word about itself is the one thing that is asked for, and its word needn't be taken.
  await choose(page, sealed);
  await verdict(page, en.verdict_holds);
  // The word of the API and of the command for the seal.
  await page.getByText(`${en.kind_sealed} · Seal: intact`, { exact: true }).waitFor();
  // The browser's own control would say "No file chosen" above the file.
  const { width = 99 } = (await page.getByLabel(en.choose).boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(1);
  const before = asked.length;
  expect(asked.map((one) => new URL(one.slice(4)).pathname.split('/')[1])).toEqual(['verify', 'assets', '.well-known']);
  await page.getByRole('button', { name: 'Remove “signed.pdf”' }).click();
  await page.getByLabel(en.trustPlatform).uncheck();

  await choose(page, sealed, trail);
  await verdict(page, en.verdict_unsure);
  await page.getByText(en.f_unchanged).waitFor();
  await page.getByText('signed as “Tenant”').waitFor();
  await page.getByText(en.m_sealerUnknown).waitFor();
  await accessible(page);
  await picture(page, 'verify-unsure');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320);

  await page.getByLabel(en.fingerprint).fill('no fingerprint');
  await page.getByText(en.badFingerprint).waitFor();
  await page.getByLabel(en.fingerprint).fill(fingerprint);
  await page.getByText('whom you trust. Fingerprint').waitFor();
  await page.getByRole('button', { name: 'Remove “audit.json”' }).click();
  await verdict(page, en.verdict_holds);
  await expect.poll(() => page.getByText(en.badFingerprint).count()).toBe(0);

  await choose(page, changed());
  await verdict(page, en.verdict_fails);
  await page.getByText(en.m_changed).waitFor();
  expect(asked.slice(before)).toEqual([]);
  expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);

  await page.getByLabel(en.language).selectOption('ar');
  await page.locator('html[dir=rtl]').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await accessible(page);
  await picture(page, 'verify-fails-ar');
});

test('can be used with the keyboard alone, in the dark', async () => {
  const { page } = await openTab();
  await page.emulateMedia({ colorScheme: 'dark' });
  // From the beginning: a window of the system's that opens before somebody waits for it is not reported.
  const chooser = page.waitForEvent('filechooser', { timeout: 0 });
  await page.goto(`${visit.api.url}/verify`);
  await page.locator('h1:focus').waitFor();
  await tabTo(page, page.getByLabel(en.choose));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([changed()]);
  await verdict(page, en.verdict_fails);
  await accessible(page);
  await picture(page, 'verify-dark');
});

test('is one file to keep, which works from a disk without a network', async () => {
  const { status, body, headers } = await visit.api.anyone.getOfflineVerifyPage();
  expect(status).toBe(200);
  expect(body).not.toMatch(/<link|<img|@import|\ssrc=/);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'sha256-");
  expect(policy).not.toContain('connect-src');
  const file = join(folder, 'countersign-verify.html');
  writeFileSync(file, body);

  const { page } = await openTab();
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(file).href);
  await shows(page, en.check);
  await choose(page, sealed, trail);
  await verdict(page, en.verdict_unsure);
  await page.getByLabel(en.fingerprint).fill(fingerprint);
  await page.getByText('whom you trust. Fingerprint').waitFor();
  await expect.poll(() => page.getByLabel(en.trustPlatform).count()).toBe(0);
  await page.getByLabel(en.language).selectOption('de');
  await page.getByText('Seit der Versiegelung hat sich kein Byte geändert.').waitFor();
  await picture(page, 'verify-offline-de');
});
