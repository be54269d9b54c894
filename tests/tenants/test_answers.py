"""Items are taken from DynamoDB's answers without botocore's walk, and are what its walk would have made of them."""

import base64
import json
from typing import Any

import botocore.session
import pytest
from botocore.parsers import JSONParser
from hypothesis import given
from hypothesis import strategies as st

from tenants import table
from tenants.answers import Answers, ItemParser
from tenants.items import UploadPart
from tenants.keys import Key

DYNAMODB = botocore.session.get_session().get_service_model("dynamodb")

texts = st.text(max_size=20)
binary = st.binary(max_size=20).map(lambda raw: base64.b64encode(raw).decode())
plain = st.one_of(
    st.fixed_dictionaries({"S": texts}),
    st.fixed_dictionaries({"N": st.integers().map(str)}),
    st.fixed_dictionaries({"SS": st.lists(texts, max_size=3)}),
    st.fixed_dictionaries({"BOOL": st.booleans()}),
    st.fixed_dictionaries({"NULL": st.just(value=True)}),
    st.fixed_dictionaries({"B": binary}),
    st.fixed_dictionaries({"BS": st.lists(binary, max_size=3)}),
)
values = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.fixed_dictionaries({"L": st.lists(inner, max_size=3)}),
        st.fixed_dictionaries({"M": st.dictionaries(texts, inner, max_size=3)}),
    ),
    max_leaves=6,
)
items = st.dictionaries(st.text(min_size=1, max_size=10), values, max_size=5)


def parsed(parser: Any, operation: str, answer: dict[str, Any]) -> Any:
    response = {"status_code": 200, "headers": {}, "body": json.dumps(answer).encode()}
    return parser.parse(response, DYNAMODB.operation_model(operation).output_shape)


@given(st.lists(items, max_size=3), items)
def test_an_answer_is_what_botocore_makes_of_it(found: list[dict[str, Any]], last: dict[str, Any]) -> None:
    answers: list[tuple[str, dict[str, Any]]] = [
        ("Query", {"Items": found, "Count": len(found), "ScannedCount": len(found), "LastEvaluatedKey": last}),
        ("GetItem", {"Item": last}),
        ("BatchGetItem", {"Responses": {"app-main": found}, "UnprocessedKeys": {"app-main": {"Keys": found}}}),
    ]
    for operation, answer in answers:
        assert parsed(ItemParser(), operation, answer) == parsed(JSONParser(), operation, answer)


def test_an_error_is_what_botocore_makes_of_it() -> None:
    body = {
        "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
        "message": "cancelled",
        "CancellationReasons": [{"Code": "ConditionalCheckFailed", "Item": {"PK": {"S": "x"}, "b": {"B": "AAE="}}}],
    }
    response = {"status_code": 400, "headers": {}, "body": json.dumps(body).encode()}
    shape = DYNAMODB.operation_model("TransactWriteItems").output_shape
    assert shape
    assert ItemParser().parse(response, shape) == JSONParser().parse(response, shape)


def test_every_other_protocol_keeps_its_own_parser() -> None:
    assert not isinstance(Answers().create_parser("query"), ItemParser)


@pytest.mark.usefixtures("empty_table")
def test_the_products_own_client_takes_this_way_and_binary_comes_back_as_it_was() -> None:
    assert isinstance(table.client()._endpoint._response_parser_factory, Answers)  # type: ignore[attr-defined]  # botocore's own affair
    content = bytes(range(256))
    key = Key("ORG#acme", "UPLOAD#t#PART#1")
    UploadPart.at(key, data=content).save()
    assert UploadPart.get(*key).data == content
