import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { parseOrigin } from '../../../../base/web-origin.ts';
import { Link } from '../../account/link.tsx';
import type { Brand } from '../../shared/answers.ts';
import { ActButton, Danger, textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { go } from '../../user/route.ts';
import { ask, brands, me } from '../../user/session.ts';
import { Addresses, addressesIn } from '../parts/addresses.tsx';
import { tell } from '../parts/notice.tsx';
import { Setting, SettingsForm } from '../parts/settings-form.tsx';
import { say, w } from '../words/index.ts';
import { Shown, useAnswer } from './answer.tsx';
import { Block } from './block.tsx';
import { BrandPreview, ColorWords, isColor, type Tried } from './brand-preview.tsx';
import { LanguageSetting, LinesSetting, TextSetting, ZoneSetting } from './controls.tsx';
import { Domains } from './domains.tsx';
import { LogoForm } from './logo-form.tsx';
import { ownPath } from './own.ts';

/** Shows a brand's new state wherever the page knows of it. */
const adopt = (brand: Brand): void => {
  brands.value = brands.value.map((one) => (one.id === brand.id ? brand : one));
};

/** A brand: its form with the preview beside it, its domains, and its end. */
export const OneBrand = ({ id }: { id: string }) => {
  const path = `${ownPath()}/brands/${id}`;
  const brand = useAnswer(() => ask<Brand>('GET', path), id);
  const show = (now: Brand): void => {
    brand.value.value = now;
    adopt(now);
  };
  return (
    <>
      <p>
        <Link to="/organization/brands">{w.brandsBack}</Link>
      </p>
      <Shown of={brand}>{(found) => <Whole brand={found} path={path} show={show} />}</Shown>
    </>
  );
};

interface Of {
  brand: Brand;
  path: string;
  show: (brand: Brand) => void;
}

const Whole = (of: Of) => {
  const { brand, show } = of;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const isDefault = brand.id === me.value?.organization?.default_brand_id;
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        <bdi class="own">{brand.name || me.value?.organization?.name}</bdi>
      </h2>
      <p>{isDefault ? w.brandDefaultAbout : say(w.brandKeyAbout, { key: brand.key })}</p>
      <Look {...of} />
      <Domains brand={brand} show={show} />
      {!isDefault && <End {...of} />}
    </>
  );
};

const TEXTS = [
  'name',
  'email_display_name',
  'support_contact',
  'powered_by_label',
  'disclaimer',
  'pdf_signature_reason',
  'pdf_signature_location',
  'locale',
  'timezone',
];

const triedOf = ({ name, primary_color, powered_by_label, support_contact }: Brand): Tried => ({
  name,
  primary_color,
  powered_by_label,
  support_contact,
});

