import { type Bytes, equal, UnreadableError } from './bytes.ts';
import { PdfFile, type Place, readObject, type Section } from './pdf-file.ts';
import { freeFields } from './pdf-form.ts';
import { signatureFields } from './pdf-signatures.ts';
import { Dict, Ref, refsIn, Stream, same, type Value } from './pdf-values.ts';

/**
 * Kind of the updates that follow a seal in its file. `proof`: nothing but validation data and document time-stamps
 * (ETSI EN 319 142-1 section 5.4), which change no page. `signatures`: others have signed, too, in fields that may show
 * something on pages. `filling`: signatures, and values in fields of the form that no signature locks. `other`:
 * anything else, or what can't be read beyond doubt.
 */
export type Following = 'nothing' | 'proof' | 'signatures' | 'filling' | 'other';

/** Judges the bytes after the revision that a seal covers. `stamped`: the revisions that later time-stamps cover. */
export const judgeFollowing = async (
  bytes: Bytes,
  sealed: PdfFile,
  stamped: readonly PdfFile[],
): Promise<Following> => {
  if (bytes.length === sealed.bytes.length) return 'nothing';
  try {
    const whole = await PdfFile.read(bytes);
    if (await isProof(whole, sealed, stamped, isStamp)) return 'proof';
    if (await isProof(whole, sealed, stamped, isSignature)) return 'signatures';
    return (await isProof(whole, sealed, stamped, isSignature, await freeFields(sealed))) ? 'filling' : 'other';
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof RangeError) return 'other';
    throw error;
  }
};

/** Tells which new signature fields are permitted. */
type Permits = (whole: PdfFile, field: Dict, signature: Dict) => Promise<boolean>;

const isProof = async (
  whole: PdfFile,
  sealed: PdfFile,
  stamped: readonly PdfFile[],
  permits: Permits,
  fields: ReadonlySet<number> = new Set(),
): Promise<boolean> => {
  const { length } = sealed.bytes;
  const later = whole.sections.filter(({ start }) => start >= length);
  const goesOn = whole.sections.some(({ start }) => start === sealed.sections[0]?.start);
  if (later.length === 0 || !goesOn || !same(whole.trailer.get('Root'), sealed.trailer.get('Root'))) return false;
  if (!same(whole.trailer.get('Info'), sealed.trailer.get('Info'))) return false;
  if (!(await isAllAccounted(whole, later, length))) return false;
  const stamps = await addedFields(whole, sealed, permits);
  if (!stamps) return false;
  for (const number of numbersIn(later)) {
    const [before, now] = [sealed.places.get(number), whole.places.get(number)];
    if (now === 'free' && (before === undefined || before === 'free')) continue;
    if (!isLater(now, whole, length)) return false;
    if (before === undefined || before === 'free') continue;
    const isFree =
      permits === isSignature &&
      ((await isBySigning(number, whole, sealed, stamps)) ||
        (fields.has(number) && (await isFilledIn(number, whole, sealed))));
    if (!isFree && !(await isHarmless(number, whole, sealed, stamps))) return false;
  }
  return !(await fillsGap(sealed, whole)) && (await isAllUsed(whole, later, stamped));
};

/**
 * True if the file, or one of its revisions that a time-stamp covers, refers to each object that came later: others
 * have no place in proof.
 */
const isAllUsed = async (whole: PdfFile, later: readonly Section[], stamped: readonly PdfFile[]): Promise<boolean> => {
  const used = new Set<number>();
  for (const file of [whole, ...stamped]) for (const number of await reachable(file)) used.add(number);
  const starts = new Set(later.map(({ start }) => start));
  for (const number of numbersIn(later)) {
    const place = whole.places.get(number);
    if (used.has(number) || !place || place === 'free') continue;
    if ('offset' in place && starts.has(place.offset)) continue;
    const object = await whole.object(number);
    if (!(object instanceof Stream && object.dict.named('Type') === 'ObjStm')) return false;
  }
  return true;
};

/** Numbers of the objects that a file refers to, from its trailer on. */
const reachable = async (file: PdfFile): Promise<Set<number>> => {
  const seen = new Set<number>();
  const open: Ref[] = refsIn(file.trailer);
  for (let ref = open.pop(); ref; ref = open.pop()) {
    if (seen.has(ref.number)) continue;
    seen.add(ref.number);
    const place = file.places.get(ref.number);
    if (place && place !== 'free') open.push(...refsIn(await file.object(ref.number)));
  }
  return seen;
};

const numbersIn = (sections: readonly Section[]): Set<number> =>
  new Set(sections.flatMap(({ places }) => [...places.keys()]).filter((number) => number > 0));

/** True if the object's bytes stand after the seal. */
const isLater = (place: Place | undefined, file: PdfFile, length: number): boolean => {
  if (!place || place === 'free') return false;
  return 'offset' in place ? place.offset >= length : isLater(file.places.get(place.stream), file, length);
};

/**
 * True if every byte after the seal belongs to an object or to a section: what lies between could be found by a reader
 * that repairs.
 */
const isAllAccounted = async (whole: PdfFile, later: readonly Section[], length: number): Promise<boolean> => {
  const spans: [from: number, to: number][] = later.map(({ start, end }) => [start, end]);
  for (const { places } of later) {
    for (const [number, place] of places) {
      if (place === 'free' || !('offset' in place) || place.offset < length) continue;
      const { value, end } = readObject(whole.bytes, place.offset, number);
      const stated = value instanceof Stream ? await whole.resolve(value.dict.get('Length')) : null;
      spans.push([place.offset, end(stated)]);
    }
  }
  let at = length;
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    // An object that is a section stands in both lists.
    if (from < at && to <= at) continue;
    if (from < at || !isEmpty(whole.bytes.subarray(at, from))) return false;
    at = to;
  }
  return isEmpty(whole.bytes.subarray(at));
};

