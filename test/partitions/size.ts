/** Size of an item in bytes. */
export const sizeOf = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0);

const valueSize = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number' || typeof value === 'bigint') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Set) return [...value].reduce<number>((sum, one) => sum + valueSize(one), 0);
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + valueSize(one), 3);
  if (typeof value === 'object' && value !== null) return 3 + Object.keys(value).length + sizeOf(value);
  return 1;
};

/** Units to read one item, which may be missing. */
export const readUnits = (item: object | undefined, consistent: boolean): number =>
  Math.max(1, Math.ceil((item ? sizeOf(item) : 0) / 4096)) * (consistent ? 1 : 0.5);
