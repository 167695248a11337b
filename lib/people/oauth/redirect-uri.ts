const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A name of letters, digits, hyphens and dots; no address of numbers, nothing before or behind the dots. */
const HOST = /^(?=.*[a-z])[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/**
 * True for where an application may have its users sent: https; http on the loopback interface and schemes of the
 * application's own (`com.example.app:/done`) for what runs on the user's machine (RFC 8252 7). It is spelled as browsers
 * spell it, so that no two readers take it for different places, and names one place: no wildcard, no blank, no fragment, no
 * user, no address of numbers (RFC 6749 3.1.2, RFC 9700 4.1.3).
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
