/**
 * Headers of every answer: of functions, of the gateway's own refusals, of the firewall and of the local platform.
 * Browsers call from any origin, without cookies. They must use HTTPS only (RFC 6797), accept an answer by its stated
 * type only, and send no Referer header, because the address of a signing link contains its key.
 */
export const ANSWER_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'X-Request-Id, X-Error-Code, Retry-After, Idempotent-Replayed, X-Device-Token, Countersign-Ignored, Preference-Applied, ETag, RateLimit, RateLimit-Policy, Allow, WWW-Authenticate',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Request headers that browsers may send from any origin. */
export const ALLOWED_HEADERS =
  'authorization, signer, content-type, x-client-id, idempotency-key, x-device-token, prefer, if-match, if-none-match';
