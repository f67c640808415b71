# Builds one image out of its context and pushes it, unless the repository has it already: then it was built from the
# same content, and an older version comes back at once. Run by CodeBuild; REPOSITORY, REGISTRY, TAG and SOURCE are set.
set -eu

image="$REGISTRY/$REPOSITORY:$TAG"

if aws ecr describe-images --repository-name "$REPOSITORY" --image-ids imageTag="$TAG" >/dev/null 2>&1; then
  echo "$image is there already."
else
  aws s3 cp --only-show-errors "$SOURCE" context.zip
  unzip -q context.zip -d context
  # SageMaker takes neither attestations nor the image index that they make necessary.
  docker buildx build --platform linux/amd64 --provenance=false --sbom=false --load --tag "$image" context
  aws ecr get-login-password | docker login --username AWS --password-stdin "$REGISTRY"
  docker push "$image"
fi
