import * as z from 'zod';
import { SIGNATURE_LEVELS } from '../../storage/records/certificate-signature.ts';

/** The names in a certificate. */
export const CertificateNames = {
  subject: z.string().meta({ description: 'Whose it is, as the issuer states it' }),
  issuer: z.string(),
};

export const CertificateSummary = z
  .object({
    ...CertificateNames,
    level: z.enum(SIGNATURE_LEVELS).meta({
      description: 'The level of the electronic signature that is proven, never more: simple, advanced or qualified',
    }),
  })
  .meta({ id: 'CertificateSummary' });
