// Restores the one renamed response header that a client needs, and drops the copies of the platform's own headers:
// function URLs rename some headers. Runs in CloudFront Functions (cloudfront-js-2.0, which is ES5 with a few additions).
// CloudFront does not call these for answers of 400 and above, where renamed headers stay.

const renamed = 'x-amzn-remapped-'

function handler(event) {
  const headers = event.response.headers
  Object.keys(headers).forEach((name) => {
    if (name.indexOf(renamed) !== 0) return
    if (name === `${renamed}www-authenticate`) headers['www-authenticate'] = headers[name]
    delete headers[name]
  })
  return event.response
}
