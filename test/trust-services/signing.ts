import type { Signer } from '../../infra/local/story/signing.ts';
import type { Read } from '../answers.ts';
import type { Answered, Api, Person } from '../api.ts';
import { cookieOf, visit } from '../identity-providers/company.ts';
import { type Envelope, ok, prepareToSubmit, recipient, sendEnvelope } from '../stories/envelope.ts';
import type { DummyService } from './dummy-service.ts';

/** A recipient who signs with an own certificate at this service. */
export const withCertificate = (role_name: string, sequence: number, trust_service: string, more: object = {}) =>
  recipient(role_name, sequence, { auth_methods: ['csc'], trust_service, ...more });

/** Registers the dummy for an organization. */
export const registerService = async (api: Api, owner: Person, dummy: DummyService): Promise<string> => {
  const path = { organization_id: owner.organization_id };
  return ok(await api.as(owner).createTrustService({ path, body: dummy.settings() })).id;
};

/** An envelope whose only recipient, `Signer`, signs with a certificate. */
export const sendForCertificate = (
  api: Api,
  sender: Person,
  service: string,
  more: Record<string, unknown> = {},
): Promise<Envelope> => sendEnvelope(api, sender, [withCertificate('Signer', 1, service)], more);

export type Step = Read<'continueCertificateSignature'>;

/** A signature that a signer has begun in a browser. */
export interface Begun {
  signer: Signer;
  step: Step;
  cookie: string;
}

const pathOf = ({ envelope_id, role_name }: Signer) => ({ envelope_id, role_name });
const PLACE = { locale: 'en-US', timezone: 'Europe/Vienna' };

/** Asks for the first step. The answer may be a refusal. */
export const startSigning = (api: Api, signer: Signer, body: object = PLACE, cookie = '') =>
  api
    .as({ signer: signer.signer })
    .startCertificateSignature({ path: pathOf(signer), body, headers: cookie ? { cookie } : {} });

/** Everything up to the service's page. */
export const beginSigning = async (api: Api, envelope: Envelope, role_name = 'Signer'): Promise<Begun> => {
  const signer = await prepareToSubmit(api, envelope, role_name);
  const answer = await startSigning(api, signer);
  return { signer, step: ok(answer) as Step, cookie: cookieOf(answer) };
};

/** Sends what the step asked for. The answer may be a refusal. */
export const goOn = (api: Api, { signer, step: { signing }, cookie }: Begun, more: object = {}) =>
  api
    .as({ signer: signer.signer })
    .continueCertificateSignature({ path: pathOf(signer), body: { signing, ...more }, headers: { cookie } });

/** Visits the page to which a step leads, and what the browser brings back from there. */
export const comeBack = async (service: string, redirect_to: string | null) => ({
  returned: { service, state: '', ...(await visit({ redirect_to: redirect_to ?? '' })) },
});

/** Goes to the service's page and back. The answer may be a refusal. */
export const follow = async (api: Api, service: string, begun: Begun): Promise<Answered<Step>> =>
  goOn(api, begun, await comeBack(service, begun.step.redirect_to)) as Promise<Answered<Step>>;

/** Goes to and fro until the last step; what `typed` has is typed where the step asks for it. */
export const signWithCertificate = async (
  api: Api,
  service: string,
  begun: Begun,
  typed: object = {},
): Promise<Answered<Step>> => {
  let { step } = begun;
  for (;;) {
    const answer =
      step.step === 'redirect'
        ? await follow(api, service, { ...begun, step })
        : ((await goOn(api, begun, step.step === 'authorize' ? typed : {})) as Answered<Step>);
    if (answer.status !== 200 || answer.body.step === 'done' || answer.body.step === 'choose') return answer;
    step = answer.body;
    if (step.step === 'wait') return answer;
  }
};
