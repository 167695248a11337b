import { fail, invalid } from '../../base/errors.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { Origin } from '../../people/access/origin.ts';
import { sessionFor } from '../sessions/session.ts';
import type { SigningSession } from '../sessions/signing-session-schema.ts';
import type { Attempted } from './attempt-method.ts';
import { submitIdentity, submitResponses } from './kba.ts';
import { enterSecret, requestCode } from './secret.ts';
import type { VerifyBody } from './verification-schema.ts';

/**
 * One step of a signer's verification. Returns the current answer of opening
 * the session: with the next step, and after the last one with everything that was withheld.
 */
export const verifySigner = async (caller: SignerCaller, body: VerifyBody, origin: Origin): Promise<SigningSession> => {
  const { state, recipient, problem } = await tryStep(caller, body, origin);
  if (problem) return fail(problem);
  const key = { id: caller.key_id, type: caller.key_type };
  return sessionFor({ state, recipient, key, session_id: caller.session_id });
};

const tryStep = (caller: SignerCaller, body: VerifyBody, origin: Origin): Promise<Attempted> => {
  const { auth_method, code, resend, responses, ...identity } = body;
  switch (auth_method) {
    case 'passkey':
      return invalid('auth_method', 'a passkey signs at the submit: POST /v2/envelopes/…/recipients/…/submit/passkey');
    case 'csc':
      return invalid(
        'auth_method',
        'a certificate signs at the submit: POST /v2/envelopes/…/recipients/…/submit/certificate',
      );
    case 'oidc':
      return invalid('auth_method', 'is passed at the identity provider: POST /v2/sign/verify/provider/options');
    case 'id':
      return invalid('auth_method', 'verification by an identity document (id) is not available here');
    case 'kba':
      return responses
        ? submitResponses(caller, caller, responses, origin)
        : submitIdentity(caller, caller, identity, origin);
    case 'passcode':
      return enterSecret(caller, caller, auth_method, code ?? invalid('code', 'is required'), origin);
    default:
      return resend
        ? requestCode(caller, caller, auth_method, origin)
        : enterSecret(caller, caller, auth_method, code ?? invalid('code', 'is required'), origin);
  }
};
