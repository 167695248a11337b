import * as z from 'zod';
import { Id, Timestamp } from '../../base/common-schema.ts';
import { CertificateNames } from '../envelopes/certificate-schema.ts';
import { Recipient } from '../envelopes/envelope-schema.ts';

/** Steps of a signature with a certificate at a trust service. */
const CERTIFICATE_STEPS = ['redirect', 'choose', 'authorize', 'wait', 'done'] as const;

const Certificate = z
  .object({ ...CertificateNames, valid_to: Timestamp })
  .meta({ id: 'SigningCertificate', description: 'A certificate of the signer at the trust service' });

export const CertificateStep = z
  .object({
    signing: Id.meta({ description: 'To be sent with each further call' }),
    step: z.enum(CERTIFICATE_STEPS).meta({
      description:
        '`redirect`: lead the browser to `redirect_to`, and send what comes back as `returned`. `choose`: send a `credential_id`. ' +
        '`authorize`: send the `pin`, the `otp`, or both. `wait`: another signs just now, call again after `wait_seconds`. ' +
        '`done`: the recipient has submitted',
    }),
    service: z.string().meta({ description: 'The name of the trust service' }),
    redirect_to: z.string().nullable(),
    credentials: z
      .array(Certificate.extend({ id: z.string() }))
      .nullable()
      .meta({ description: 'Of `choose`: the certificates from which the signer chooses' }),
    certificate: Certificate.nullable().meta({ description: 'The one that signs, once it is known' }),
    pin: z
      .object({ label: z.string(), numeric: z.boolean() })
      .nullable()
      .meta({ description: 'Of `authorize`: the service asks for a PIN, and calls it so' }),
    otp: z.object({ label: z.string(), numeric: z.boolean(), online: z.boolean() }).nullable().meta({
      description:
        'Of `authorize`: the service asks for a one-time password. `online`: it sends one, again by `send_otp`; else a device of the signer shows it',
    }),
    wait_seconds: z.int().nullable(),
    recipient: Recipient.nullable().meta({ description: 'Of `done`' }),
  })
  .meta({ id: 'CertificateStep', description: 'What comes next in a signature with a certificate' });
export type CertificateStep = z.output<typeof CertificateStep>;
