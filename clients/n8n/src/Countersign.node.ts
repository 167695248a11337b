import { properties } from './generated/properties.gen.ts';

/** Operations of the platform. n8n makes the requests of what the description says: this has no code. */
export class Countersign {
  description = {
    displayName: 'Countersign',
    name: 'countersign',
    icon: 'file:countersign.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Have documents signed',
    defaults: { name: 'Countersign' },
    usableAsTool: true,
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'countersignApi', required: true }],
    requestDefaults: {
      baseURL: '={{$credentials.url}}',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    },
    properties,
  };
}
