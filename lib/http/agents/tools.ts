import type { Scope } from '../../people/access/scopes.ts';
import {
  type Json,
  showDocumentLink,
  showDone,
  showEnvelope,
  showEnvelopes,
  showRecipient,
  showTemplate,
  showTemplates,
} from './shown.ts';

/** A tool of the agents' server: one operation of the API, with what an agent may say and see of it. */
export interface Tool {
  /** The operation that it calls. */
  operation: string;
  title: string;
  /** Text beyond the operation's own description. */
  description: string;
  /** Members of the request that agents don't set, because the tool's name says them. */
  fixed?: Readonly<Record<string, string>>;
  /** Members of the request that agents can't set. */
  without?: readonly string[];
  /** True if it writes to people, or can't be undone. */
  isDestructive?: boolean;
  /** The part of the answer that agents see. */
  show: (answer: Json) => Json;
}

/**
 * The tools, by name: what a sender needs. None signs or fills in for a recipient, and none reaches people, keys,
 * webhooks, brands or settings of the organization.
 */
export const TOOLS: Readonly<Record<string, Tool>> = {
  list_templates: {
    operation: 'getTemplates',
    title: 'Find templates',
    description: 'Lists the templates that the user may see, a page at a time.',
    show: showTemplates,
  },
  get_template: {
    operation: 'getTemplate',
    title: 'Read a template',
    description: 'Answers its roles, which each need a recipient, and its fields.',
    show: showTemplate,
  },
  list_envelopes: {
    operation: 'getEnvelopes',
    title: 'Find envelopes',
    description: 'Lists envelopes with their states, a page at a time; `q` searches by words of the name.',
    show: showEnvelopes,
  },
  get_envelope: {
    operation: 'getEnvelope',
    title: 'Read an envelope',
    description: 'Answers its state, the state of each recipient, its documents, fields and history.',
    show: showEnvelope,
  },
  create_envelope: {
    operation: 'createEnvelope',
    title: 'Send documents for signing',
    description: [
      'The recipients of the lowest sequence are written to at once: ask the user before. With template_id, give a',
      'recipient for each role of the template. Without it, give documents as https addresses (`uri`) or base64 (`data`, up',
      'to 3 MB together), and a signature field for each signer.',
    ].join(' '),
    isDestructive: true,
    show: showEnvelope,
  },
  update_envelope: {
    operation: 'updateEnvelope',
    title: 'Change the settings of an envelope',
    description: 'Name, reminders, expiry, visibility.',
    show: showEnvelope,
  },
  correct_recipient: {
    operation: 'updateRecipient',
    title: 'Correct a recipient',
    description: 'With another name or address it is another person, who is invited anew. Ask the user before.',
    without: ['action'],
    isDestructive: true,
    show: showRecipient,
  },
  remind_recipient: {
    operation: 'updateRecipient',
    title: 'Remind a recipient',
    description: 'Writes to a recipient whose turn it is.',
    fixed: { action: 'remind' },
    isDestructive: true,
    show: showDone,
  },
  cancel_envelope: {
    operation: 'cancelEnvelope',
    title: 'Cancel an envelope',
    description: "Ends it for all recipients, and can't be undone. Ask the user before.",
    fixed: { action: 'cancel' },
    isDestructive: true,
    show: showEnvelope,
  },
  get_document_link: {
    operation: 'getEnvelopeDocument',
    title: 'Get a link to a document',
    description: 'Answers a link to the PDF that works for five minutes, for the user to open.',
    fixed: { type: 'download' },
    show: showDocumentLink,
  },
};

/** Scopes that the tools need, and no others: what agents should ask the user for. */
export const AGENT_SCOPES: readonly Scope[] = ['envelopes:read', 'envelopes:write', 'templates:read'];
