import { sha256 } from '../../../base/ids.ts';
import type { CertificateProof } from '../../../pdf/completion-certificate/model.ts';
import type { Spoken } from '../../../pdf/completion-certificate/words.ts';
import type { EventItem } from '../../../storage/records/envelope.ts';

/** The members of `certificate_signature` in `recipient:signed` that are printed. */
interface SignedByCertificate {
  service: { name: string };
  /** DER, base64. */
  certificate: string;
  subject: string;
  issuer: string;
  serial: string;
  level: string;
  level_because: string;
}

const LEVELS = ['QES', 'AES', 'SES'] as const;

const REASONS = [
  'qualified',
  'certificate_not_qualified',
  'key_not_on_device',
  'issuer_not_granted',
  'list_unavailable',
  'issuer_unknown',
  'not_a_person',
] as const;

/**
 * The signature with the signer's own certificate, as the event binds it: whose, by which issuer, and the level with
 * the reason. A level that isn't known here is printed as none.
 */
export const certificateProofs = (
  signed: Pick<EventItem, 'data' | 'created_at'> | undefined,
  { say, moment }: Spoken,
): CertificateProof[] => {
  const by = signed?.data.certificate_signature as SignedByCertificate | undefined;
  if (!signed || !by) return [];
  const { service, subject, issuer, serial } = by;
  const level = LEVELS.find((one) => one === by.level);
  const reason = REASONS.find((one) => one === by.level_because);
  const said = { time: moment(signed.created_at), service: service.name, subject, issuer, serial };
  return [
    { statement: say('certificate_signed', said), name: null },
    {
      statement: say('certificate_level', {
        level: level ? say(`level_${level}`) : '–',
        because: reason ? say(`because_${reason}`) : '',
        hash: sha256(Buffer.from(by.certificate, 'base64')),
      }).replace('  ', ' '),
      name: null,
    },
  ];
};
