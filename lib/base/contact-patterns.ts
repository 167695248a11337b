/** Address by RFC 5321 that mail can be sent to; `Email` of `common-schema.ts` says more. */
export const DELIVERABLE =
  /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** Signs of a phone number in any spelling. */
export const PHONE_SIGNS = /^[+()\d\s./-]*$/;
