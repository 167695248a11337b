import { deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';

/** Numbers that look random and are the same in every run (mulberry32). */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const LINES = 46;
const WORDS =
  'the party of first part shall not unless agreed in writing assign any right under this agreement to'.split(' ');

/** Content of a contract's page: 46 lines of words, compressed, about 3 kB. */
const textContent = (random: () => number): Buffer => {
  const lines = Array.from({ length: LINES }, () => {
    const words = Array.from({ length: 13 }, () => WORDS[Math.floor(random() * WORDS.length)]);
    return `(${words.join(' ')} ${Math.floor(random() * 1e9)}) Tj T*`;
  });
  return deflateSync(`BT /F1 10 Tf 14 TL 72 720 Td\n${lines.join('\n')}\nET\n`);
};

const LINES_DRAWN = 3500;

/** A page full of lines, like that of a map or a plan: about 31 kB when compressed. */
const drawing = (random: () => number): Buffer => {
  const points = Array.from(
    { length: LINES_DRAWN },
    () => `${(random() * 612).toFixed(3)} ${(random() * 792).toFixed(3)} l`,
  );
  return deflateSync(`0 0 m\n${points.join('\n')}\nS\n`);
};

interface MadeObject {
  entries: string;
  stream?: Uint8Array;
}

/** A PDF of pages that each have a content stream and resources, the objects written one after another. */
const pdfOf = (
  pages: { content: Uint8Array; image?: { data: Uint8Array; width: number; height: number } }[],
): Buffer => {
  const objects: MadeObject[] = [
    { entries: '/Type /Catalog /Pages 2 0 R' },
    {
      entries: `/Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${4 + page * 3} 0 R`).join(' ')}]`,
    },
    { entries: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica' },
  ];
  for (const { content, image } of pages) {
    const number = objects.length + 1;
    const resources = image ? `/XObject << /I ${number + 2} 0 R >>` : '/Font << /F1 3 0 R >>';
    objects.push(
      {
        entries: `/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${number + 1} 0 R /Resources << ${resources} >>`,
      },
      { entries: '/Filter /FlateDecode', stream: content },
      image
        ? {
            entries: `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
            stream: image.data,
          }
        : { entries: '/Nothing true' },
    );
  }
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  add('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n');
  objects.forEach(({ entries, stream }, index) => {
    offsets.push(length);
    add(`${index + 1} 0 obj\n<< ${entries}${stream ? ` /Length ${stream.length}` : ''} >>\n`);
    if (stream) {
      add('stream\n');
      add(stream);
      add('\nendstream\n');
    }
    add('endobj\n');
  });
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
};

/** A contract of so many pages of text. */
export const textPdf = (pages: number): Buffer => {
  const random = numbersFrom(1);
  return pdfOf(Array.from({ length: pages }, () => ({ content: textContent(random) })));
};

/** At most so many bytes in pages that are drawings. Some are repeated, each time as an object of its own. */
export const drawnPdf = (bytes: number): Buffer => {
  const random = numbersFrom(2);
  const drawings = Array.from({ length: 20 }, () => drawing(random));
  const [first] = drawings;
  const pages = Math.floor(bytes / ((first?.length ?? 0) + 500));
  return pdfOf(Array.from({ length: pages }, (_, page) => ({ content: drawings[page % 20] ?? Buffer.alloc(0) })));
};

/** At most so many bytes in scanned pages, each a JPEG of 200 dots an inch. */
export const scannedPdf = (bytes: number): Buffer => {
  const random = numbersFrom(3);
  const [width, height] = [1700, 2200];
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < data.length; at++) data[at] = at % 4 === 3 ? 255 : 160 + random() * 80;
  const image = { data: jpeg.encode({ data, width, height }, 75).data, width, height };
  const pages = Math.floor(bytes / (image.data.length + 1000));
  const content = deflateSync('q 612 0 0 792 0 0 cm /I Do Q\n');
  return pdfOf(Array.from({ length: pages }, () => ({ content, image })));
};
