import { withoutHidden } from '../../base/look.ts';

const MAX_LENGTH = 150;

/**
 * Makes a file name that every file system accepts: no path, no control or reserved characters, no leading or trailing
 * dots and spaces, no device name of Windows, at most 150 characters including the extension. `document` if nothing is
 * left.
 */
export const safeFileName = (name: string): string => {
  const clean = withoutHidden(name.normalize('NFC').toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\u061c\u200e\u200f]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (clean === '') return 'document';
  const { stem, extension } = splitName(clean);
  const short = [...stem].slice(0, MAX_LENGTH - extension.length).join('');
  return /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(short.split('.')[0] ?? '')
    ? `_${short}${extension}`
    : `${short}${extension}`;
};

/** Splits `name` into stem and extension, the dot with the extension: `a.b.pdf` is `a.b` and `.pdf`. */
export const splitName = (name: string): { stem: string; extension: string } => {
  const extension = name.match(/[^.](\.[a-z0-9]{1,8})$/i)?.[1] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
};

/** A Content-Disposition header with a name in ASCII and, if that differs, the true one (RFC 6266, RFC 8187). */
export const contentDisposition = (disposition: 'attachment' | 'inline', filename: string): string => {
  const name = safeFileName(filename);
  const plain = name
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/[\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${disposition}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${extended}`}`;
};
