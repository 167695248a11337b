/**
 * Normalizes a phone number to E.164 (`+` and 7 to 15 digits); null if it isn't one. Ten digits without a country code
 * are a number of the North American plan, as existing clients expect.
 */
export const asE164 = (written: string): string | null => {
  const digits = written.replace('(0)', '').replace(/\D/g, '');
  const number = withCountry(written.trim().startsWith('+'), digits);
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : null;
};

const withCountry = (international: boolean, digits: string): string => {
  if (international) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.length === 10) return `1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? digits : '';
};
