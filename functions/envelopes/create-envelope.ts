import { EXAMPLE_PDF } from '../../lib/http/example-files.ts';
import { repeatedFilePart } from '../../lib/http/multipart.ts';
import { operation } from '../../lib/http/operation.ts';
import { createEnvelope } from '../../lib/signing/envelopes/acts/create-envelope.ts';
import { presentEnvelope, viewerOf } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { Envelope, NewEnvelope } from '../../lib/signing/envelopes/envelope-schema.ts';
import { decryptedFor } from '../../lib/signing/envelopes/reading/secrets.ts';

export const handler = operation(
  {
    id: 'createEnvelope',
    tag: 'Envelopes',
    summary: 'Create an envelope',
    description: [
      'From a template (`template_id`, with a recipient for each of its roles), or directly from documents, recipients and',
      'fields, whose `document_id` is the index of their document. Documents are base64, URIs, uploads, or the parts',
      "`documents` of a form, whose form fields and tags become fields where the organization's pipeline settings ask for",
      'it. The recipients of the lowest sequence are invited at once, unless `no_contact` is true.',
    ].join(' '),
    route: 'POST /v2/envelopes',
    unrecorded: 'envelope',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    body: NewEnvelope,
    multipart: repeatedFilePart('documents'),
    returns: Envelope,
    errors: [
      'messages_used_up',
      'recipient_outside',
      'template_not_found',
      'template_not_sendable',
      'unusable_document',
      'unusable_tag',
      'unusable_form_field',
      'file_changed',
    ],
    access: {
      read: ['profile', 'dailyMessages', 'brand', 'upload', 'template'],
      change: ['envelope'],
      write: ['outbox'],
      bulk: ['envelope', 'envelopeList', 'signingSecret', 'documentPointer'],
      dataKey: true,
      messagesPerDay: true,
      trustServices: true,
      files: {
        get: ['upload', 'templateDocument', 'templatePage'],
        put: ['envelopeDocument', 'envelopePage', 'templatePage'],
        delete: ['upload'],
      },
    },
    examples: {
      body: {
        name: 'Lease of the garden flat',
        documents: [{ name: 'lease.pdf', data: EXAMPLE_PDF }],
        recipients: [
          {
            role_name: 'Tenant',
            type: 'signer',
            first_name: 'Ada',
            last_name: 'Lovelace',
            email: 'ada@example.com',
            sequence: 1,
          },
          {
            role_name: 'Landlord',
            type: 'signer',
            first_name: 'Alan',
            last_name: 'Turing',
            email: 'alan@example.com',
            sequence: 2,
          },
        ],
        fields: [
          {
            document_id: 0,
            name: 'tenant-signature',
            role_name: 'Tenant',
            type: 'signature',
            page: 1,
            x: 72,
            y: 72,
            required: true,
          },
          {
            document_id: 0,
            name: 'landlord-signature',
            role_name: 'Landlord',
            type: 'signature',
            page: 1,
            x: 300,
            y: 72,
            required: true,
          },
        ],
      },
    },
  },
  async ({ caller, body, files, origin }) => {
    const state = await createEnvelope(caller, body, files, origin);
    const viewer = viewerOf(caller, state.envelope);
    // A caller who creates an envelope for the template's owner has sent its contents, so nothing of it is withheld.
    const maker = viewer.creator ? viewer : { ...viewer, sender: true, withheld: false };
    return presentEnvelope(await decryptedFor(caller, state), maker);
  },
);
