import * as z from 'zod';
import { Id, legible } from '../../base/common-schema.ts';
import { ProviderReturn } from '../../people/identity-providers/provider-schema.ts';
import { PasskeyStart } from './submission-schema.ts';

/** A signature with a certificate begins with what a submit states. */
export const CertificateStart = PasskeyStart;
export type CertificateStart = PasskeyStart;

const Secret = z.string().min(1).max(200);

export const CertificateContinuation = z
  .object({
    signing: Id,
    returned: z
      .object({
        service: Id.meta({ description: 'The last part of the address to which the service led back' }),
        ...ProviderReturn.shape,
      })
      .nullish()
      .meta({ description: 'The query with which the trust service has led the browser back' }),
    credential_id: legible(z.string().min(1).max(500)).nullish(),
    pin: Secret.nullish().meta({ description: 'Goes to the trust service, and is kept nowhere' }),
    otp: Secret.nullish(),
    send_otp: z.boolean().nullish().meta({ description: 'True: the service shall send a one-time password' }),
  })
  .meta({ id: 'CertificateContinuation' });
export type CertificateContinuation = z.output<typeof CertificateContinuation>;
