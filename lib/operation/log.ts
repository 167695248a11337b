import { Logger } from '@aws-lambda-powertools/logger';

let made: Logger | undefined;

/** The structured log. It never gets personal data, documents, tokens or keys: only ids, codes and counts. */
export const log = (): Logger => {
  made ??= new Logger({ serviceName: 'countersign' });
  return made;
};
