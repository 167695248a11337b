import { Link } from '../../account/link.tsx';
import type { Brand } from '../../shared/answers.ts';
import { ActForm, Input, SendButton, textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { go, search } from '../../user/route.ts';
import { ask, brands, me } from '../../user/session.ts';
import { w } from '../words/index.ts';
import { Shown, useAnswer } from './answer.tsx';
import { OneBrand } from './brand.tsx';
import { ownPath } from './own.ts';

/** The brands of the organization; one of them where the address names it. */
export const Brands = () => {
  const id = new URLSearchParams(search.value).get('brand');
  return id ? <OneBrand key={id} id={id} /> : <BrandList />;
};

const BrandList = () => {
  const found = useAnswer(async () => {
    const read = await ask<Brand[]>('GET', `${ownPath()}/brands`);
    brands.value = read;
    return read;
  });
  return (
    <>
      <button type="button" class="main narrow" onClick={() => showSheet(NewBrand)}>
        {w.brandNew}
      </button>
      <Shown of={found}>
        {(list) => (
          <ul class="list entries" aria-label={w.brandsTitle}>
            {list.map((brand) => (
              <Row key={brand.id} brand={brand} />
            ))}
          </ul>
        )}
      </Shown>
    </>
  );
};

const Row = ({ brand }: { brand: Brand }) => {
  const own = me.value?.organization;
  const color = brand.primary_color ?? own?.primary_color ?? null;
  const domains = [
    brand.app_domain && `${brand.app_domain}: ${w[`domainStatus_${brand.app_domain_status ?? 'pending'}`]}`,
    brand.email_domain && `${brand.email_domain}: ${w[`domainStatus_${brand.email_domain_status ?? 'pending'}`]}`,
  ].filter(Boolean);
  return (
    <li>
      <span class="swatch" aria-hidden="true" style={color ? { background: color } : {}} />
      <div class="which">
        <Link to={`/organization/brands?brand=${brand.id}`} look="name">
          <bdi class="own">{brand.name || own?.name}</bdi>
        </Link>
        <p class="soft">{brand.id === own?.default_brand_id ? w.brandIsDefault : <bdi class="own">{brand.key}</bdi>}</p>
      </div>
      <div class="entry-more soft">
        {domains.map((words) => (
          <p key={words}>
            <bdi>{words}</bdi>
          </p>
        ))}
      </div>
    </li>
  );
};

/** A key that a name may have. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50)
    .replace(/-$/, '');

const NewBrand = () => {
  const add = async (given: FormData): Promise<void> => {
    const name = textIn(given, 'name');
    const key = textIn(given, 'key') || keyOf(name);
    const made = await ask<Brand>('POST', `${ownPath()}/brands`, { name, key });
    brands.value = [...brands.value, made];
    closeSheet();
    await go(`/organization/brands?brand=${made.id}`);
  };
  return (
    <Sheet title={w.brandNew} typing>
      <p>{w.brandNewAbout}</p>
      <ActForm act={add}>
        <Input name="name" label={w.brandName} maxLength={200} />
        <Input name="key" label={w.brandKey} maxLength={50} optional />
        <p class="soft">{w.brandKeyHint}</p>
        <SendButton>{w.brandMake}</SendButton>
      </ActForm>
    </Sheet>
  );
};
