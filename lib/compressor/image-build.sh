# Builds one image out of its context and pushes it, unless the repository has it already: then it was built from the
# same content, and an older version comes back at once. Run by CodeBuild; REPOSITORY, REGISTRY, TAG and SOURCE are set.
# SOURCE is `none` for an image that has to be there.
set -eu

image="$REGISTRY/$REPOSITORY:$TAG"

if aws ecr describe-images --repository-name "$REPOSITORY" --image-ids imageTag="$TAG" >/dev/null 2>&1; then
  echo "$image is there already."
elif [ "$SOURCE" = none ]; then
  echo "There is no $image: only an image that was built before can be pinned. These are there:"
  aws ecr describe-images --repository-name "$REPOSITORY" --query 'sort_by(imageDetails, &imagePushedAt)[].imageTags[]' --output text
  exit 1
else
  aws s3 cp --only-show-errors "$SOURCE" context.zip
  unzip -q context.zip -d context
  # SageMaker takes neither attestations nor the image index that they make necessary.
  docker buildx build --platform linux/amd64 --provenance=false --sbom=false --load --tag "$image" context
  aws ecr get-login-password | docker login --username AWS --password-stdin "$REGISTRY"
  docker push "$image"
fi
