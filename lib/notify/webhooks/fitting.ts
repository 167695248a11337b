/** The most bytes of an event on a bus of EventBridge, with all that it has beside its detail. */
const LARGEST = 256 * 1024;
/** Bytes for what an entry has beside its detail, which count, too. */
const BESIDE = 2048;

type Json = Record<string, unknown>;

/** The part of a delivery that a bus gets: its id, and the body of a call. */
interface Detail extends Json {
  id: string;
  data: Json;
}

/**
 * The detail, without the largest members of its data if it is larger than a bus takes: `left_out` names them, and
 * `read_at` is where the delivery has them. An event is never refused for its size.
 */
export const fitting = (detail: Detail, read_at: string): Json => {
  if (sizeOf(detail) <= LARGEST - BESIDE) return detail;
  const data = structuredClone(detail.data);
  const left_out: string[] = [];
  const now = (): Json => ({ ...detail, data, left_out, read_at });
  while (sizeOf(now()) > LARGEST - BESIDE && Object.keys(data).length > 0) left_out.push(takeLargest(data));
  return now();
};

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes the member that makes the record large, however deep it lies, and returns its names with dots between. */
const takeLargest = (record: Json): string => {
  const sizes = Object.entries(record).map(([name, value]) => ({ name, value, size: sizeOf(value) }));
  const { name, value, size } = sizes.reduce((one, other) => (other.size > one.size ? other : one));
  if (isRecord(value) && Object.values(value).some((inner) => sizeOf(inner) > size / 2)) {
    return `${name}.${takeLargest(value)}`;
  }
  delete record[name];
  return name;
};
