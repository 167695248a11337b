/**
 * An origin of web pages (RFC 6454), in its parts. Its host is a name of letters, digits and hyphens, or an IP address.
 */
export interface WebOrigin {
  scheme: 'https' | 'http';
  host: string;
  /** Undefined for the scheme's usual one. */
  port: number | undefined;
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/**
 * The grammar of host names (RFC 1123 2.1). URLs allow more: with `,` or `;` in them one origin would read as two in a
 * header.
 */
const HOST = new RegExp(`^(?:(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*|\\[[0-9a-f:.]+\\])$`);
/** Names of this machine: pages under them are being developed, and come without a certificate. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Reads an origin. Undefined if it isn't spelled as browsers spell it, or is http and not of this machine. */
export const parseOrigin = (text: string): WebOrigin | undefined => {
  const url = URL.parse(text);
  if (!url || !HOST.test(url.hostname)) return undefined;
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  if (url.protocol !== `${scheme}:` || (scheme === 'http' && !LOOPBACK.includes(url.hostname))) return undefined;
  const origin = { scheme, host: url.hostname, port: url.port === '' ? undefined : Number(url.port) } as const;
  return writeOrigin(origin) === text ? origin : undefined;
};

/** Writes an origin as browsers do: `https://app.example.com:8443`. */
export const writeOrigin = ({ scheme, host, port }: WebOrigin): string =>
  `${scheme}://${host}${port === undefined ? '' : `:${port}`}`;
