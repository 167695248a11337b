import * as z from 'zod';
import { fail } from '../../lib/base/errors.ts';
import { operation } from '../../lib/http/operation.ts';
import { sendingBounds } from '../../lib/people/policy/sending-rule.ts';
import { servicesOf } from '../../lib/people/trust-services/instance-services.ts';
import { changeEnvelope } from '../../lib/signing/envelopes/acts/commit.ts';
import { presentRecipient, viewerOf } from '../../lib/signing/envelopes/answers/present-envelope.ts';
import { Recipient, RecipientPath } from '../../lib/signing/envelopes/envelope-schema.ts';
import { decryptedFor, decryptSecrets } from '../../lib/signing/envelopes/reading/secrets.ts';
import { demandOwner, recipientOf } from '../../lib/signing/envelopes/rules/access.ts';
import { actorOf } from '../../lib/signing/envelopes/rules/actor.ts';
import { correctRecipient, RecipientChange, remindOne } from '../../lib/signing/envelopes/rules/recipient-update.ts';
import { resetRecipient } from '../../lib/signing/envelopes/rules/reset.ts';

/** Answer of an action. */
const Done = z.object({ status: z.literal('OK') }).meta({ id: 'Done' });

export const handler = operation(
  {
    id: 'updateRecipient',
    tag: 'Recipients',
    summary: 'Correct, remind or reset a recipient',
    description: [
      "Only the envelope's owner can, while they may send envelopes. `action: remind` sends the recipient a reminder.",
      'With `action: reset` the recipient begins from the start: after a failed verification, a mistake, or a refusal',
      'to sign, in which case the envelope opens again. The recipient must agree, be verified and fill fields again.',
      'Without `action`, the given details are corrected. A recipient whose turn it is gets a new invitation if the',
      'address changes. A person gets at most ten messages about an envelope in an hour and thirty in a day, whoever',
      'asks for them, and none once the person has reported it.',
    ].join(' '),
    route: 'PATCH /v2/envelopes/{envelope_id}/recipients/{role_name}',
    unrecorded: 'envelope',
    session: 'user',
    callableBy: 'envelopes:write',
    permissions: ['envelope:create'],
    path: RecipientPath,
    body: RecipientChange,
    returns: z.union([Recipient, Done]),
    errors: [
      'envelope_not_found',
      'recipient_not_found',
      'not_the_owner',
      'envelope_ended',
      'recipient_not_acting',
      'reminder_impossible',
      'reset_impossible',
      'verified_already',
      'recipient_reported',
      'recipient_outside',
      'too_many_requests',
    ],
    access: {
      change: ['envelope'],
      write: ['signingSecret'],
      remove: ['signingSecret'],
      dataKey: true,
      trustServices: true,
    },
    examples: { body: { action: 'remind' } },
  },
  async ({ caller, path, body, origin }) => {
    const state = await changeEnvelope(path.envelope_id, async (current, at) => {
      demandOwner(caller, current.envelope);
      // Needed only to see if another passcode is given.
      const known = body.passcode ? await decryptSecrets(current) : current;
      const recipient = recipientOf(known, path.role_name);
      const actor = actorOf(caller, origin);
      if (body.action === 'remind') return remindOne(current, recipient, actor);
      if (body.action === 'reset') return resetRecipient(current, recipient, actor, at);
      const { organization, profile } = caller.records ?? fail('unauthorized');
      return correctRecipient(current, recipient, body, actor, {
        at,
        providers: organization.recipient_providers ?? new Set<string>(),
        services: servicesOf(organization),
        bounds: sendingBounds(organization, profile),
      });
    });
    if (body.action) return { status: 'OK' as const };
    return presentRecipient(
      recipientOf(await decryptedFor(caller, state), path.role_name),
      viewerOf(caller, state.envelope),
    );
  },
);
