/** Largest file that travels within a request, in bytes: base64 makes it a third larger, and requests have a limit. */
export const LARGEST_INLINE = 3_000_000;

export const base64Of = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
};

/** A type that an upload may have, by the file's first bytes; PDF if they say nothing. */
export const typeOf = async (file: Blob): Promise<'application/pdf' | 'image/png' | 'image/jpeg'> => {
  const [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
  if (first === 0x89) return 'image/png';
  return first === 0xff ? 'image/jpeg' : 'application/pdf';
};
