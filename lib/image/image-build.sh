# Builds one image from its context and pushes it, unless the repository already has it: then it was built from the same content, and
# an older version is back at once. CodeBuild runs this with REPOSITORY, REGISTRY, PLATFORM, TAG and SOURCE. SOURCE is `none` for an image that
# must already exist.
set -eu

image="$REGISTRY/$REPOSITORY:$TAG"

if aws ecr describe-images --repository-name "$REPOSITORY" --image-ids imageTag="$TAG" >/dev/null 2>&1; then
  echo "$image already exists."
elif [ "$SOURCE" = none ]; then
  echo "There is no $image: only an image that was built before can be pinned. These exist:"
  aws ecr describe-images --repository-name "$REPOSITORY" --query 'sort_by(imageDetails, &imagePushedAt)[].imageTags[]' --output text
  exit 1
else
  aws s3 cp --only-show-errors "$SOURCE" context.zip
  unzip -q context.zip -d context
  # SageMaker accepts neither attestations nor the image index that they require.
  docker buildx build --platform "$PLATFORM" --provenance=false --sbom=false --load --tag "$image" context
  aws ecr get-login-password | docker login --username AWS --password-stdin "$REGISTRY"
  docker push "$image"
fi
