import { operation } from '../../lib/http/operation.ts';
import { NewOauthApp, OauthApp } from '../../lib/people/oauth/app-schema.ts';
import { createOauthApp } from '../../lib/people/oauth/apps.ts';

export const handler = operation(
  {
    id: 'createOauthApp',
    tag: 'OAuth Applications',
    summary: 'Register an application',
    description:
      'For the authorization-code flow. Only this answer shows the `client_secret`. It is null for an application ' +
      'that is not `confidential`; such applications use PKCE instead. Redirects must be https, or http on the ' +
      "loopback interface, or of a scheme of the application's own (`com.example.app:/done`).",
    route: 'POST /v2/oauth2/apps',
    event: 'application:created',
    session: 'user',
    callableBy: 'login',
    permissions: ['org:update'],
    body: NewOauthApp,
    returns: OauthApp,
    answersSecret: true,
    errors: ['too_many_apps'],
    access: { read: ['oauthAppsOfOrganization'], write: ['oauthApp'], rights: true },
    examples: {
      body: { name: 'Example CRM', redirect_uris: ['https://crm.example.com/callback'], confidential: true },
    },
  },
  ({ caller, body }) => createOauthApp(caller, body),
);
