import * as z from 'zod';
import { acceptedLocales } from '../../lib/base/languages.ts';
import { operation } from '../../lib/http/operation.ts';
import { signInPlace } from '../../lib/pages/account-page.ts';

export const handler = operation(
  {
    id: 'getLoginPage',
    tag: 'Pages',
    summary: 'Show the page on which people sign in and sign up',
    route: 'GET /login',
    session: 'none',
    returns: z.string(),
    produces: 'text/html',
    access: { signUp: true },
  },
  ({ headers }) => signInPlace('signInTitle', acceptedLocales(headers['accept-language'])),
);
