/**
 * Headers of every answer: of functions, of the gateway's own refusals, of the firewall and of the local platform. Browsers
 * call from any origin, without cookies. They come back over HTTPS only (RFC 6797), take no answer for another type than it
 * says, and tell nobody the address of a page: the address of a signing link holds its key.
 */
export const ANSWER_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, X-Error-Code, Retry-After, Idempotent-Replayed, X-Device-Token',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
