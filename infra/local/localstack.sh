#!/bin/sh
# Deploys the stack as it is to an emulator of AWS that answers at AWS_ENDPOINT_URL: LocalStack's address unless given.
# No web ACL (LocalStack's free edition has none), and a trial, because nothing in it is worth keeping.
set -e
export AWS_ENDPOINT_URL="${AWS_ENDPOINT_URL:-http://localhost:4566}"
export AWS_ENDPOINT_URL_S3="${AWS_ENDPOINT_URL_S3:-http://s3.localhost.localstack.cloud:4566}"
ACCOUNT="${EMULATOR_ACCOUNT:-000000000000}"
# CDK remembers for ever which account a key belongs to, so no two emulators may share one; LocalStack takes the account from it.
export AWS_ACCESS_KEY_ID="$ACCOUNT" AWS_SECRET_ACCESS_KEY=test AWS_REGION="${AWS_REGION:-us-east-1}"
cdk bootstrap "aws://$ACCOUNT/$AWS_REGION" -c waf=off -c trial=true
cdk deploy --require-approval never -c waf=off -c trial=true --parameters SignUp=open "$@"
exec node infra/local/localstack.ts
