const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);

/** Links in a message: those in its text, then the targets in its HTML, each once. */
export const linksIn = (text: string | null, html: string | null): string[] => {
  const written = text?.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  const linked = [...(html ?? '').matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
    .map(([, double, single]) => decodeEntities(double ?? single ?? '').trim())
    .filter((target) => /^https?:\/\//i.test(target));
  return [...new Set([...written.map((url) => url.replace(/[.,;:!?)\]}']+$/, '')), ...linked])];
};
