import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readOperations } from '../../lib/pdf/content/content-operations.ts';
import { pageContent } from '../../lib/pdf/content/page-content.ts';
import { openPdf } from '../../lib/pdf/file/open.ts';
import { qpdfObjects } from './tools.ts';
import { runQpdf } from './wasm-tools.ts';

type Dict = Record<string, unknown>;

/** The file that a PDF carries, as qpdf takes it out. */
export const attachmentOf = (bytes: Uint8Array, name: string): Buffer => {
  const args = [`--show-attachment=${name}`, '/document.pdf'];
  return Buffer.from(runQpdf({ args, files: { '/document.pdf': bytes } }).printed);
};

/** Structure elements in the order of reading, with their level. */
interface Read {
  type: string;
  dict: Dict;
  /** Page and number of each piece of content. */
  content: string[];
}

/**
 * A file has what PDF/A-3u and PDF/UA-1 demand, as qpdf reads it: fonts with their texts, the meaning of colours,
 * metadata, a structure tree that every mark on a page belongs to, and the attached file. Answers the structure. Throws
 * otherwise. veraPDF, which judges the whole standards, needs Java.
 */
export const expectArchivable = async (bytes: Uint8Array, attached: string): Promise<Read[]> => {
  const objects = qpdfObjects(bytes) as Record<string, Dict>;
  const at = (value: unknown): Dict => (typeof value === 'string' ? (objects[value] ?? {}) : value) as Dict;
  const trailer = objects.trailer as Dict;
  const catalog = at(trailer['/Root']);
  assert.equal((trailer['/ID'] as string[]).length, 2);

  const text = Buffer.from(bytes).toString('latin1');
  for (const fact of ['part>3', 'conformance>U']) assert.ok(text.includes(`<pdfaid:${fact}<`), fact);
  assert.ok(text.includes('<pdfuaid:part>1<'));
  const [intent] = catalog['/OutputIntents'] as unknown[];
  assert.equal(at(intent)['/S'], '/GTS_PDFA1');
  assert.deepEqual(at(catalog['/MarkInfo'])['/Marked'], true);
  assert.match(String(catalog['/Lang']), /^u:[a-z]{2}/);
  assert.equal(at(catalog['/ViewerPreferences'])['/DisplayDocTitle'], true);

  expectAttachment(bytes, catalog, at, attached);
  expectFonts(Object.values(objects));
  return expectTagged(bytes, objects, catalog, at);
};

const expectAttachment = (bytes: Uint8Array, catalog: Dict, at: (value: unknown) => Dict, name: string): void => {
  const [associated, ...others] = catalog['/AF'] as string[];
  const listed = at(at(catalog['/Names'])['/EmbeddedFiles'])['/Names'] as string[];
  assert.deepEqual([others, listed], [[], [`u:${name}`, associated]]);
  const file = at(associated);
  assert.deepEqual([file['/F'], file['/UF'], file['/AFRelationship']], [`u:${name}`, `u:${name}`, '/Data']);
  const text = Buffer.from(bytes).toString('latin1');
  const data = attachmentOf(bytes, name);
  const [, sum] = /\/CheckSum <([0-9a-f]{32})>/.exec(text) ?? [];
  assert.equal(sum, createHash('md5').update(data).digest('hex'));
  assert.ok(text.includes(`/Size ${data.length}\n`));
  assert.match(text, /\/Subtype \/application#2Fjson/);
  assert.match(text, /\/ModDate \(D:\d{14}Z\)/);
};

const expectFonts = (objects: readonly unknown[]): void => {
  const dicts = objects.filter((one): one is Dict => typeof one === 'object' && one !== null);
  const fonts = dicts.filter((one) => one['/Type'] === '/Font');
  const whole = fonts.filter((font) => font['/Subtype'] === '/Type0');
  assert.ok(whole.length > 0);
  for (const font of whole) assert.ok(font['/ToUnicode'], `no texts for ${font['/BaseFont']}`);
  const descriptors = dicts.filter((one) => one['/Type'] === '/FontDescriptor');
  assert.equal(descriptors.length, whole.length);
  for (const one of descriptors) assert.ok(one['/FontFile2'], `${one['/FontName']} is not embedded`);
};

/** Operators that leave something on the page. */
const VISIBLE = /^(?:Tj|TJ|'|"|f\*?|F|S|s|B\*?|b\*?|Do|sh|EI)$/;

const expectTagged = async (
  bytes: Uint8Array,
  objects: Record<string, Dict>,
  catalog: Dict,
  at: (value: unknown) => Dict,
): Promise<Read[]> => {
  const root = at(catalog['/StructTreeRoot']);
  const read: Read[] = [];
  const walk = (ref: string, parent: string): void => {
    const dict = objects[ref] ?? {};
    assert.equal(dict['/P'], parent, `${ref} names another parent`);
    const one: Read = { type: String(dict['/S']).slice(1), dict, content: [] };
    read.push(one);
    for (const kid of dict['/K'] as unknown[]) {
      if (typeof kid === 'number') one.content.push(`${dict['/Pg']} ${kid}`);
      else if (typeof kid === 'string') walk(kid, ref);
      else if ((kid as Dict)['/Type'] === '/MCR') one.content.push(`${(kid as Dict)['/Pg']} ${(kid as Dict)['/MCID']}`);
    }
  };
  for (const ref of root['/K'] as string[]) walk(ref, String(catalog['/StructTreeRoot']));

  const marked: string[] = [];
  const { pages, resolve } = await openPdf(bytes);
  for (const { ref, dict } of pages) {
    assert.equal(dict.getName('Tabs')?.value, 'S');
    assert.ok(dict.has('StructParents'));
    const name = `${ref.objectNumber} ${ref.generation} R`;
    let depth = 0;
    readOperations(pageContent(dict, resolve), ({ operator, operands }) => {
      if (operator === 'BDC' || operator === 'BMC') depth++;
      if (operator === 'EMC') depth--;
      if (operator === 'BDC') {
        const [, properties] = operands;
        const items = properties?.kind === 'dictionary' ? properties.items : [];
        const index = items.findIndex((item) => item.kind === 'name' && item.name === 'MCID');
        const number = items[index + 1];
        if (index >= 0 && number?.kind === 'number') marked.push(`${name} ${number.value}`);
      }
      if (VISIBLE.test(operator)) assert.ok(depth > 0, `${operator} on a page is neither tagged nor an artifact`);
      if (operator === 'Tf') {
        const [, size] = operands;
        assert.ok(size?.kind === 'number' && size.value >= 7, 'a text is smaller than 7 points');
      }
    });
    assert.equal(depth, 0);
  }
  assert.deepEqual(read.flatMap(({ content }) => content).toSorted(), marked.toSorted());

  for (const { type, dict } of read) {
    if (type === 'TH') assert.match(String(at(dict['/A'])['/Scope']), /^\/(?:Column|Row)$/);
    if (type === 'Figure') assert.ok(String(dict['/Alt']).length > 2);
  }
  return read;
};
