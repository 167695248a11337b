import { PublishedEvidence, publishedEvidence } from '../../lib/evidence/published.ts';
import { operation } from '../../lib/http/operation.ts';

export const handler = operation(
  {
    id: 'getPublishedEvidence',
    tag: 'Verification',
    summary: 'Get what seals and the log are checked with',
    description:
      'The certificates of the seal, the time-stamp authorities that are asked, and the key of the log. Keep a copy: it is what a check of the platform’s documents rests on when the platform is gone.',
    route: 'GET /.well-known/countersign.json',
    session: 'none',
    returns: PublishedEvidence,
    access: { read: ['log'], sealCertificate: true, timestampAuthorities: true, tokens: false },
  },
  () => publishedEvidence(),
);
