// Sends a browser that came by another name to the one to which the issuer sends people back: cookies are those of one host, and nobody could
// sign in at another. Runs in CloudFront Functions (cloudfront-js-2.0, which is ES5 with a few additions), after a line that
// sets `host`.

function handler(event) {
  const request = event.request
  const named = request.headers.host
  if (named && named.value === host) return request
  const query = Object.keys(request.querystring)
    .map((name) => `${name}=${request.querystring[name].value}`)
    .join('&')
  return {
    // As it was asked, by any method.
    statusCode: 307,
    statusDescription: 'Temporary Redirect',
    headers: {
      location: { value: `https://${host}${request.uri}${query === '' ? '' : `?${query}`}` },
      'cache-control': { value: 'no-store' },
    },
  }
}
