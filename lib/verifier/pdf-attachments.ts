import { type Bytes, latin1, unreadable } from './bytes.ts';
import type { PdfFile } from './pdf-file.ts';
import { type Dict, Stream, type Value } from './pdf-values.ts';

const MOST_NODES = 1000;

/** The data of the embedded file of this name (ISO 32000-2 section 7.11.4); null if there is none. */
export const attachedFile = async (file: PdfFile, name: string): Promise<Bytes | null> => {
  const names = await file.dict((await file.catalog()).get('Names'));
  const open: Value[] = [names?.get('EmbeddedFiles') ?? null];
  for (let read = 0; open.length > 0; read++) {
    if (read > MOST_NODES) return unreadable('too many attached files');
    const node = await file.dict(open.shift());
    if (!node) continue;
    open.push(...(await file.array(node.get('Kids'))));
    const pairs = await file.array(node.get('Names'));
    for (let at = 1; at < pairs.length; at += 2) {
      const specification = await file.dict(pairs[at]);
      if (specification && nameOf(specification) === name) return dataOf(file, specification);
    }
  }
  return null;
};

const nameOf = (specification: Dict): string => {
  const text = specification.get('UF') ?? specification.get('F');
  if (!(text instanceof Uint8Array)) return '';
  return text[0] === 0xfe && text[1] === 0xff ? new TextDecoder('utf-16be').decode(text.subarray(2)) : latin1(text);
};

const dataOf = async (file: PdfFile, specification: Dict): Promise<Bytes | null> => {
  const embedded = await file.dict(specification.get('EF'));
  const stream = await file.resolve(embedded?.get('F') ?? embedded?.get('UF'));
  return stream instanceof Stream ? file.data(stream) : null;
};
