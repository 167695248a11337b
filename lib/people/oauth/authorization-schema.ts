import * as z from 'zod';

/** The way on after the user's answer to an application. */
export const AuthorizationAnswer = z.object({ redirect_to: z.string() }).meta({ id: 'AuthorizationAnswer' });
