/** What a session says of the device it began on; null where the header doesn't tell. */
export interface Device {
  browser: string | null;
  platform: string | null;
  mobile: boolean;
}

// Browsers name those that they descend from: the first that fits is the one.
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

/** Reads a User-Agent header as far as a list of sessions needs it: enough for a person to recognise their device. */
export const readDevice = (userAgent: string): Device => ({
  browser: nameOf(BROWSERS, userAgent),
  platform: nameOf(PLATFORMS, userAgent),
  mobile: /\b(?:Mobile|Android|iPhone|iPad|iPod)\b/.test(userAgent),
});

const nameOf = (names: [RegExp, string][], userAgent: string): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
