// Before a request goes on: a body that no function can take is refused here, in words, and not by the platform.
// Runs in CloudFront Functions (cloudfront-js-2.0, which is ES5 with a few additions), after a line that sets
// `maximumBodyBytes`.

const tooLarge = {
  statusCode: 413,
  statusDescription: 'Content Too Large',
  headers: { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } },
  body: {
    encoding: 'text',
    data: JSON.stringify({
      error: {
        type: 'request_too_large',
        message: `The body of a request may have ${maximumBodyBytes} bytes at most.`,
      },
    }),
  },
}

function handler(event) {
  const request = event.request
  const length = request.headers['content-length']
  // A body sent in chunks has no length; the platform judges that one.
  if (length && Number(length.value) > maximumBodyBytes) return tooLarge
  // What comes back is streamed as it is. CloudFront may have brought the header into a form of its own before.
  delete request.headers['accept-encoding']
  return request
}
