import { formWith, plainPicture } from '../pictures.ts';
import type { Stage } from './stage.ts';

/** Brands with their domains. No name server needs to answer: what is not published is pending. */
export const brandUses = async ({ api, use }: Stage): Promise<void> => {
  const ada = await api.signUp();
  const as = api.as(ada);
  const organization = { organizationid: ada.organization_id };
  const brand = await use(as.createBrand({ path: organization, body: { key: 'garden-flats' } }));
  const path = { ...organization, brandid: brand.id };
  await use(as.getBrands({ path: organization }));
  await use(as.getBrand({ path }));
  await use(as.updateBrand({ path, body: { name: 'Garden Flats', primary_color: '#2E7D32' } }));
  await use(as.updateBrand({ path, form: formWith('logo', plainPicture(800, 200)) }), 'with a logo');
  const mail = { subdomain: `mail-${brand.id}.example.com`, local_part: 'contracts' };
  await use(as.addBrandEmailDomain({ path, body: mail }));
  await use(as.verifyBrandEmailDomain({ path }));
  await use(as.removeBrandEmailDomain({ path }));
  await use(as.addBrandAppDomain({ path, body: { domain: `sign-${brand.id}.example.com` } }));
  await use(as.verifyBrandAppDomain({ path }));
  await use(as.removeBrandAppDomain({ path }));
  await use(as.deleteBrand({ path }));
};
