// What every answer of the dashboard says to browsers. Each line shuts a door: names of models, devices and labels are strangers'
// text, and a page that shows keys is worth framing.

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** For a dashboard at this URL. */
export const securityHeaders = (dashboardUrl: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // Invitations and codes stand in paths: no other site is told one.
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'clipboard-write=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cache-control': 'no-store',
  ...(dashboardUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
})
