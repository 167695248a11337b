/** The kept value of a key, made on first use. Where `most` are kept, all are forgotten first. */
export const keptOr = <K, V>(kept: Map<K, V>, key: K, make: () => V, most = Number.POSITIVE_INFINITY): V => {
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= most) kept.clear();
  const made = make();
  kept.set(key, made);
  return made;
};
