import { inflate } from '../file/decode-stream.ts';
import {
  beginsNumber,
  endOfComment,
  endOfHexString,
  endOfString,
  GREATER,
  isPlainNumber,
  isRegular,
  LESS,
  OPEN,
  PERCENT,
  SLASH,
} from '../file/lexical.ts';

const OBJECT = ' obj';
const [OPEN_LIST, CLOSE_LIST] = ['[', ']'].map((sign) => sign.charCodeAt(0));
/** Deeper objects were made to exhaust readers. */
const DEEPEST = 100;

const TRAILER = 'trailer';

/**
 * True if an object of the file, a trailer, or an object in an object stream has a dictionary with a key twice, of
 * which some readers take the first value, others the last one, or a number that isn't written like one (`--5`, `1e3`).
 * Objects that can't be read are skipped.
 */
export const hasAmbiguousObject = (file: Buffer): boolean => {
  for (let at = file.indexOf(TRAILER); at >= 0; at = file.indexOf(TRAILER, at + 1)) {
    if (readObject(file, at + TRAILER.length).isAmbiguous) return true;
  }
  for (let at = file.indexOf(OBJECT); at >= 0; at = file.indexOf(OBJECT, at)) {
    const start = at + OBJECT.length;
    const { end, isAmbiguous } = readObject(file, start);
    if (isAmbiguous) return true;
    const packed = objectsIn(file, start, end);
    if (packed && isAmbiguousIn(packed)) return true;
    at = end;
  }
  return false;
};

const isAmbiguousIn = ({ content, first }: { content: Buffer; first: number }): boolean => {
  for (let at = first; at < content.length; ) {
    const { end, isAmbiguous } = readObject(content, at);
    if (isAmbiguous) return true;
    at = Math.max(end, at + 1);
  }
  return false;
};

/** The unpacked objects of an object stream (ISO 32000-2 section 7.5.7), if the object is one. */
const objectsIn = (file: Buffer, start: number, end: number): { content: Buffer; first: number } | undefined => {
  const dictionary = file.toString('latin1', start, end);
  const number = (key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dictionary)?.[1] ?? Number.NaN);
  if (!/\/Type\s*\/ObjStm\b/.test(dictionary)) return undefined;
  const begin =
    file.indexOf('stream', end) + 'stream\n'.length + (file[file.indexOf('stream', end) + 6] === 13 ? 1 : 0);
  const data = file.subarray(begin, begin + number('Length'));
  try {
    const content = dictionary.includes('/FlateDecode') ? Buffer.from(inflate(data)) : data;
    return { content, first: number('First') };
  } catch {
    return undefined;
  }
};

/** An open dictionary with its keys, or an open list. */
interface Open {
  keys: Set<string> | undefined;
  /** True where the next name is a key. */
  isKeyNext: boolean;
}

/** Reads one object from `at` on: where it ends, and whether readers could take it in two ways. */
const readObject = (file: Buffer, start: number): { end: number; isAmbiguous: boolean } => {
  const open: Open[] = [];
  const valueRead = (): void => {
    const holder = open.at(-1);
    if (holder?.keys) holder.isKeyNext = true;
  };
  let at = start;
  while (at < file.length && open.length <= DEEPEST) {
    const byte = file[at] as number;
    if (byte === PERCENT) at = endOfComment(file, at);
    else if (byte === LESS && file[at + 1] === LESS) {
      open.push({ keys: new Set(), isKeyNext: true });
      at += 2;
    } else if (byte === OPEN_LIST) {
      open.push({ keys: undefined, isKeyNext: false });
      at++;
    } else if (byte === CLOSE_LIST || (byte === GREATER && file[at + 1] === GREATER)) {
      open.pop();
      at += byte === CLOSE_LIST ? 1 : 2;
      if (open.length === 0) return { end: at, isAmbiguous: false };
      valueRead();
    } else if (byte === OPEN || byte === LESS) {
      at = byte === OPEN ? endOfString(file, at) : endOfHexString(file, at);
      valueRead();
    } else if (byte === SLASH || isRegular(byte)) {
      const begin = at++;
      while (isRegular(file[at])) at++;
      const word = file.toString('latin1', begin, at);
      const holder = open.at(-1);
      if (!holder) return { end: at, isAmbiguous: false };
      if (beginsNumber(byte) && !isPlainNumber(word)) return { end: at, isAmbiguous: true };
      if (!holder.keys) continue;
      if (byte !== SLASH || !holder.isKeyNext) {
        // Further words of a value (`5 0 R`) change nothing.
        holder.isKeyNext = true;
        continue;
      }
      const key = word.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      if (holder.keys.has(key)) return { end: at, isAmbiguous: true };
      holder.keys.add(key);
      holder.isKeyNext = false;
    } else at++;
  }
  return { end: at, isAmbiguous: false };
};
