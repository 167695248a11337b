/** True if each of the words is in one of the texts, regardless of case and accents. */
export const includesWords = (words: string, ...texts: readonly string[]): boolean => {
  const all = plain(texts.join(' '));
  return plain(words)
    .split(/\s+/)
    .every((word) => all.includes(word));
};

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
