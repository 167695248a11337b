import { MAX_MEMBERS } from '../../people/organizations/member-limit.ts';

/** Names of schemas and messages (RFC 7643 8.7.1, RFC 7644 3.1). */
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

type Kind = 'string' | 'boolean' | 'complex' | 'reference';

/** An attribute of a schema (RFC 7643 7), with the values that most have. */
const attribute = (name: string, type: Kind, description: string, more: object = {}) => ({
  name,
  type,
  multiValued: false,
  description,
  required: false,
  ...(type === 'string' ? { caseExact: false } : {}),
  mutability: 'readWrite',
  returned: 'default',
  ...(type === 'boolean' || type === 'complex' ? {} : { uniqueness: 'none' }),
  ...more,
});

const READ_ONLY = { mutability: 'readOnly' };
const IMMUTABLE = { mutability: 'immutable' };

/** Attributes of a user. Others are ignored (RFC 7644 3.3). */
const USER_ATTRIBUTES = [
  attribute('userName', 'string', 'Name by which the directory knows the person', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'complex', 'Name of the person', {
    required: true,
    subAttributes: [attribute('familyName', 'string', 'Last name'), attribute('givenName', 'string', 'First name')],
  }),
  attribute('displayName', 'string', 'First and last name, unless the directory states another one', {
    required: true,
  }),
  attribute('active', 'boolean', 'False if the person may not act in the organization', { required: true }),
  attribute('emails', 'complex', 'The address: the primary one that comes with a new user, or else the user name', {
    ...READ_ONLY,
    multiValued: true,
    subAttributes: [
      attribute('value', 'string', 'The address, at a domain that the organization has proven', READ_ONLY),
      attribute('type', 'string', 'Always work', { ...READ_ONLY, canonicalValues: ['work'] }),
      attribute('primary', 'boolean', 'Always true', READ_ONLY),
    ],
  }),
  attribute('groups', 'complex', 'Groups of the person', {
    ...READ_ONLY,
    multiValued: true,
    subAttributes: [
      attribute('value', 'string', 'Id of the group', READ_ONLY),
      attribute('$ref', 'reference', 'Address of the group', { ...READ_ONLY, referenceTypes: ['Group'] }),
      attribute('display', 'string', 'Name of the group', READ_ONLY),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'string', 'Name of the group', { required: true, uniqueness: 'server' }),
  attribute('members', 'complex', 'Users in the group', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'string', 'Id of the user; who is none is left out', IMMUTABLE),
      attribute('$ref', 'reference', 'Address of the user', { ...IMMUTABLE, referenceTypes: ['User'] }),
      attribute('type', 'string', 'Always User', { ...IMMUTABLE, canonicalValues: ['User'] }),
    ],
  }),
];

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';

/** Documents by which a directory learns what is possible here (RFC 7644 4), by their paths. */
export const describedBy = (base: string) => {
  const schema = (id: string, name: string, description: string, attributes: readonly object[]) => ({
    schemas: [SCHEMA],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });
  const type = (name: string, endpoint: string, description: string, id: string) => ({
    schemas: [RESOURCE_TYPE],
    id: name,
    name,
    endpoint,
    description,
    schema: id,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  });
  const not = { supported: false };
  return {
    Schemas: [
      schema(USER, 'User', 'A member of the organization', USER_ATTRIBUTES),
      schema(GROUP, 'Group', 'A group of members', GROUP_ATTRIBUTES),
    ],
    ResourceTypes: [
      type('User', '/Users', 'Members of the organization', USER),
      type('Group', '/Groups', 'Groups of members', GROUP),
    ],
    ServiceProviderConfig: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { ...not, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_MEMBERS },
      changePassword: not,
      sort: not,
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'A token of the organization, from its page on signing in, in the header Authorization',
          specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
          primary: true,
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
    },
  };
};
