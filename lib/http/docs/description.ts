import { config } from '../../base/config.ts';
import { BASE_URL_PLACEHOLDER } from './placeholder.ts';

/**
 * The committed OpenAPI description (`openapi.json`) as text, with this deployment's own address in it. The contracts
 * themselves are not folded at run time: that would bundle every operation into the function that answers this.
 */
export const describeApi = async (): Promise<string> => {
  // Read when first asked for: the file is written by a script that imports this module.
  const { default: description } = await import('../../../openapi.json', { with: { type: 'json' } });
  return JSON.stringify(description).replaceAll(BASE_URL_PLACEHOLDER, config.baseUrl());
};
