import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** A bundle has it at the same place (`infra/bundle.ts`). */
export const REGISTRIES = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

let registries: Reader<CountryResponse> | undefined;

/** The registries of networks, which are in the public domain (CC0). They are read on first use. */
const open = (): Reader<CountryResponse> => {
  registries ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(REGISTRIES)));
  return registries;
};

/**
 * The country (ISO 3166-1 alpha-2) in which the network of an address is registered; null for an address that the
 * registries don't know, such as one of a private network. It is as old as the package, and a network can be used in
 * another country than the one in which it is registered.
 */
export const countryOf = (ip: string): string | null => {
  if (isIP(ip) === 0) return null;
  const network = open().get(ip) as { country_code?: string } | null;
  const { country_code = '' } = network ?? {};
  return /^[A-Z]{2}$/.test(country_code) ? country_code : null;
};
