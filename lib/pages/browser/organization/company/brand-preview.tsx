import { contrast, inkOn, needsEdge } from '../../../../base/colour.ts';
import { spokenLocale } from '../../shared/words/spoken.ts';
import { say, w } from '../words/index.ts';
import { MailView } from './mail-view.tsx';
import { usePreview } from './preview.ts';

/** Settings of a brand that its previews show, as they are typed. */
export interface Tried {
  name: string | null;
  primary_color: string | null;
  powered_by_label: string | null;
  support_contact: string | null;
}

/** The blue of pages and mails without a colour of their own, on a light screen. */
const COLORS = { page: '#1d4ed8', mail: '#1f5fd0' };

export const isColor = (text: string | null): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '');

/** Says in words by which ink the platform makes words on this colour readable. */
export const ColorWords = ({ color }: { color: string | null }) => {
  if (!isColor(color)) return <p class="soft">{w.brandColorNone}</p>;
  const ink = inkOn(color);
  const ratio = new Intl.NumberFormat(spokenLocale(), { maximumFractionDigits: 1 }).format(contrast(color, ink));
  const words = ink === '#ffffff' ? w.brandInkWhite : w.brandInkBlack;
  return (
    <p class="soft" role="status">
      {say(words, { ratio: { trusted: ratio } })} {needsEdge(color) && w.brandEdge}
    </p>
  );
};

/** The beginning of a signing page with this brand. */
const SigningView = ({ name, color, logo }: { name: string; color: string; logo: string | null }) => (
  <div class="mock" role="img" aria-label={say(w.brandSigningView, { name })}>
    <div class="mock-bar">{logo ? <img src={logo} alt="" /> : <bdi class="own">{name}</bdi>}</div>
    <div class="mock-desk">
      <div class="mock-paper">
        <i />
        <i />
        <i />
      </div>
      <div class="mock-side">
        <span class="mock-button" style={{ background: color, color: inkOn(color), borderColor: color }}>
          {w.brandSampleButton}
        </span>
      </div>
    </div>
  </div>
);

/** A mail and a signing page as they would look with these settings. */
export const BrandPreview = ({
  brand_id,
  tried,
  name,
  logo,
  newLogo,
}: {
  brand_id: string;
  tried: Tried;
  /** The name that is shown, be it the brand's or the organization's. */
  name: string;
  logo: string | null;
  /** A logo that isn't saved yet. */
  newLogo: string | null;
}) => {
  const isWhole = tried.primary_color === null || isColor(tried.primary_color);
  const { shown, fault } = usePreview(
    isWhole ? { type: 'email', event_name: 'recipient:invited', locale: spokenLocale(), brand_id, look: tried } : null,
  );
  const color = isColor(tried.primary_color) ? tried.primary_color : COLORS.page;
  return (
    <div class="previews">
      <h3>{w.brandSigningTitle}</h3>
      <SigningView name={name} color={color} logo={newLogo ?? logo} />
      <h3>{w.brandMailTitle}</h3>
      <div class="preview">
        {shown.value?.html && <MailView label={w.brandMailTitle} html={shown.value.html} logo={newLogo} />}
      </div>
      <p class="soft" role="status">
        {fault.value ? `${w.previewOld} ${fault.value}` : shown.value === null && w.loading}
      </p>
    </div>
  );
};
