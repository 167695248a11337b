import type { Routing } from './n8n-routing.ts';

/** An operation that the node offers. */
export interface Chosen {
  id: string;
  resource: keyof typeof RESOURCES;
  /** Its name in stored workflows. */
  value: string;
  name: string;
  action: string;
  /** Members of the body that must be given, and those that may. */
  required?: string[];
  optional?: string[];
  /** Parameters of the query. */
  filters?: string[];
  /** Parts of the request that are the same each time. */
  request?: Partial<NonNullable<Routing['request']>>;
  /** Makes items of the answer; the whole body is one unless stated. */
  output?: object;
}

export const RESOURCES = { envelope: 'Envelope', document: 'Document', template: 'Template' } as const;

const listOf = (property: string) => ({ type: 'rootProperty', properties: { property } });

/** The operations, in the order of the node's lists. */
export const CHOSEN: readonly Chosen[] = [
  {
    id: 'createEnvelope',
    resource: 'envelope',
    value: 'createFromTemplate',
    name: 'Create From Template',
    action: 'Create an envelope from a template',
    required: ['template_id', 'recipients'],
    optional: [
      'name',
      'description',
      'expires_at',
      'initial_reminder',
      'followup_reminders',
      'max_reminder_days',
      'no_contact',
    ],
  },
  { id: 'getEnvelope', resource: 'envelope', value: 'get', name: 'Get', action: 'Get an envelope' },
  {
    id: 'getEnvelopes',
    resource: 'envelope',
    value: 'getMany',
    name: 'Get Many',
    action: 'Get many envelopes',
    filters: [
      'q',
      'view',
      'status',
      'include_org',
      'template_id',
      'person',
      'created_before',
      'created_after',
      'rows',
      'after',
    ],
    output: listOf('envelopes'),
  },
  {
    id: 'cancelEnvelope',
    resource: 'envelope',
    value: 'cancel',
    name: 'Cancel',
    action: 'Cancel an envelope',
    request: { body: { action: 'cancel' } },
  },
  {
    id: 'updateRecipient',
    resource: 'envelope',
    value: 'remind',
    name: 'Remind',
    action: 'Remind a recipient of an envelope',
    request: { body: { action: 'remind' } },
  },
  {
    id: 'getEnvelopeDocument',
    resource: 'document',
    value: 'download',
    name: 'Download',
    action: 'Download a document of an envelope',
    request: { qs: { type: 'file' }, json: false, encoding: 'arraybuffer' },
    output: { type: 'binaryData', properties: { destinationProperty: 'data' } },
  },
  {
    id: 'getTemplates',
    resource: 'template',
    value: 'getMany',
    name: 'Get Many',
    action: 'Get many templates',
    filters: ['q', 'visibility', 'rows', 'after'],
    output: listOf('templates'),
  },
];
