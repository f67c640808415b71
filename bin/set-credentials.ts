// What a command says to somebody who has given it no credentials of AWS.

export const setCredentials = 'Set AWS_PROFILE, or AWS_REGION and credentials, as for any AWS tool.'
