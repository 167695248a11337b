/** The claims of a token, read as existing clients do it: plain base64, no UTF-8. */
export const claimsOf = (token: string): Record<string, string> => JSON.parse(atob(token.split('.')[1] ?? ''));
