// On the way back: function URLs rename some headers of a response. The one that a client needs gets its name back,
// copies of the platform's own headers go. Runs in CloudFront Functions (cloudfront-js-2.0, which is ES5 with a few
// additions); these are not asked about answers of 400 and above, where renamed headers stay.

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
