/** A PDF's objects by number, as they stand between `obj` and `endobj`. Object 1 is the catalog. */
export type Objects = Record<number, string>;

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/** A content stream as an object. */
export const stream = (content: string, entries = ''): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;

/** The objects of a document of pages that share a content stream, each with its own entries (`/Rotate 90`…). */
export const pagesOf = (...entries: string[]): Objects => ({
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: `<< /Type /Pages /Kids [${entries.map((_, index) => `${index + 10} 0 R`).join(' ')}] /Count ${entries.length} >>`,
  3: stream('0.9 g 100 100 50 50 re f'),
  ...Object.fromEntries(
    entries.map((entry, index) => [index + 10, `<< /Type /Page /Parent 2 0 R /Contents 3 0 R ${entry} >>`]),
  ),
});

export const LETTER = '/MediaBox [0 0 612 792]';

const body = (objects: Objects, start: number): { text: string; offsets: Map<number, number> } => {
  const offsets = new Map<number, number>();
  let text = '';
  for (const [number, object] of Object.entries(objects)) {
    offsets.set(Number(number), start + text.length);
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  return { text, offsets };
};

const entry = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;

const table = (offsets: Map<number, number>): string => {
  const sections = [...offsets].map(([number, offset]) => `${number} 1\n${entry(offset)}`);
  return `xref\n0 1\n0000000000 65535 f \n${sections.join('')}`;
};

const size = (objects: Objects): number => Math.max(...Object.keys(objects).map(Number)) + 1;

/** A file with a classic cross-reference table. */
export const withTable = (objects: Objects, trailer = ''): Uint8Array => {
  const head = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const { text, offsets } = body(objects, head.length);
  const start = head.length + text.length;
  return bytes(
    `${head}${text}${table(offsets)}trailer\n<< /Size ${size(objects)} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
  );
};

/** The file with further objects, or newer versions of its own, appended as an incremental update. */
export const withUpdate = (file: Uint8Array, objects: Objects, root = '1 0 R'): Uint8Array => {
  const before = Buffer.from(file).toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1];
  const { text, offsets } = body(objects, before.length);
  const start = before.length + text.length;
  const trailer = `<< /Size 100 /Root ${root} /Prev ${previous} >>`;
  return bytes(`${before}${text}${table(offsets)}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`);
};

/** Rows of a cross-reference stream with the widths 1, 4 and 2. */
const rows = (entries: [type: number, second: number, third: number][]): string =>
  entries
    .map(([type, second, third]) => {
      const row = Buffer.alloc(7);
      row.writeUInt8(type, 0);
      row.writeUInt32BE(second, 1);
      row.writeUInt16BE(third, 5);
      return row.toString('latin1');
    })
    .join('');

/** Objects in an object stream: the stream, and where each one stands in it. */
const objectStream = (objects: Objects): string => {
  let offset = 0;
  const index = Object.entries(objects).map(([number, object]) => {
    const at = `${number} ${offset}`;
    offset += object.length + 1;
    return at;
  });
  const first = `${index.join(' ')} `;
  const content = `${first}${Object.values(objects).join(' ')}`;
  return stream(content, `/Type /ObjStm /N ${index.length} /First ${first.length}`);
};

const STREAM_NUMBER = 90;
const XREF_NUMBER = 91;

const splitStreams = (objects: Objects): [plain: Objects, packed: Objects] => {
  const isStream = ([, object]: [string, string]) => object.includes('\nstream\n');
  const all = Object.entries(objects);
  return [Object.fromEntries(all.filter(isStream)), Object.fromEntries(all.filter((item) => !isStream(item)))];
};

const xrefStream = (offsets: Map<number, number>, packed: Objects, entries: string): string => {
  const plain = [...offsets].map(([number, offset]) => [number, 1, offset, 0] as const);
  const inStream = Object.keys(packed).map((number, index) => [Number(number), 2, STREAM_NUMBER, index] as const);
  const all = [...plain, ...inStream].sort(([a], [b]) => a - b);
  const content = rows(all.map(([, type, second, third]) => [type, second, third]));
  const index = all.map(([number]) => `${number} 1`).join(' ');
  return stream(content, `/Type /XRef /Size 100 /W [1 4 2] /Index [${index}] /Root 1 0 R ${entries}`);
};

/** A file whose objects stand in an object stream, with a cross-reference stream (PDF 1.5). */
export const withStreams = (objects: Objects): Uint8Array => {
  const head = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n';
  const [plain, packed] = splitStreams(objects);
  const { text, offsets } = body({ ...plain, [STREAM_NUMBER]: objectStream(packed) }, head.length);
  const start = head.length + text.length;
  offsets.set(XREF_NUMBER, start);
  return bytes(
    `${head}${text}${XREF_NUMBER} 0 obj\n${xrefStream(offsets, packed, '')}\nendobj\nstartxref\n${start}\n%%EOF\n`,
  );
};

/** A hybrid-reference file: a table for old readers, and an /XRefStm that names the objects in the object stream. */
export const hybrid = (objects: Objects): Uint8Array => {
  const head = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n';
  const [streams, all] = splitStreams(objects);
  const { 1: catalog = '', ...packed } = all;
  const { text, offsets } = body({ ...streams, 1: catalog, [STREAM_NUMBER]: objectStream(packed) }, head.length);
  const xrefAt = head.length + text.length;
  const supplement = `${XREF_NUMBER} 0 obj\n${xrefStream(new Map(), packed, '')}\nendobj\n`;
  offsets.set(XREF_NUMBER, xrefAt);
  const start = xrefAt + supplement.length;
  const trailer = `<< /Size 100 /Root 1 0 R /XRefStm ${xrefAt} >>`;
  return bytes(`${head}${text}${supplement}${table(offsets)}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`);
};
