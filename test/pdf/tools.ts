import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { issueSealCertificate } from '../../lib/keys/certificate.ts';
import { generateKeyPem } from '../../lib/keys/generate.ts';
import { renderPage } from '../../lib/pdf/render.ts';

/** Runs one of the tools that judge PDFs independently; undefined, with a note, where it is not installed. */
const run = (tool: string, args: string[]): string | undefined => {
  try {
    return execFileSync(tool, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      console.info(`${tool} is not installed: what it would judge is not checked here`);
      return undefined;
    }
    if (error instanceof Error && 'stdout' in error) return `${error.stdout}${'stderr' in error ? error.stderr : ''}`;
    throw error;
  }
};

const withFile = <T>(bytes: Uint8Array, use: (path: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pdf-'));
  try {
    const path = join(folder, 'document.pdf');
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

export const pdfsig = (bytes: Uint8Array): string | undefined =>
  withFile(bytes, (path) => run('pdfsig', ['-nocert', path]));

export const qpdfCheck = (bytes: Uint8Array): string | undefined =>
  withFile(bytes, (path) => run('qpdf', ['--check', path]));

export const pdftotext = (bytes: Uint8Array): string | undefined =>
  withFile(bytes, (path) => run('pdftotext', [path, '-']));

/** The file as qpdf writes it with these options; undefined where there is no qpdf. */
export const qpdf = (bytes: Uint8Array, ...options: string[]): Uint8Array | undefined =>
  withFile(bytes, (path) => {
    const result = `${path}.out`;
    return run('qpdf', [path, ...options, result]) === undefined ? undefined : new Uint8Array(readFileSync(result));
  });

/** Gives the process a seal key and certificate of its own; answers how to take them away again. */
export const useSealKey = async (kind: 'RSA' | 'EC' = 'RSA'): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-key-'));
  const path = join(folder, 'seal.pem');
  writeFileSync(path, generateKeyPem(kind));
  const key = `file:${path}`;
  const certificate = await issueSealCertificate({
    key,
    subject: 'CN=Countersign test seal,O=Example',
    validFrom: new Date('2026-01-01T00:00:00Z'),
    years: 10,
  });
  process.env.SEAL_KEY = key;
  process.env.SEAL_CERTIFICATE = certificate;
  return () => {
    delete process.env.SEAL_KEY;
    delete process.env.SEAL_CERTIFICATE;
    rmSync(folder, { recursive: true });
  };
};

/** Where a page shows something of a colour: in points of the displayed page, origin at its lower left corner. */
export interface Found {
  left: number;
  bottom: number;
  right: number;
  top: number;
  pageWidth: number;
  pageHeight: number;
}

/** Renders a page one pixel a point, and finds what `matches`. Undefined when nothing does. */
export const findOnPage = async (
  bytes: Uint8Array,
  page: number,
  width: number,
  matches: (red: number, green: number, blue: number) => boolean,
): Promise<Found | undefined> => {
  const image = PNG.sync.read(Buffer.from(await renderPage(bytes, page, { width: Math.round(width) })));
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const [red = 0, green = 0, blue = 0] = image.data.subarray((y * image.width + x) * 4);
      if (!matches(red, green, blue)) continue;
      xs.push(x);
      ys.push(y);
    }
  }
  if (xs.length === 0) return undefined;
  return {
    left: Math.min(...xs),
    right: Math.max(...xs) + 1,
    top: image.height - Math.min(...ys),
    bottom: image.height - Math.max(...ys) - 1,
    pageWidth: image.width,
    pageHeight: image.height,
  };
};

export const isBlack = (red: number, green: number, blue: number): boolean => red < 90 && green < 90 && blue < 90;
