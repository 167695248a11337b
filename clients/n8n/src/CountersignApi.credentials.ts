import type { CredentialHelper } from './n8n.ts';

/** An API key. n8n asks for a token before the first request, and again when one is refused. */
export class CountersignApi {
  name = 'countersignApi';
  displayName = 'Countersign API';
  properties = [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      placeholder: 'https://sign.example.com',
      required: true,
      description: 'Address of your platform',
    },
    { displayName: 'Client ID', name: 'clientId', type: 'string', default: '', required: true },
    {
      displayName: 'Client Secret',
      name: 'clientSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Of the API key: it was shown when the key was made',
    },
    { displayName: 'Access Token', name: 'accessToken', type: 'hidden', typeOptions: { expirable: true }, default: '' },
  ];

  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.accessToken}}' } },
  };

  test = { request: { baseURL: '={{$credentials.url}}', url: '/v2/envelopes', qs: { rows: 1 } } };

  async preAuthentication(
    this: CredentialHelper,
    { url, clientId, clientSecret }: Record<string, unknown>,
  ): Promise<{ accessToken: string }> {
    const answer = (await this.helpers.httpRequest({
      method: 'POST',
      url: `${String(url).replace(/\/+$/, '')}/v2/oauth2/token`,
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      json: true,
    })) as { access_token: string };
    return { accessToken: answer.access_token };
  }
}
