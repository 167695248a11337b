import { idPath } from '../../lib/base/common-schema.ts';
import { operation } from '../../lib/http/operation.ts';
import { presentAudit } from '../../lib/signing/envelopes/answers/audit.ts';
import { Audit } from '../../lib/signing/envelopes/audit-schema.ts';
import { visibleEnvelope } from '../../lib/signing/envelopes/reading/visible.ts';
import { demandReader } from '../../lib/signing/envelopes/rules/access.ts';

export const handler = operation(
  {
    id: 'getEnvelopeAudit',
    tag: 'Envelopes',
    summary: "Get an envelope's audit trail",
    description: [
      'Answers every event, chained by hashes, and the data of the certificate of completion.',
      'To check it: the `hash` of an event is the SHA-256, in hex, of all its other members as canonical JSON (RFC 8785);',
      '`previous_hash` is the hash of the event before it, 64 zeros for the first; the last hash is `head`.',
    ].join(' '),
    route: 'GET /v2/envelopes/{envelope_id}/audit',
    session: 'both',
    callableBy: 'envelopes:read',
    path: idPath('envelope_id'),
    returns: Audit,
    errors: ['envelope_not_found', 'verification_needed', 'step_done'],
    access: { read: ['envelope'] },
  },
  async ({ caller, path }) => {
    const state = await visibleEnvelope(caller, path.envelope_id);
    demandReader(caller, state.envelope);
    return presentAudit(state);
  },
);
