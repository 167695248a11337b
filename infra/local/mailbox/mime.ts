/** The part of a raw MIME mail (RFC 5322, 2045-2047) that the mailbox shows. */
export interface Mime {
  headers: Map<string, string>;
  text: string | null;
  html: string | null;
}

/** Parses a raw mail: its headers and its first text and HTML parts, without attachments. Never throws. */
export const readMime = (raw: Buffer): Mime => {
  const { headers, body } = split(raw.toString('latin1'));
  return { headers: decodeHeaders(headers), ...bodies(headers, body, 0) };
};

type Bodies = Pick<Mime, 'text' | 'html'>;

const bodies = (headers: Map<string, string>, body: string, depth: number): Bodies => {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = parameter(type, 'boundary');
  if (/^multipart\//i.test(type) && boundary && depth < 10) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1)
      .filter((part) => !part.startsWith('--'))
      .map((part) => split(part.replace(/^\r?\n/, '').replace(/\r?\n$/, '')))
      .map((part) => bodies(part.headers, part.body, depth + 1));
    return {
      text: parts.find(({ text }) => text !== null)?.text ?? null,
      html: parts.find(({ html }) => html !== null)?.html ?? null,
    };
  }
  if (/^attachment/i.test(headers.get('content-disposition') ?? '')) return { text: null, html: null };
  const content = decodeBody(body, headers.get('content-transfer-encoding'), parameter(type, 'charset'));
  if (/^text\/html/i.test(type)) return { text: null, html: content };
  return { text: /^text\/plain/i.test(type) ? content : null, html: null };
};

const split = (message: string): { headers: Map<string, string>; body: string } => {
  const end = /\r?\n\r?\n/.exec(message);
  const head = end ? message.slice(0, end.index) : message;
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const] : [];
  });
  return { headers: new Map(headers), body: end ? message.slice(end.index + end[0].length) : '' };
};

const parameter = (value: string, name: string): string | undefined => {
  const [, quoted, bare] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(value) ?? [];
  return quoted ?? bare;
};

const decodeBody = (body: string, encoding = '7bit', charset = 'utf-8'): string => {
  if (/base64/i.test(encoding)) return decodeText(Buffer.from(body, 'base64'), charset);
  if (/quoted-printable/i.test(encoding)) return decodeText(quoted(body.replace(/=\r?\n/g, '')), charset);
  return decodeText(Buffer.from(body, 'latin1'), charset);
};

const quoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const decodeText = (bytes: Buffer, charset: string): string => {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
};

/** Decodes header values: plain UTF-8, or encoded words (`=?utf-8?B?…?=`). */
const decodeHeaders = (headers: Map<string, string>): Map<string, string> =>
  new Map([...headers].map(([name, value]) => [name, decodeWords(Buffer.from(value, 'latin1').toString('utf8'))]));

/** Decodes encoded words (RFC 2047) in a text. */
export const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([^?]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, encoding: string, word: string) =>
      decodeText(
        encoding.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : quoted(word.replaceAll('_', ' ')),
        charset,
      ),
    );
