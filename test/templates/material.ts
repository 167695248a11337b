import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';

/** A PDF of `pages` pages of US Letter. */
export const pdf = (pages = 1): Uint8Array => withTable(pagesOf(...Array.from({ length: pages }, () => LETTER)));

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** A form's part. */
export const file = (bytes: Uint8Array, name: string): File => new File([Uint8Array.from(bytes)], name);

/** A signer's signature at the lower left of the first page. */
export const signature = (name: string, role_name: string) => ({
  name,
  role_name,
  type: 'signature',
  required: true,
  page: 1,
  x: 72,
  y: 72,
});

/** The body of a template with a document of two pages, two signers and a signature for each. */
export const lease = (more: Record<string, unknown> = {}) => ({
  name: 'Lease',
  documents: [{ name: 'lease.pdf', data: base64(pdf(2)) }],
  roles: [
    { name: 'Tenant', type: 'signer', sequence: 1 },
    { name: 'Landlord & owner', type: 'signer', sequence: 2 },
  ],
  fields: [signature('tenant-signature', 'Tenant'), signature('landlord-signature', 'Landlord & owner')],
  ...more,
});
