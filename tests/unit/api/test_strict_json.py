"""JSON as it must come: what another parser would let pass is refused, and told apart."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient
from hypothesis import example, given
from hypothesis import strategies as st

from service.api.problems import Problem
from service.api.request_body import LARGE
from service.api.strict_json import MAX_DEPTH, _object, dumps, loads, ready
from tests.support.client import BATCH, RESOLVE, code, post_text, told


def verdict(body: bytes) -> object:
    """The value of a text, or the code it is refused with."""
    try:
        return loads(body)
    except Problem as problem:
        return f"refused: {problem.code}"


def nested(depth: int, opening: str = "[", closing: str = "]") -> bytes:
    return (opening * depth + closing * depth).encode()


@pytest.mark.parametrize("value", [{"card": "10♥", "points": 20}, ["é", None, True], "", 0, {}])
def test_what_is_ready_is_written_like_the_value_itself(value: object) -> None:
    assert dumps({"one": ready(value), "other": value}) == dumps({"one": value, "other": value})


# A key written twice ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": 1, "a": 1}', id="at the root"),
        pytest.param('{"a": 1, "b": 2, "a": null}', id="not side by side"),
        pytest.param('{"x": {"y": {"a": 1, "a": 2}}}', id="in an object"),
        pytest.param('[{}, [{"a": 1, "a": 2}]]', id="in a list"),
        pytest.param('{"a": {"b": 1, "b": 2}, "a": 3}', id="in a member that is dropped"),
        pytest.param('{"a": ":", "a": 1}', id="beside a colon in a value"),
        pytest.param('{"a:b": 1, "a": 2, "a": 3}', id="beside a colon in a key"),
        pytest.param('{":": 1, ":": 2}', id="that is a colon"),
        pytest.param(r'{"a": 1, "\u0061": 2}', id="once as an escape"),
        pytest.param(r'{"\u0061": 1, "\u0061": 2}', id="twice as an escape"),
        pytest.param('{"": 1, "": 2}', id="that is empty"),
        pytest.param('{"é": 1, "\\u00e9": 2}', id="that is no ASCII"),
        pytest.param('{"a": 1, "a": 1.5}', id="beside a fraction"),
    ],
)
def test_a_key_written_twice_is_refused(text: str) -> None:
    assert verdict(text.encode()) == "refused: duplicate_key"


def test_the_same_key_in_two_objects_is_no_key_written_twice() -> None:
    assert loads(b'[{"a": 1}, {"a": {"a": 2}}]') == [{"a": 1}, {"a": {"a": 2}}]


def test_keys_that_only_look_alike_are_two_keys() -> None:
    assert loads('{"é": 1, "e\u0301": 2, "E": 3, "a:": 4}'.encode()) == {
        "é": 1,
        "e\u0301": 2,
        "E": 3,
        "a:": 4,
    }


def test_the_key_is_named_where_it_is_written_twice(client: FlaskClient) -> None:
    answer = post_text(client, RESOLVE, b'{"deck": "french", "deck": "french"}')
    assert (answer.status_code, code(answer)) == (400, "duplicate_key")
    assert "deck" in told(answer)["detail"]


def test_the_first_key_that_comes_again_is_named() -> None:
    with pytest.raises(Problem) as refused:
        loads(b'{"a": 1, "b": 2, "c": 3, "b": 4, "a": 5}')
    assert refused.value.params == {"key": "b"}


class Compared(str):
    """A key that counts how often any key is compared."""

    times = 0

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_a_key_written_twice_is_found_in_one_pass() -> None:
    keys = [Compared(number) for number in range(5_000)]
    pairs: list[tuple[str, object]] = [(key, 0) for key in [*keys, Compared(4_999)]]
    with pytest.raises(Problem):
        _object(pairs)
    assert 0 < Compared.times < 4 * len(pairs)


# Numbers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number",
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        pytest.param("9" * 19, id="19 digits"),
        pytest.param("-" + "9" * 19, id="19 digits below zero"),
        str(2**63 - 1),
        str(2**63),
        str(2**64 - 1),
        str(2**64),
        str(-(2**63)),
        str(-(2**63) - 1),
        pytest.param("1" * 5000, id="5000 digits"),
    ],
)
@pytest.mark.parametrize(
    "text",
    ["{}", "[{}]", '{{"a": {}}}', '{{"a": ":", "b": [0, {}]}}', '["{{", {}]'],
)
def test_a_number_beyond_all_cards_is_refused(text: str, number: str) -> None:
    assert verdict(text.format(number).encode()) == "refused: number_out_of_range"


@pytest.mark.parametrize("number", ["9" * 18, "-" + "9" * 18, "0", "-0", "1.5", "1E5", "1e-400"])
@pytest.mark.parametrize("text", ["{}", "[{}]", '{{"a": ":", "b": {}}}'])
def test_a_number_in_reach_is_read(text: str, number: str) -> None:
    assert loads(text.format(number).encode()) == json.loads(text.format(number))


@pytest.mark.parametrize(
    "number", ["01", "+1", ".5", "1.", "1e", "0x10", "1_000", "nan", "-", "--1"]
)
def test_what_only_looks_like_a_number_is_no_json(number: str) -> None:
    assert verdict(f"[{number}]".encode()) == "refused: malformed_json"


# Depth ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ('[":",', "]")]
)
def test_sixteen_levels_are_read_and_one_more_is_not(opening: str, closing: str) -> None:
    levels = sum(opening.count(bracket) for bracket in "[{")
    deep = MAX_DEPTH // levels

    def text(more: str) -> bytes:
        return (opening * deep + more + closing * deep).encode()

    assert MAX_DEPTH == 16
    assert loads(text("0")) == json.loads(text("0"))
    assert verdict(text("[0]")) == verdict(text('{"a": 0}')) == "refused: too_deep"
    assert verdict(text("[]")) == verdict(text("{}")) == "refused: too_deep"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"[" * 100_000, id="opened"),
        pytest.param(nested(100_000), id="opened and closed"),
        pytest.param(b'{"a":' * 40_000, id="objects"),
        pytest.param(b'[{"a":' * 17 + b"1e999", id="a number below"),
    ],
)
def test_any_number_of_brackets_is_only_too_deep(client: FlaskClient, body: bytes) -> None:
    answer = post_text(client, BATCH, body)
    assert (answer.status_code, code(answer)) == (400, "too_deep")


def test_brackets_in_a_string_are_no_depth() -> None:
    assert loads(rb'["[[[[[[[[[[[[[[[[[[[[\"[[[[{{{{:"]') == ["[" * 20 + '"[[[[{{{{:']


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param(rb"\"", id="escaped quotes"),
        pytest.param(b'"', id="quotes"),
        pytest.param(rb"\\", id="backslashes"),
        pytest.param(b"[", id="brackets"),
        pytest.param(b"\xc3\xa9", id="letters"),
    ],
)
def test_the_longest_text_that_breaks_off_is_refused_before_patience_ends(
    client: FlaskClient, unit: bytes
) -> None:
    """Quotes that are escaped, or are not, must not send a reader back to the start each time."""
    body = b'"' + unit * (LARGE // len(unit) - 1)
    answer = post_text(client, BATCH, body)
    assert (answer.status_code, code(answer)) == (400, "malformed_json")


# What is no JSON at all -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b" \n", id="white space"),
        pytest.param(b"\xef\xbb\xbf{}", id="a byte order mark"),
        pytest.param('{"deck": "french"}'.encode("utf-16"), id="UTF-16"),
        pytest.param('{"deck": "french"}'.encode("utf-16-le"), id="UTF-16 without a mark"),
        pytest.param('{"é": 1}'.encode("latin-1"), id="latin-1"),
        pytest.param(b'"\xc3"', id="half a character"),
        pytest.param(b'"\xc0\xaf"', id="a character written too long"),
        pytest.param(b'"\xed\xa0\x80"', id="half a surrogate pair as bytes"),
        pytest.param(rb'"\ud800"', id="a high surrogate alone"),
        pytest.param(rb'"\udc00"', id="a low surrogate alone"),
        pytest.param(rb'"\udc00\ud800"', id="a surrogate pair the wrong way round"),
        pytest.param(rb'{"\ud800": 1}', id="a key that is half a surrogate pair"),
        pytest.param(b'{"a": 1,}', id="a comma too many in an object"),
        pytest.param(b"[1,]", id="a comma too many in a list"),
        pytest.param(b"[1 2]", id="a comma too few"),
        pytest.param(b'{"a" 1}', id="no colon"),
        pytest.param(b"{a: 1}", id="a bare key"),
        pytest.param(b"{1: 1}", id="a number as key"),
        pytest.param(b"{'a': 1}", id="single quotes"),
        pytest.param(b"{} {}", id="two values"),
        pytest.param(b"{}x", id="something after the value"),
        pytest.param(b"{}\x00", id="a null byte after the value"),
        pytest.param(b'"\x01"', id="a control character"),
        pytest.param(b'"\n"', id="a line break in a string"),
        pytest.param(b'"\t"', id="a tabulator in a string"),
        pytest.param(b'"\\x41"', id="an unknown escape"),
        pytest.param(b'"\\u12"', id="a short escape"),
        pytest.param(b'"', id="an open string"),
        pytest.param(b'"\\', id="an open escape"),
        pytest.param(b"[", id="an open list"),
        pytest.param(b"]", id="a list that is only closed"),
        pytest.param(b"// no\n{}", id="a comment"),
        pytest.param(b"True", id="a word of Python"),
        pytest.param(b"undefined", id="a word of JavaScript"),
    ],
)
def test_what_is_no_json_text_in_utf_8_is_refused(client: FlaskClient, body: bytes) -> None:
    assert verdict(body) == "refused: malformed_json"
    assert code(post_text(client, RESOLVE, body)) == "malformed_json"


@pytest.mark.parametrize(
    ("body", "line", "column", "about"),
    [
        pytest.param(b'{"deck": "\xff"}', 1, 11, "not_utf8 0xFF", id="on the first line"),
        pytest.param(b'{\n "deck":\r\n  "fr\xe9"}', 3, 6, "not_utf8 0xE9", id="on another"),
        pytest.param(
            '{"é♥🂡": "'.encode() + b"\xc3(", 1, 10, "not_utf8 0xC3", id="after longer characters"
        ),
        pytest.param(b"\xff", 1, 1, "not_utf8 0xFF", id="at the start"),
        pytest.param(b"{}\n\xc3", 2, 1, "not_utf8 0xC3", id="half a character at the end"),
        pytest.param(b'"\xed\xa0\x80"', 1, 2, "not_utf8 0xED", id="half a surrogate pair"),
        pytest.param('{"deck": 1}'.encode("utf-16"), 1, 1, "not_utf8 0xFF", id="UTF-16"),
        pytest.param(
            b'{"a": 1, "a": 2, "b": "\xf0\x9f\x82"}',
            *(1, 24, "not_utf8 0xF0"),
            id="beside another fault",
        ),
        # What is UTF-8, but no JSON.
        pytest.param('{"é": x}'.encode(), 1, 7, "x}", id="a bare word"),
        pytest.param('["é",\r\n tru]'.encode(), 2, 2, "tru]", id="a word that breaks off"),
        pytest.param(b'{"a": "x\ny"}', 1, 9, r'\ny"}', id="a line break in a string"),
        pytest.param(b"[1] " + b"x" * 99, 1, 5, "x" * 16, id="a long rest"),
        pytest.param(b"{'a': 1}", 1, 2, "other_quotes 'a': 1}", id="single quotes"),
        pytest.param(b'{"deck": "french",}', 1, 18, "trailing_comma ,}", id="a comma too many"),
        pytest.param(b"[1,\n]", 1, 3, r"trailing_comma ,\n]", id="a comma before a line break"),
        pytest.param(b'{"deck": "french"', 1, 18, "ends ", id="an open object"),
        pytest.param(b"\xef\xbb\xbf{}", 1, 1, r"byte_order_mark \ufeff{}", id="a mark"),
    ],
)
def test_the_place_where_a_text_breaks_is_told_and_what_stands_there(
    body: bytes, line: int, column: int, about: str
) -> None:
    with pytest.raises(Problem) as refused:
        loads(body)
    assert refused.value.code == "malformed_json"
    name, _, rest = about.partition(" ")
    named = {"because": name} if name in BECAUSE else {}
    quoted = {"byte" if name == "not_utf8" else "found": rest if named else about}
    assert refused.value.params == {"line": line, "column": column} | named | quoted


BECAUSE = {"not_utf8", "other_quotes", "trailing_comma", "ends", "byte_order_mark"}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(rb'{"\ud800": 1, "\ud800": 2}', id="a key twice that no text can hold"),
        pytest.param(rb'{"a\udfff": {}, "a\udfff": ":"}', id="the same beside a colon"),
        pytest.param(b'{"a": 1, "a": 2', id="a key twice in an open object"),
        pytest.param(b'{"a": NaN', id="NaN in an open object"),
    ],
)
def test_of_several_faults_of_a_text_one_is_told(client: FlaskClient, body: bytes) -> None:
    answer = post_text(client, RESOLVE, body)
    assert answer.status_code == 400
    assert code(answer) in {"malformed_json", "duplicate_key", "number_out_of_range"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("true", True),
        (' {"a" : [ ] }\r\n\t', {"a": []}),
        (r'"\u00e9\n\/\ud83c\udca1"', "é\n/🂡"),
        ('"\u2028\x7f"', "\u2028\x7f"),
        (r'"\u0000"', "\0"),
    ],
)
def test_unusual_json_is_still_json(text: str, value: object) -> None:
    assert loads(text.encode()) == value


# Any JSON ---------------------------------------------------------------------------------------

strings = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(':"\\[{'), max_size=6)
whole_numbers = st.integers(-(10**18) + 1, 10**18 - 1)
plain = st.none() | st.booleans() | whole_numbers | strings


def composed(leaves: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(strings, inner, max_size=4),
        max_leaves=12,
    )


@given(composed(plain), st.booleans(), st.sampled_from([None, 1]))
def test_what_python_writes_is_read_as_it_was(
    value: object, ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert loads(text.encode()) == value


@given(composed(plain | st.floats() | st.integers()))
@example(2**63 - 1)
@example(1e999)
def test_a_colon_elsewhere_changes_nothing(value: object) -> None:
    """With a colon in a string the text goes by the slow road, which must not judge otherwise."""
    text = json.dumps(value).encode()
    plainly, by_the_slow_road = verdict(b'["", %s]' % text), verdict(b'[":", %s]' % text)
    if isinstance(plainly, list):
        assert by_the_slow_road == [":", *plainly[1:]]
    else:
        assert by_the_slow_road == plainly


@given(st.binary(max_size=40) | st.text('[]{}:,"\\019.eE-+ntf ul', max_size=24).map(str.encode))
def test_bytes_are_read_as_python_reads_them_or_refused(body: bytes) -> None:
    found = verdict(body)
    if not (isinstance(found, str) and found.startswith("refused: ")):
        assert found == json.loads(body)
