// The questions that only a deployment can answer, as data. A check that names a question answers it, or the command beside
// it does.

export const questions = {
  'header-forms': 'How do function URLs and CloudFront spell the headers of an answer?',
  'header-bytes': 'Do header bytes above 127 arrive as they were sent?',
  'cut-streams': 'Does a stream that the upstream breaks reach the client as broken?',
  'first-byte': 'How long does a request take to its first byte through the front?',
  pieces: 'Do streams arrive in pieces, or held back and all at once?',
  silence: 'How long may an upstream be silent before the front gives up?',
  'client-left': 'Is the upstream request ended when the client leaves?',
  'empty-answers': 'Do answers without a body arrive at once?',
  'edge-413': 'Is a body that is too large refused at the edge, in the service’s own words?',
  'platform-413': 'What does the platform answer to a body that only its escapes make too large?',
  'upgrade-426': 'Does a WebSocket attempt reach the service, and its 426 the client?',
  'front-door': 'Are the functions’ own addresses closed to callers?',
  issuer: 'Does signing in to the dashboard lead to an issuer that answers?',
  'cached-errors': 'Does one caller ever get the error of another?',
  'encoded-bodies': 'Does a body that the client encoded arrive as it was sent?',
  paths: 'Do paths and queries arrive byte for byte?',
} as const

export type Question = keyof typeof questions

/** Questions that no client can answer, each with the command that does. */
export const answeredElsewhere: readonly { readonly question: string; readonly command: string }[] = [
  { question: 'Does a second deployment change nothing?', command: 'npx cdk diff --all --fail' },
  {
    question: 'Was the image of the compressor built, and does its endpoint answer?',
    command: 'the checks of /v1/compress above; aws sagemaker list-endpoints',
  },
  {
    question: 'Does the log hold no text and no keys?',
    command:
      'aws logs filter-log-events --log-group-name … --filter-pattern \'"verify-canary"\' (checks of all kinds send it)',
  },
  {
    question: 'Can an alarm be heard, in the region of the stage and in us-east-1?',
    command: 'aws cloudwatch set-alarm-state --alarm-name …ServiceFaults --state-value ALARM --state-reason drill',
  },
  {
    question: 'Do the access logs of the front door arrive, without addresses?',
    command: 'aws logs tail /aws/vendedlogs/…watch --region us-east-1',
  },
  {
    question: 'How long is a cold start?',
    command: 'aws logs filter-log-events --log-group-name … --filter-pattern \'"Init Duration"\'',
  },
  {
    question: 'Is the function billed until the end of an answer whose client has left?',
    command: 'the billed duration of the exchange of "anthropic sdk: leaves a stream" in the log',
  },
]