/** True if these bytes are nothing but blanks, `startxref` with its number, and `%%EOF`. */
const isEmpty = (bytes: Bytes): boolean => {
  if (bytes.length > 200) return false;
  return /^\s*(?:startxref\s+\d+\s+%%EOF\s*)*$/.test(String.fromCharCode(...bytes));
};

/** References to the signature fields that the sealed file hasn't; null if one was added that isn't permitted. */
const addedFields = async (whole: PdfFile, sealed: PdfFile, permits: Permits): Promise<Set<number> | null> => {
  const known = new Set((await signatureFields(sealed)).map(({ ref }) => ref?.number));
  const added = new Set<number>();
  for (const { field, ref, value } of await signatureFields(whole)) {
    if (ref && known.has(ref.number)) continue;
    const signature = await whole.dict(value);
    if (!ref || !signature || !(await permits(whole, field, signature))) return null;
    added.add(ref.number);
  }
  return added;
};

/** True for a document time-stamp's: without an area and an appearance nothing of it is shown. */
const isStamp: Permits = async (whole, field, signature) =>
  signature.named('Type') === 'DocTimeStamp' &&
  signature.named('SubFilter') === 'ETSI.RFC3161' &&
  (await whole.array(field.get('Rect'))).every((corner) => corner === 0) &&
  !['Kids', 'AP', 'A', 'AA', 'MK'].some((key) => field.has(key));

/** True for any signature's that does nothing else. */
const isSignature: Permits = async (_, field, signature) =>
  signature.has('Contents') && !['Kids', 'A', 'AA'].some((key) => field.has(key));

/** True if an object that the sealed file has is the same, or differs only by references to proof. */
const isHarmless = async (
  number: number,
  whole: PdfFile,
  sealed: PdfFile,
  stamps: ReadonlySet<number>,
): Promise<boolean> => {
  const [before, now] = [await sealed.object(number), await whole.object(number)];
  if (before instanceof Stream && now instanceof Stream) {
    return same(before.dict, now.dict) && equal(await sealed.raw(before), await whole.raw(now));
  }
  if (same(before, now)) return true;
  if (isLonger(before, now, stamps)) return true;
  if (!(before instanceof Dict) || !(now instanceof Dict)) return false;
  const root = sealed.trailer.get('Root');
  const isCatalog = root instanceof Ref && root.number === number;
  const form = (await sealed.catalog()).get('AcroForm');
  if (isCatalog) return isSameBut(before, now, stamps, ['DSS', 'Extensions', 'Version'], ['AcroForm']);
  if (form instanceof Ref && form.number === number) return isSameForm(before, now, stamps);
  return before.named('Type') === 'Page' && isSameBut(before, now, stamps, [], [], ['Annots']);
};

/** True for the document's dates, which programs that sign write, and for a signature field that got its signature. */
const isBySigning = async (
  number: number,
  whole: PdfFile,
  sealed: PdfFile,
  stamps: ReadonlySet<number>,
): Promise<boolean> => {
  const [before, now] = [await sealed.object(number), await whole.object(number)];
  if (!(before instanceof Dict) || !(now instanceof Dict)) return false;
  const info = sealed.trailer.get('Info');
  if (info instanceof Ref && info.number === number) return isSameBut(before, now, stamps, ['ModDate', 'Producer'], []);
  const isFilled = before.named('FT') === 'Sig' && !before.has('V') && stamps.has(number);
  return isFilled && isSameBut(before, now, stamps, ['V', 'AP', 'F'], []);
};

/** True for a field of a form that differs by its value and what shows it. */
const isFilledIn = async (number: number, whole: PdfFile, sealed: PdfFile): Promise<boolean> => {
  const [before, now] = [await sealed.object(number), await whole.object(number)];
  return (
    before instanceof Dict && now instanceof Dict && isSameBut(before, now, new Set(), ['V', 'I', 'AP', 'AS', 'M'], [])
  );
};

/** True if the dictionaries are the same but for entries of these names, forms and lists. */
const isSameBut = (
  before: Dict,
  now: Dict,
  stamps: ReadonlySet<number>,
  free: readonly string[],
  forms: readonly string[],
  lists: readonly string[] = [],
): boolean =>
  [...new Set([...before.keys(), ...now.keys()])].every((key) => {
    const [a, b] = [before.get(key), now.get(key)];
    if (same(a, b) || free.includes(key)) return true;
    if (forms.includes(key)) return a instanceof Dict && b instanceof Dict && isSameForm(a, b, stamps);
    return lists.includes(key) && isLonger(a ?? [], b ?? null, stamps);
  });

const isSameForm = (before: Dict, now: Dict, stamps: ReadonlySet<number>): boolean =>
  isSameBut(before, now, stamps, ['SigFlags'], [], ['Fields']);

/** True if a list has all that it had, in its order, and then nothing but fields of time-stamps. */
const isLonger = (before: Value, now: Value, stamps: ReadonlySet<number>): boolean =>
  Array.isArray(before) &&
  Array.isArray(now) &&
  now.length > before.length &&
  before.every((one, at) => same(one, now[at])) &&
  now.slice(before.length).every((one) => one instanceof Ref && stamps.has(one.number));

/** True if the sealed file refers to an object that it hasn't, and a later revision makes it up. */
const fillsGap = async (sealed: PdfFile, whole: PdfFile): Promise<boolean> => {
  for (const number of await reachable(sealed)) {
    const [before, now] = [sealed.places.get(number), whole.places.get(number)];
    if ((!before || before === 'free') && now && now !== 'free') return true;
  }
  return false;
};
