"""Categories, labels and text tensors against onnxruntime."""
import sys

import numpy as np

from oracle import Suite

ML = "ai.onnx.ml"
WORDS = np.array([["tit", "owl"], ["", "tit"], ["wren", "Tit"]], dtype=object)


def main(heddle_eval):
    s = Suite(heddle_eval)
    one_hot(s)
    labels(s)
    movement(s)
    ngrams(s)
    s.run()


def one_hot(s):
    s.case("hot_text", "OneHotEncoder", [WORDS], domain=ML, cats_strings=["owl", "tit", ""])
    s.case("hot_integers", "OneHotEncoder", [np.array([3, 1, 7, 3])], domain=ML, cats_int64s=[1, 3])
    s.case("hot_floats", "OneHotEncoder", [np.array([[3.0, 1.5]], np.float32)], domain=ML, cats_int64s=[1, 3])
    s.case("hot_must", "OneHotEncoder", [WORDS], domain=ML, cats_strings=["owl"], zeros=0,
           expect="unsupported: attribute 'zeros' is 0")
    s.case("hot_mixed", "OneHotEncoder", [WORDS], domain=ML, cats_int64s=[1], expect="bad: of the type of the input")


def labels(s):
    texts, numbers, reals = ["tit", "wren", "tit"], [4, 5, 6], [0.5, 1.5, 2.5]
    lists = {"strings": texts, "int64s": [3, 9, 4], "floats": [1.0, np.nan, 2.0]}
    inputs = {"strings": WORDS, "int64s": np.array([[9, 2], [4, 3]]), "floats": np.array([2.0, np.nan, 3.0], np.float32)}
    values = {"strings": ["a", "b", "c"], "int64s": numbers, "floats": reals}
    for key, value in ("strings", "int64s"), ("strings", "floats"), ("strings", "strings"), ("int64s", "strings"), \
            ("int64s", "floats"), ("floats", "strings"), ("floats", "int64s"), ("int64s", "int64s"):
        s.case(f"label_{key}_{value}", "LabelEncoder", [inputs[key]], domain=ML, version=2,
               **{f"keys_{key}": lists[key], f"values_{value}": values[value]},
               default_int64=-7, default_string="none", default_float=-1.25)
    s.case("label_nan", "LabelEncoder", [inputs["floats"]], domain=ML, version=4, keys_floats=lists["floats"],
           values_strings=values["strings"], default_string="none")
    s.case("label_default", "LabelEncoder", [WORDS], domain=ML, version=2, keys_strings=texts, values_int64s=numbers)
    s.case("label_classes_to", "LabelEncoder", [WORDS], domain=ML, classes_strings=["owl", "tit"], default_int64=9)
    s.case("label_classes_from", "LabelEncoder", [np.array([1, 0, 5, -1])], domain=ML, classes_strings=["owl", "tit"])
    s.case("mapper_to", "CategoryMapper", [WORDS], domain=ML, cats_strings=["owl", "tit"], cats_int64s=[5, 8])
    s.case("mapper_from", "CategoryMapper", [np.array([8, 1])], domain=ML, cats_strings=["owl", "tit"], cats_int64s=[5, 8],
           default_string="?")
    s.case("label_mixed", "LabelEncoder", [WORDS], domain=ML, version=2, keys_int64s=[1], values_int64s=[2],
           expect="bad: the keys are not of the type of the input")
    s.case("label_lengths", "LabelEncoder", [WORDS], domain=ML, version=2, keys_strings=texts, values_int64s=[2],
           expect="bad: a value for each")
    s.case("label_none", "LabelEncoder", [WORDS], domain=ML, version=2, keys_strings=texts, expect="bad: no list of keys or of values")
    scores = np.array([[0.25, 0.75], [0.5, 0.5]], np.float32)
    s.case("zip", "ZipMap", [scores], domain=ML, classlabels_strings=["no", "yes"], results=[scores])
    s.case("zip_columns", "ZipMap", [scores], domain=ML, classlabels_int64s=[1, 2, 3],
           expect="bad: a column for each of 3 labels")


