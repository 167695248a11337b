import { config } from '../../base/config.ts';
import { BASE_URL_PLACEHOLDER } from '../placeholder.ts';
import { ANY_ADDRESS, gatewayPath } from '../route.ts';

/**
 * Reads the committed OpenAPI description (`openapi.json`) as text, with this deployment's own address. It isn't made
 * from the contracts at run time, because that would bundle every operation into this function.
 */
export const describeApi = async (): Promise<string> =>
  JSON.stringify(await readDescription()).replaceAll(BASE_URL_PLACEHOLDER, config.baseUrl());

/** Reads the committed description as it is, with a placeholder for the address. */
export const readDescription = async () =>
  // Read on first use, because the script that writes the file imports this module.
  (await import('../../../openapi.json', { with: { type: 'json' } })).default;

/**
 * The methods that the description has at a route for API Gateway (`/v2/templates/{p3}`), in the order of the alphabet.
 */
export const describedMethods = async (resource: string): Promise<readonly string[]> => {
  // Whoever tries out addresses doesn't make this function read the whole description.
  if (resource === ANY_ADDRESS) return [];
  const { paths } = await readDescription();
  const plain = resource.replace('+}', '}');
  const [, methods = {}] = Object.entries(paths).find(([path]) => gatewayPath(path) === plain) ?? [];
  return Object.keys(methods)
    .map((method) => method.toUpperCase())
    .sort();
};
