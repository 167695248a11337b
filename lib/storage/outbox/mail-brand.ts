/** Look and sender of a message, from the organization's brand. */
export interface MailBrand {
  name: string;
  /** `#rrggbb` or `#rgb`; anything else is ignored. */
  primary_color?: string | null;
  /** https address of a picture. */
  logo_url?: string | null;
  powered_by_label?: string | null;
  powered_by_url?: string | null;
  /** An e-mail address, a phone number or a web address, shown as it is. */
  support_contact?: string | null;
}
