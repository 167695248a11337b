import { PublishedEvidence, publishedEvidence } from '../../lib/evidence/published.ts';
import { operation } from '../../lib/http/operation.ts';

export const handler = operation(
  {
    id: 'getPublishedEvidence',
    tag: 'Verification',
    summary: 'Get the certificates and keys that verify seals and the log',
    description:
      'The certificates of the seal, the time-stamp authorities that are asked, and the key of the log. Keep a ' +
      'copy: with it, the platform’s documents can be checked even when the platform no longer exists.',
    route: 'GET /.well-known/countersign.json',
    session: 'none',
    returns: PublishedEvidence,
    access: { read: ['log'], sealCertificate: true, timestampAuthorities: true, tokens: false },
  },
  () => publishedEvidence(),
);
