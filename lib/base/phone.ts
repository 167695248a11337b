/**
 * A phone number as people write it, in the form in which it is dialled from anywhere (E.164: `+` and 7 to 15 digits);
 * null where it isn't one. Without a country code, ten digits are a number of the North American plan: so do the clients
 * of this interface take it.
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
