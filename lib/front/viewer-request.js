// Refuses a body that no function can accept, in the service's words instead of the platform's. Runs in CloudFront
// Functions (cloudfront-js-2.0, which is ES5 with a few additions), after a line that sets `maximumBodyBytes`.

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
        limit_bytes: maximumBodyBytes,
      },
    }),
  },
}

function handler(event) {
  const request = event.request
  const length = request.headers['content-length']
  // A body in chunks has no length, so the platform judges it.
  if (length && Number(length.value) > maximumBodyBytes) return tooLarge
  // The answer is streamed unencoded. CloudFront may already have normalised this header.
  delete request.headers['accept-encoding']
  return request
}
