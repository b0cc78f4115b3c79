"""Log odds and probabilities say the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kscan.find.coverage.decision import logit
from kscan.find.heatmap import expit


@given(st.floats(0.001, 0.999))
def test_a_probability_comes_back(share: float) -> None:
    assert expit(logit(np.array([share]), 1e-4)) == pytest.approx(share)


@given(st.floats(0, 1))
def test_nobody_is_surer_than_is_allowed(share: float) -> None:
    (heard,) = expit(logit(np.array([share]), 0.01))
    assert 0.0099 < heard < 0.9901
