import { config } from '../../base/config.ts';
import { BASE_URL_PLACEHOLDER } from './placeholder.ts';

/**
 * Reads the committed OpenAPI description (`openapi.json`) as text, with this deployment's own address. It isn't made
 * from the contracts at run time, because that would bundle every operation into this function.
 */
export const describeApi = async (): Promise<string> =>
  JSON.stringify(await readDescription()).replaceAll(BASE_URL_PLACEHOLDER, config.baseUrl());

/** Reads the committed description as it is, with a placeholder for the address. */
export const readDescription = async (): Promise<object> => {
  // Read on first use, because the script that writes the file imports this module.
  const { default: description } = await import('../../../openapi.json', { with: { type: 'json' } });
  return description;
};
