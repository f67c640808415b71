// On the way back: function URLs rename some headers of a response. The one that a client needs gets its name back,
// copies of the platform's own headers go. Runs in CloudFront Functions (cloudfront-js-2.0), which are not asked about
// answers of 400 and above: there, the renamed headers stay.

const renamed = 'x-amzn-remapped-'

function handler(event) {
  const { response } = event
  for (const name of Object.keys(response.headers)) {
    if (!name.startsWith(renamed)) continue
    if (name === `${renamed}www-authenticate`) response.headers['www-authenticate'] = response.headers[name]
    delete response.headers[name]
  }
  return response
}
