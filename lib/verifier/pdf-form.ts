import type { PdfFile } from './pdf-file.ts';
import { signatureFields } from './pdf-signatures.ts';
import { Ref, type Value } from './pdf-values.ts';

/** More than forms have: a file with more is read no further. */
const MOST_FIELDS = 10_000;

const READ_ONLY = 1;

/**
 * Numbers of the fields of a file's form that may be filled in after its signatures: texts, buttons and choices that
 * aren't read-only, and that no signature locks (DocMDP, FieldMDP; ISO 32000-2 section 12.8.2).
 */
export const freeFields = async (file: PdfFile): Promise<Set<number>> => {
  const free = new Set<number>();
  const locks = await locksOf(file);
  if (locks === 'all') return free;
  const isLocked = (name: string): boolean => locks.some((one) => name === one || name.startsWith(`${one}.`));
  const form = await file.dict((await file.catalog()).get('AcroForm'));
  type Open = { item: Value; above: string; kind: string; flags: number };
  const open: Open[] = (await file.array(form?.get('Fields'))).map((item) => ({ item, above: '', kind: '', flags: 0 }));
  for (let read = 0; open.length > 0 && read < MOST_FIELDS; read++) {
    const { item, above, ...inherited } = open.shift() as Open;
    const field = await file.dict(item);
    if (!field) continue;
    const own = field.get('T');
    const name = own instanceof Uint8Array ? [above, textOf(own)].filter(Boolean).join('.') : above;
    const stated = await file.resolve(field.get('Ff'));
    const flags = typeof stated === 'number' ? stated : inherited.flags;
    const kind = field.named('FT') ?? inherited.kind;
    for (const kid of await file.array(field.get('Kids'))) open.push({ item: kid, above: name, kind, flags });
    const isOpen = ['Tx', 'Btn', 'Ch'].includes(kind) && !(flags & READ_ONLY) && !isLocked(name);
    if (item instanceof Ref && isOpen) free.add(item.number);
  }
  return free;
};

/** Names of fields that signatures lock, or `all`, as where one permits no change or locks all but some. */
const locksOf = async (file: PdfFile): Promise<string[] | 'all'> => {
  const names: string[] = [];
  for (const { field, value } of await signatureFields(file)) {
    const lock = await file.dict(field.get('Lock'));
    const rules = lock ? [lock] : [];
    for (const one of await file.array((await file.dict(value))?.get('Reference'))) {
      const rule = await file.dict(one);
      const parameters = await file.dict(rule?.get('TransformParams'));
      if (parameters) rules.push(parameters);
    }
    for (const rule of rules) {
      const [level, action] = [await file.resolve(rule.get('P')), rule.named('Action')];
      if (level === 1 || (action && action !== 'Include')) return 'all';
      for (const name of await file.array(rule.get('Fields'))) if (name instanceof Uint8Array) names.push(textOf(name));
    }
  }
  return names;
};

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'latin1').decode(bytes);
