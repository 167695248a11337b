import * as z from 'zod';
import { Timestamp } from '../../base/common-schema.ts';
import { secretMember } from '../../base/secret-members.ts';

export const MfaStatus = z
  .object({
    enabled: z.boolean(),
    type: z.literal('totp').nullable(),
    enrolled_at: Timestamp.nullable(),
    backup_codes_remaining: z.int(),
  })
  .meta({ id: 'MfaStatus' });
export type MfaStatus = z.output<typeof MfaStatus>;

export const MfaEnrollment = z
  .object({
    secret: z.string().meta({ description: 'Base32, to type in' }),
    otpauth_url: z.string().meta({ description: 'To show as a QR code' }),
    expires_at: Timestamp.meta({ description: 'Until when it can be confirmed' }),
  })
  .meta({ id: 'MfaEnrollment' });
export type MfaEnrollment = z.output<typeof MfaEnrollment>;

export const BackupCodes = z
  .object({ backup_codes: z.array(z.string().meta({ example: '7k2m-x9qd' })).meta({ description: 'Shown only now' }) })
  .meta({ id: 'BackupCodes' });
export type BackupCodes = z.output<typeof BackupCodes>;

/** A code as a person types it. */
export const TypedCode = secretMember(z.string().trim().min(1, 'must not be empty').max(20));

export const CodeBody = z.object({ code: TypedCode });
