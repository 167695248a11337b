import * as z from 'zod';
import { openDataKey } from '../../aws/keys/data-key.ts';
import { Id, Title } from '../../base/common-schema.ts';
import { config } from '../../base/config.ts';
import { sha256 } from '../../base/ids.ts';
import { PROVIDER_CONTEXT } from '../identity-providers/client-secret.ts';
import type { TrustService } from './trust-service.ts';

/** One service of the setting `TRUST_SERVICES` (docs/deploying.md). */
const InstanceService = z.strictObject({
  id: Id,
  name: Title.max(60),
  /** With the version of the API: `https://service.example/csc/v2`. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .regex(/\/csc\/v[12]$/, 'must end with /csc/v1 or /csc/v2'),
  client_id: z.string().min(1).max(300),
  /** Encrypted with the data key in AWS; as it is on the local platform. Left out for a public client. */
  secret: z.string().min(1).max(2000).optional(),
});
type InstanceService = z.output<typeof InstanceService>;

const InstanceServices = z.array(InstanceService).max(5);

/** Services that the owner of the platform has set up for all organizations. Throws if the setting is wrong. */
export const instanceServices = (): TrustService[] => readSetting().map(asService);

/** Names of these services by their ids. */
export const instanceServiceNames = (): ReadonlyMap<string, string> =>
  new Map(readSetting().map(({ id, name }) => [id, name]));

/** The services at which an organization's recipients can sign, by their ids, without I/O. */
export const servicesOf = ({ trust_services }: { trust_services?: ReadonlySet<string> | undefined }) => ({
  has: (id: string): boolean => trust_services?.has(id) === true || instanceServiceNames().has(id),
});

const readSetting = (): InstanceService[] => {
  const setting = config.trustServices();
  if (setting === undefined) return [];
  const { success, data, error } = InstanceServices.safeParse(parsed(setting));
  if (!success) throw new Error(`The setting TRUST_SERVICES is wrong: ${z.prettifyError(error)}`);
  return data;
};

const parsed = (setting: string): unknown => {
  try {
    return JSON.parse(setting);
  } catch {
    throw new Error('The setting TRUST_SERVICES is not JSON');
  }
};

const asService = ({ id, name, url, client_id, secret }: InstanceService): TrustService => ({
  id,
  organization_id: null,
  name,
  version: sha256(JSON.stringify([url, client_id])).slice(0, 32),
  base_url: url,
  api: url.endsWith('v1') ? 'v1' : 'v2',
  api_url: url,
  oauth: null,
  client_id,
  has_secret: secret !== undefined,
  secret: async () => (secret === undefined ? null : decryptSecret(id, secret)),
});

/** As the secrets of the platform's own clients at Google and Microsoft (`social.ts`). */
const decryptSecret = async (id: string, secret: string): Promise<string> =>
  config.dataKey().startsWith('file:')
    ? secret
    : Buffer.from(await openDataKey(secret, { [PROVIDER_CONTEXT]: id })).toString('utf8');
