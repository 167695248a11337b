import { Logger } from '@aws-lambda-powertools/logger';

let made: Logger | undefined;

/**
 * The structured log. It never gets personal data, documents, tokens or keys: only ids, codes and counts. Messages of
 * others' errors are cleared of them: SES, for example, names the addresses that it refuses.
 */
export const log = (): Logger => {
  made ??= new Logger({
    serviceName: 'countersign',
    jsonReplacerFn: (_, value) => (typeof value === 'string' ? withoutPrivate(value) : value),
  });
  return made;
};

/** Mail addresses, tokens (JWTs) and the keys in signing links, anywhere in a text. */
const PRIVATE: [RegExp, string][] = [
  [/[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[address]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/(\/sign\/(?:unauth\/)?[^/\s]+\/[^/\s]+\/)[^/\s"']+/g, '$1[key]'],
];

const withoutPrivate = (text: string): string =>
  PRIVATE.reduce((cleared, [pattern, instead]) => cleared.replace(pattern, instead), text);
