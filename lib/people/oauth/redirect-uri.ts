const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A name of letters, digits, hyphens and dots; no IP address, no empty label. */
const HOST = /^(?=.*[a-z])[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/**
 * True for a permitted redirect address: https; for applications on the user's machine also http on the loopback
 * interface and private schemes (`com.example.app:/done`, RFC 8252 7). It must be spelled as browsers normalize it, so
 * that no two readers understand it differently, and be exact: no wildcard, blank, fragment, user or IP address (RFC
 * 6749 3.1.2, RFC 9700 4.1.3).
 */
export const isRedirectUri = (text: string): boolean => {
  if (!/^[\x21-\x7e]+$/.test(text) || /[#*\\"<>^`{|}]/.test(text) || /%(?:[01][0-9a-f]|7f)|%20$/i.test(text))
    return false;
  if (!URL.canParse(text)) return false;
  const { href, protocol, hostname, username, password } = new URL(text);
  if (username || password || text.includes('@')) return false;
  if (href !== text && href !== `${text}/`) return false;
  if (protocol === 'https:') return HOST.test(hostname);
  if (protocol === 'http:') return LOOPBACK.includes(hostname);
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol);
};
