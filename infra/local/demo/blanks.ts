/** A blank to fill: a field of the template, and the value of the demo's signers. */
export interface Blank {
  /** Name of the role that fills it. */
  by: Role;
  name: string;
  type: string;
  label: string;
  /** 1-based. */
  page: number;
  /** Points from the left and the bottom edge of the page. */
  x: number;
  y: number;
  width?: number;
  height?: number;
  options?: readonly { id: string; label: string }[];
  /** The value to send; a signature and initials are drawn before, a time stamp is never sent. */
  fill?: string | boolean;
}

export type Role = 'Tenant' | 'Landlord';

/** Blanks for an unknown document: a signature and its time for each role, at the bottom of the last page. */
export const blanksAtEnd = (pages: number, width: number): Blank[] => {
  const half = width / 2;
  const size = Math.min(150, half - 40);
  return (['Tenant', 'Landlord'] as const).flatMap((by, index): Blank[] => {
    const at = { by, page: pages, x: 20 + index * half, width: size };
    return [
      { ...at, name: `${by} signature`, type: 'signature', label: by, y: 40, height: 45, fill: 'signature' },
      { ...at, name: `${by} signed at`, type: 'timestamp', label: 'Signed at', y: 22 },
    ];
  });
};
