# Judges the Compose files of standard input, a JSON array of texts, by the models that compose-viz has generated from the Compose
# specification's own JSON schema. Prints what is wrong with each as one JSON array; null: nothing.

import json
import sys

import yaml
from compose_viz.spec.compose_spec import ComposeSpecification
from pydantic import ValidationError


def fault(text: str) -> str | None:
    try:
        ComposeSpecification.model_validate(yaml.safe_load(text))
    except (ValidationError, yaml.YAMLError) as error:
        return str(error)
    return None


json.dump([fault(text) for text in json.load(sys.stdin)], sys.stdout)
