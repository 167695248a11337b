import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';
import { setEnvironment } from '../../infra/local/environment.ts';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { renderPage } from '../../lib/pdf/pdfium/render.ts';
import { FILE, runOutside } from '../outside-tools.ts';
import { pdfiumText, runQpdf } from './wasm-tools.ts';

/** Poppler's result for the signatures of a file, where it is installed. */
export const pdfsig = (bytes: Uint8Array): string | undefined => runOutside('pdfsig', bytes, '-nocert', FILE);

/** The result of `qpdf --check` on a file. */
export const qpdfCheck = (bytes: Uint8Array): string =>
  runQpdf({ args: ['--check', '/document.pdf'], files: { '/document.pdf': bytes } }).printed;

/** The file as qpdf writes it with these options. Throws where it can't. */
export const qpdf = (bytes: Uint8Array, ...options: string[]): Uint8Array => {
  const args = ['/in.pdf', ...options, '/out.pdf'];
  const { printed, output } = runQpdf({ args, files: { '/in.pdf': bytes }, output: '/out.pdf' });
  if (!output) throw new Error(printed);
  return output;
};

/**
 * A file's objects as qpdf reads them, by their references (`12 0 R`); null for a stream. Throws where it must repair.
 */
export const qpdfObjects = (bytes: Uint8Array): Record<string, unknown> => {
  const args = ['--json=2', '--json-key=qpdf', '--json-stream-data=none', '/document.pdf', '/out.json'];
  const { printed, output } = runQpdf({ args, files: { '/document.pdf': bytes }, output: '/out.json' });
  if (!output || /file is damaged|can't find/.test(printed)) throw new Error(printed);
  const { qpdf: parts } = JSON.parse(Buffer.from(output).toString()) as { qpdf: [unknown, Record<string, unknown>] };
  return Object.fromEntries(
    Object.entries(parts[1]).map(([name, object]) => [
      name.replace('obj:', ''),
      (object as { value?: unknown }).value ?? null,
    ]),
  );
};

/** The text of a file's pages: as PDFium reads it, and as poppler does, where it is installed. */
export const textsOf = (bytes: Uint8Array): string[] => {
  const poppler = runOutside('pdftotext', bytes, FILE, '-');
  return [pdfiumText(bytes), ...(poppler === undefined ? [] : [poppler])];
};

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
  const restore = setEnvironment({ SEAL_KEY: key, SEAL_CERTIFICATE: certificate });
  return () => {
    restore();
    rmSync(folder, { recursive: true });
  };
};

/** The box of a colour on a page, in points of the displayed page, origin at its lower left corner. */
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

/** The text of the first page, as a reader other than the library finds it. */
export const textOfFirstPage = async (bytes: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init();
  try {
    return (await library.loadDocument(bytes)).getPage(0).getText().trim();
  } finally {
    library.destroy();
  }
};

/** The columns of a page, drawn so many pixels wide, that have ink. */
export const inkColumns = async (bytes: Uint8Array, page: number, width: number): Promise<boolean[]> => {
  const image = PNG.sync.read(Buffer.from(await renderPage(bytes, page, { width })));
  const dark = (x: number, y: number): boolean => (image.data[(y * image.width + x) * 4] ?? 255) < 128;
  const rows = [...Array(image.height).keys()];
  return [...Array(image.width).keys()].map((x) => rows.some((y) => dark(x, y)));
};

export const isBlack = (red: number, green: number, blue: number): boolean => red < 90 && green < 90 && blue < 90;
