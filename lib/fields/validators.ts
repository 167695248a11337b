/**
 * Patterns for the text of a textbox or textarea, by the names that clients know. Each matches in linear time, because
 * strangers type the text.
 */
const PATTERNS = {
  email: /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z]{2,63}$/,
  phone: /^\+?[\d\s().-]{4,30}$/,
  url: /^https?:\/\/[^\s/?#.]+(?:\.[^\s/?#.]+)+(?:[/?#]\S*)?$/i,
  postal_code: /^[A-Za-z0-9\s-]{3,10}$/,
  number: /^\d+$/,
  date: /^(?:\d{4}[-/]\d{2}[-/]\d{2}|\d{2}[-/]\d{2}[-/]\d{4})$/,
} as const;

export const VALIDATORS = Object.keys(PATTERNS) as (keyof typeof PATTERNS)[];
export type Validator = keyof typeof PATTERNS;

/** True for a known validator's name. */
export const isValidator = (name: string): name is Validator => Object.hasOwn(PATTERNS, name);

/** True if `text` satisfies the validator; an unknown validator accepts everything. */
export const fitsValidator = (validator: string | null, text: string): boolean =>
  validator === null || !isValidator(validator) || PATTERNS[validator].test(text.trim());
