#!/bin/sh
# Creates the bucket for images. Status 409 means that it exists.
set -eu
no_body=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
status=$(curl --silent --show-error --output /dev/null --write-out '%{http_code}' --retry 30 --retry-connrefused \
  --retry-delay 1 --aws-sigv4 aws:amz:us-east-1:s3 --user "$ACCESS" --header "x-amz-content-sha256: $no_body" \
  --request PUT http://bucket:7070/images)
echo "create bucket: $status"
[ "$status" = 200 ] || [ "$status" = 409 ]
