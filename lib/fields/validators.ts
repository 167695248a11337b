/**
 * Patterns for the text of a textbox or textarea, by the names that clients know. Each matches in linear time, because
 * strangers type the text.
 */
export const PATTERNS = {
  email: /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z]{2,63}$/,
  phone: /^\+?[\d\s().-]{4,30}$/,
  url: /^https?:\/\/[^\s/?#.]+(?:\.[^\s/?#.]+)+(?:[/?#]\S*)?$/i,
  postal_code: /^[A-Za-z0-9\s-]{3,10}$/,
  number: /^\d+$/,
  date: /^(?:\d{4}[-/]\d{2}[-/]\d{2}|\d{2}[-/]\d{2}[-/]\d{4})$/,
} as const;

/** Names of all validators. `iban`, an account's number of ISO 13616, has check digits, which no pattern knows. */
export const VALIDATORS = [...(Object.keys(PATTERNS) as (keyof typeof PATTERNS)[]), 'iban'] as const;
export type Validator = (typeof VALIDATORS)[number];

/** True for a known validator's name. */
export const isValidator = (name: string): name is Validator => (VALIDATORS as readonly string[]).includes(name);
