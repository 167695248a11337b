/** Photographs made smaller. */

/** A picture's file with at most `side` pixels each way, as JPEG; the file itself where the browser can't read it. */
export const shrunk = async (file: File, side: number): Promise<File> => {
  if (!file.type.startsWith('image/')) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = side / Math.max(picture.width, picture.height);
  const isReadable = file.type === 'image/jpeg' || file.type === 'image/png';
  if (scale >= 1 && isReadable && file.size < 2_000_000) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * Math.min(1, scale));
  canvas.height = Math.round(picture.height * Math.min(1, scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  return blob ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file;
};

/** A file as a `data:` URL. */
export const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
