import type { Method } from './contract.ts';

/** Splits `PATCH /v2/a/{b}` into method and path. */
export const splitRoute = (route: string): { method: Method; path: string } => {
  const [method, path] = route.split(' ') as [Method, string];
  return { method, path };
};

/**
 * The path for API Gateway. Its siblings may have only one variable name, while the specification has
 * `{organizationid}` and `{organization_id}` at the same place, so variables are named by their position (`{p3}`). One
 * for the whole rest of the path has a plus (`{p4+}`).
 */
export const gatewayPath = (path: string): string =>
  path
    .split('/')
    .map((segment, index) => (segment.startsWith('{') ? `{p${index}${segment.endsWith('+}') ? '+' : ''}}` : segment))
    .join('/');

/** The route for API Gateway of all addresses that no operation has: it takes what no other route takes. */
export const ANY_ADDRESS = '/{p1+}';

/** Renames the gateway's variables to the contract's names and decodes each exactly once. */
export const pathVariables = (path: string, passed: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    path
      .split('/')
      .map((segment, index) => [segment, passed[`p${index}`]] as const)
      .filter(([segment, value]) => segment.startsWith('{') && value !== undefined)
      .map(([segment, value]) => [segment.replace(/[{}+]/g, ''), decodeOnce(value as string)]),
  );

/** Clients don't encode every name: a percent sign that begins no escape is literal. */
const decodeOnce = (value: string): string => value.replace(/(?:%[0-9a-f]{2})+/gi, decodeOrKeep);

const decodeOrKeep = (escapes: string): string => {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
};
