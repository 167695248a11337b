/** The device that a session began on, for display; null if the header doesn't name it. */
export interface Device {
  browser: string | null;
  platform: string | null;
  mobile: boolean;
}

// Browsers also name their ancestors, so the order matters: the first match counts.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const PLATFORMS: [RegExp, string][] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Parses a User-Agent header as far as a person needs to recognise a device in a list of sessions. */
export const readDevice = (userAgent: string): Device => ({
  browser: nameOf(BROWSERS, userAgent),
  platform: nameOf(PLATFORMS, userAgent),
  mobile: /\b(?:Mobile|Android|iPhone|iPad|iPod)\b/.test(userAgent),
});

const nameOf = (names: [RegExp, string][], userAgent: string): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
