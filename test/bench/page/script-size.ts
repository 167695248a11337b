import { gzipSync } from 'node:zlib';
import { type PageScript, partUrls, scriptUrl } from '../../../lib/pages/assets.ts';

const size = async (url: string): Promise<number> =>
  gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length;

/** Bytes of a page's script as gzip, with what it imports before it runs. */
export const importedSize = async (script: PageScript, url = scriptUrl(script)): Promise<number> => {
  const code = await (await fetch(url)).text();
  const imported = [...code.matchAll(/(?:^|;)\s*(?:import|export)\b[^;'"]*?["'](\.[^"']+)["']/g)].map(
    ([, file]) => file ?? '',
  );
  const sizes = await Promise.all([...new Set(imported)].map((file) => size(new URL(file, url).href)));
  return sizes.reduce((sum, one) => sum + one, await size(url));
};

/** Bytes of all that a page's script loads later, as gzip. */
export const partSize = async (script: PageScript): Promise<number> => {
  const sizes = await Promise.all(partUrls(script).map(size));
  return sizes.reduce((sum, one) => sum + one, 0);
};
