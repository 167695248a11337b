import { createEnvelope, type IEnvelope, type TCreateEnvelopeRequest } from '@verdocs/js-sdk';
import { base64, type Member, newEmail, pdf } from './client.ts';

export interface Recipient {
  type: 'signer' | 'cc' | 'approver';
  role_name: string;
  first_name: string;
  last_name: string;
  email: string;
  sequence: number;
  order: number;
  [more: string]: unknown;
}

/** A recipient as clients send one, with an address of its own. */
export const recipient = (role_name: string, sequence = 1, more: Record<string, unknown> = {}): Recipient => ({
  type: 'signer',
  role_name,
  first_name: 'Paige',
  last_name: 'Turner',
  email: newEmail('recipient'),
  phone: '',
  sequence,
  order: 1,
  delegator: false,
  message: '',
  ...more,
});

/** A field of the first document, as clients send one. */
export const field = (name: string, role_name: string, type: string, more: Record<string, unknown> = {}) => ({
  document_id: 0,
  name,
  role_name,
  type,
  page: 1,
  x: 72,
  y: 72,
  ...more,
});

/** An envelope made directly: one document, a required text for every signer unless the request says otherwise. */
export const send = (
  { endpoint }: Pick<Member, 'endpoint'>,
  recipients: Recipient[],
  more: Record<string, unknown> = {},
): Promise<IEnvelope> =>
  createEnvelope(endpoint, {
    name: 'Bill of sale',
    documents: [{ name: 'bill.pdf', data: base64(pdf(2)) }],
    recipients,
    fields: recipients
      .filter(({ type }) => type === 'signer')
      .map(({ role_name }) => field(`text of ${role_name}`, role_name, 'textbox', { required: true })),
    ...more,
  } as unknown as TCreateEnvelopeRequest);