def movement(s):
    other = np.array([["owl", "owl"], ["", ""], ["wren", "wren"]], dtype=object)
    s.case("equal", "Equal", [WORDS, other], opset=19, oracle="onnx")
    s.case("where", "Where", [np.array([[True, False]]), WORDS, other])
    s.case("gather", "Gather", [WORDS, np.array([1, 0])], axis=1)
    s.case("gather_elements", "GatherElements", [WORDS, np.array([[1, 0]])], axis=1)
    s.case("concat", "Concat", [WORDS, other], axis=0)
    s.case("concat_mixed", "Concat", [WORDS, np.zeros((3, 2), np.int64)], axis=0, expect="bad:")
    s.case("reshape", "Reshape", [WORDS, np.array([2, 3])], constant=[1])
    s.case("transpose", "Transpose", [WORDS])
    s.case("slice", "Slice", [WORDS, np.array([2]), np.array([0]), np.array([0]), np.array([-1])], constant=[1, 2, 3, 4])
    s.case("expand", "Expand", [WORDS[:1], np.array([3, 2])], constant=[1])
    s.case("tile", "Tile", [WORDS, np.array([1, 2])], constant=[1])
    s.case("shape", "Shape", [WORDS])
    s.case("identity", "Identity", [WORDS])
    s.case("constant", "Concat", [WORDS, other], constant=[1], axis=0)
    s.case("unique", "Unique", [WORDS], 4, sorted=0, oracle="onnx", results=[
        np.array(["tit", "owl", "", "wren", "Tit"], dtype=object), np.array([0, 1, 2, 4, 5]), np.array([0, 1, 2, 0, 3, 4]),
        np.array([2, 1, 1, 1, 1])])
    s.case("unique_sorted", "Unique", [WORDS], 4, expect="unsupported: sorting texts")
    s.case("scatter", "ScatterElements", [WORDS, np.array([[1, 0]]), other[1:2]], axis=1)
    s.case("scatter_add", "ScatterElements", [WORDS, np.array([[1, 0]]), other[1:2]], opset=18, reduction="add",
           expect="bad: texts can only be replaced")
    s.case("arithmetic", "Add", [WORDS, other], expect="unsupported: input 0 is text")
    s.case("cast", "Cast", [WORDS], to=1, expect="unsupported: input 0 is text")
    s.case("cast_to", "Cast", [np.zeros(2)], to=8, expect="unsupported: string")
    s.case("indices", "Gather", [np.zeros(3), WORDS], expect="bad:")


def ngrams(s):
    """Counts of the pool's words and pairs, with skips."""
    words = np.array([["a", "b", "a", "b", "c", "a"], ["c", "c", "b", "a", "", "b"]], dtype=object)
    pool = dict(ngram_counts=[0, 3], ngram_indexes=[0, 2, 1, 4, 3], max_gram_length=2)
    texts = dict(pool_strings=["a", "b", "x", "a", "b", "c", "b"])
    for mode in "TF", "IDF", "TFIDF":
        for skip in 0, 2:
            s.case(f"grams_{mode}_{skip}", "TfIdfVectorizer", [words], mode=mode, max_skip_count=skip, min_gram_length=1,
                   weights=[0.5, 1.5, 2.0, 3.0, 4.0], **pool, **texts)
    s.case("grams_pairs", "TfIdfVectorizer", [words[0]], mode="TF", max_skip_count=1, min_gram_length=2, **pool, **texts)
    s.case("grams_integers", "TfIdfVectorizer", [np.array([1, 2, 1, 3])], mode="TF", max_skip_count=0, min_gram_length=1,
           pool_int64s=[1, 2, 9, 1, 2, 3, 2], **pool)
    s.case("grams_cut", "TfIdfVectorizer", [words], mode="TF", max_skip_count=0, min_gram_length=1, max_gram_length=2,
           ngram_counts=[0, 2], ngram_indexes=[0, 1, 2], pool_strings=["a", "b", "c"], expect="bad: does not cut the pool")


if __name__ == "__main__":
    main(sys.argv[1])