/** The brand's look, with what it does to a mail and to the signing page beside the form. */
const Look = ({ brand, path, show }: Of) => {
  const tried = useSignal<Tried>(triedOf(brand));
  const newLogo = useSignal<string | null>(null);
  const own = me.value?.organization;
  const save = async (given: FormData): Promise<void> => {
    const color = textIn(given, 'primary_color') || null;
    if (color !== null && !isColor(color)) throw new InputRefused('primary_color', w.brandColorBad);
    const texts = Object.fromEntries(TEXTS.map((name) => [name, textIn(given, name) || null]));
    const isOrigin = (address: string): boolean => parseOrigin(address) !== undefined;
    const embed_origins = addressesIn(given, 'embed_origins', isOrigin, w.oauthOriginBad);
    show(await ask<Brand>('PATCH', path, { ...texts, primary_color: color, embed_origins }));
  };
  const follow = (form: HTMLFormElement | null): void => {
    if (!form) return;
    const given = new FormData(form);
    const names = Object.keys(tried.value) as (keyof Tried)[];
    tried.value = Object.fromEntries(names.map((name) => [name, textIn(given, name) || null])) as unknown as Tried;
  };
  const shown: Tried = { ...tried.value, primary_color: tried.value.primary_color ?? own?.primary_color ?? null };
  return (
    <div class="with-preview">
      <div>
        <Block title={w.setLogo}>
          <LogoForm
            url={brand.full_logo_url}
            about={w.brandLogoAbout}
            save={async (form) => show(await ask<Brand>('PATCH', path, form))}
            remove={async () => show(await ask<Brand>('PATCH', path, { full_logo_url: null }))}
            chosen={(address) => {
              newLogo.value = address;
            }}
          />
        </Block>
        <Block title={w.brandLook} about={w.brandLookAbout}>
          {/* Every input changes the previews. */}
          <div onInput={({ target }) => follow((target as HTMLElement).closest('form'))}>
            <SettingsForm save={save}>
              <TextSetting
                name="name"
                label={w.brandName}
                about={w.setNameAbout}
                value={brand.name}
                placeholder={own?.name}
              />
              <ColorSetting tried={tried} fallback={own?.primary_color ?? null} />
              <TextSetting
                name="email_display_name"
                label={w.brandFrom}
                about={w.brandFromAbout}
                value={brand.email_display_name}
                placeholder={tried.value.name ?? own?.name}
              />
              <TextSetting
                name="support_contact"
                label={w.brandSupport}
                about={w.brandSupportAbout}
                value={brand.support_contact}
                placeholder={own?.contact_email}
              />
              <TextSetting
                name="powered_by_label"
                label={w.brandFoot}
                about={w.brandFootAbout}
                value={brand.powered_by_label}
                placeholder={own?.powered_by_label}
              />
              <LanguageSetting
                name="locale"
                label={w.setLocale}
                about={w.setLocaleAbout}
                value={brand.locale}
                none={w.brandAsOrganization}
              />
              <ZoneSetting
                name="timezone"
                label={w.setZone}
                about={w.setZoneAbout}
                value={brand.timezone}
                none={w.brandAsOrganization}
              />
              <LinesSetting
                name="disclaimer"
                label={w.setDisclaimer}
                about={w.setDisclaimerAbout}
                value={brand.disclaimer}
                maxLength={10_000}
                rows={4}
              />
              <Setting name="embed_origins" label={w.brandEmbed} about={w.brandEmbedAbout}>
                {(control) => <Addresses {...control} value={brand.embed_origins.join(' ')} />}
              </Setting>
              <TextSetting
                name="pdf_signature_reason"
                label={w.brandReason}
                about={w.brandReasonAbout}
                value={brand.pdf_signature_reason}
              />
              <TextSetting
                name="pdf_signature_location"
                label={w.brandLocation}
                about={w.brandLocationAbout}
                value={brand.pdf_signature_location}
              />
            </SettingsForm>
          </div>
        </Block>
      </div>
      <BrandPreview
        brand_id={brand.id}
        tried={shown}
        name={shown.name ?? own?.name ?? ''}
        logo={brand.full_logo_url ?? own?.full_logo_url ?? null}
        newLogo={newLogo.value}
      />
    </div>
  );
};

const ColorSetting = ({ tried, fallback }: { tried: { value: Tried }; fallback: string | null }) => {
  const color = tried.value.primary_color;
  return (
    <>
      <Setting name="primary_color" label={w.brandColor} about={w.brandColorAbout}>
        {(control) => (
          <div class="color">
            <input
              {...control}
              type="text"
              dir="ltr"
              autoComplete="off"
              maxLength={7}
              placeholder={fallback ?? '#1D4ED8'}
              value={color ?? ''}
            />
            <input
              type="color"
              aria-label={w.brandColorPick}
              value={isColor(color) ? color : (fallback ?? '#1d4ed8')}
              onInput={({ currentTarget }) => {
                // The text is what the form sends; what follows the form reads it next.
                const text = currentTarget.form?.elements.namedItem('primary_color');
                if (text instanceof HTMLInputElement) text.value = currentTarget.value;
              }}
            />
          </div>
        )}
      </Setting>
      <ColorWords color={color ?? fallback} />
    </>
  );
};

/** Deletes the brand. */
const End = ({ brand, path }: Of) => {
  const name = brand.name || brand.key;
  const remove = async (): Promise<void> => {
    await ask('DELETE', path);
    brands.value = brands.value.filter(({ id }) => id !== brand.id);
    closeSheet();
    await go('/organization/brands', 'replace');
    tell(say(w.brandDeleted, { name }));
  };
  const Ask = () => (
    <Sheet title={say(w.brandDeleteAsk, { name })}>
      <p>{w.brandDeleteAbout}</p>
      {(brand.app_domain || brand.email_domain) && <p>{w.brandDeleteDomains}</p>}
      <Danger back={closeSheet}>
        <ActButton look="danger" act={remove}>
          {w.brandDelete}
        </ActButton>
      </Danger>
    </Sheet>
  );
  return (
    <Block title={w.brandDelete} about={w.brandDeleteAbout}>
      <button type="button" class="danger narrow" onClick={() => showSheet(Ask)}>
        {w.brandDelete}
      </button>
    </Block>
  );
};
